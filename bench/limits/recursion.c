#include <assert.h>
#include <pthread.h>
int nondet(void);int __VERIFIER_nondet_int(void);int g;
int f(int n){ if(n<=0) return g; return 1+f(n-1);}
void*t(void*x){g++;f(1000000);return 0;}
int main(){pthread_t p;pthread_create(&p,0,t,0);int n=__VERIFIER_nondet_int();assert(f(n)<1000000);pthread_join(p,0);}
