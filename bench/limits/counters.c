#include <assert.h>
#include <pthread.h>
int g;
void*t(void*x){for(int i=0;i<100;i++)g++;return 0;}
int main(){pthread_t p[4];for(int i=0;i<4;i++)pthread_create(&p[i],0,t,0);for(int i=0;i<4;i++)pthread_join(p[i],0);assert(g>=2);}
