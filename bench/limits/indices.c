#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned a[4096];
void*t(void*x){for(int i=0;i<300;i++){unsigned k=__VERIFIER_nondet_uint()%4096;a[k]=a[(k*7+i)%4096]+1;}return 0;}
int main(){pthread_t p,q;pthread_create(&p,0,t,0);pthread_create(&q,0,t,0);t(0);pthread_join(p,0);pthread_join(q,0);assert(a[5]<900);}
