#include <assert.h>
#include <pthread.h>
int g;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
void*t(void*x){pthread_mutex_lock(&m);g++;pthread_mutex_unlock(&m);return 0;}
int main(){static pthread_t p[5000];for(int i=0;i<5000;i++)pthread_create(&p[i],0,t,0);for(int i=0;i<5000;i++)pthread_join(p[i],0);assert(g==5000);}
