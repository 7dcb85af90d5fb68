#include <string.h>
#include <assert.h>
#include <pthread.h>
char a[4000000],b[4000000];int n;
void*t(void*x){n++;memcpy(a,b,sizeof a);return 0;}
int main(){pthread_t p;pthread_create(&p,0,t,0);memset(b,1,sizeof b);memcpy(b,a,sizeof a);n++;pthread_join(p,0);assert(n==2);}
