// What is done in an atomic section is done atomically: who reads it by an atomic load that acquires comes after it.
// expect: race holds
// variant: -DRELAXED
// expect: race violated
// variant: -DPLAIN
// expect: race violated
// variant: -DOTHER_WAY
// expect: race holds
// variant: -DOTHER_WAY -DRELAXED
// expect: race violated
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int data, flag;

#ifdef RELAXED
#define LOAD __ATOMIC_RELAXED
#define STORE __ATOMIC_RELAXED
#else
#define LOAD __ATOMIC_ACQUIRE
#define STORE __ATOMIC_RELEASE
#endif

static void *first(void *unused) {
    data = 1;
#ifdef OTHER_WAY
    __atomic_store_n(&flag, 1, STORE);
#else
    __VERIFIER_atomic_begin();
    flag = 1;
    __VERIFIER_atomic_end();
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    int seen;
    pthread_create(&thread, 0, first, 0);
#ifdef OTHER_WAY
    __VERIFIER_atomic_begin();
    seen = flag;
    __VERIFIER_atomic_end();
#elif defined PLAIN
    seen = flag;
#else
    seen = __atomic_load_n(&flag, LOAD);
#endif
    if (seen)
        data = 2;
    pthread_join(thread, 0);
    return data == 0;
}
