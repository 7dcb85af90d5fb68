// Bodies of the marks of sections, in a file of their own.
#ifdef ELSEWHERE
int count;

void __VERIFIER_atomic_begin(void) { count++; }
void __VERIFIER_atomic_end(void) { count += 10; }
#endif
