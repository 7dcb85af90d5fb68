#include <assert.h>
#include <pthread.h>
unsigned long __VERIFIER_nondet_ulong(void);
unsigned long g=1;
void*t(void*a){for(int i=0;i<200;i++){unsigned long x=__VERIFIER_nondet_ulong();if(x)g=g*x%(x+7)+g/x;}return 0;}
int main(){pthread_t p;pthread_create(&p,0,t,0);t(0);pthread_join(p,0);assert(g!=12345678912345ul);}
