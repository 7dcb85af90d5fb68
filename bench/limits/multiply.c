#include <assert.h>
unsigned long __VERIFIER_nondet_ulong(void);
int main(){unsigned long x=__VERIFIER_nondet_ulong(),y=__VERIFIER_nondet_ulong(),z=__VERIFIER_nondet_ulong();
 assert(!(x>1&&y>1&&z>1&&x<4294967296ul&&y<4294967296ul&&x*y==18446744030759878681ul && (x*z)%y==(y/z)%1000003));}
