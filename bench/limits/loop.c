#include <assert.h>
#include <pthread.h>
long s;int f;
void*t(void*x){long l=0;for(long i=0;i<3000000000L;i++)l+=i^s;f=1;return (void*)l;}
int main(){pthread_t p;pthread_create(&p,0,t,0);s=2;pthread_join(p,0);assert(f==1);}
