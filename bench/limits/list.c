#include <stdlib.h>
#include <assert.h>
#include <pthread.h>
struct n{struct n*next;int v;};struct n*h;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);
void*t(void*x){for(int i=0;i<1000;i++){struct n*k=malloc(sizeof*k);if(!k)return 0;k->v=__VERIFIER_nondet_int();pthread_mutex_lock(&m);k->next=h;h=k;pthread_mutex_unlock(&m);}return 0;}
int main(){pthread_t p,q;pthread_create(&p,0,t,0);pthread_create(&q,0,t,0);pthread_join(p,0);pthread_join(q,0);int s=0;for(struct n*k=h;k;k=k->next)s+=k->v==7;assert(s<2000);}
