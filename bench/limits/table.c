#include <pthread.h>
#include <assert.h>
int a[50000000]; int i;
void*t(void*x){ for(int k=0;k<50000000;k++) a[k]=k+i; return 0;}
int main(){pthread_t p,q;pthread_create(&p,0,t,0);pthread_create(&q,0,t,0);i=3;pthread_join(p,0);pthread_join(q,0);assert(a[77]!=1);}
