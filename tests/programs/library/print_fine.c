// Every conversion takes the argument that belongs to it, wherever it was passed.
// expect: memory holds
// expect: race holds
// variant: -DFORTIFIED
// expect: memory holds
// expect: race holds
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef FORTIFIED
int __printf_chk(int flag, const char *format, ...);
#define printf(...) __printf_chk(1, __VA_ARGS__)
#endif

static const char *const text = "text";

static void *work(void *unused) {
    printf("%s %d\n", text, 2);
    return NULL;
}

int main(void) {
    pthread_t thread;
    int never_written;
    pthread_create(&thread, NULL, work, NULL);
    printf("%d %i %u %o %x %X %c %% %s\n", 1, -1, 2u, 3u, 4u, 5u, 'c', text);
    printf("%hhd %hd %ld %lld %jd %zu %td %s\n", (signed char)1, (short)2, 3L, 4LL, (intmax_t)5,
           sizeof(int), (ptrdiff_t)6, text);
    printf("%f %5.2f %e %g %a %E %G %A %-8f %+f %s\n", 1.0, 2.0, 3.0, 4.0, 5.0, 6.0f, 7.0, 8.0, 9.0,
           10.0, text);
    printf("%*d %-*d %.*f %*.*s %.*s %p %s\n", 5, 1, 6, 2, 3, 1.5, 8, 2, text, -1, text,
           (void *)&thread, text);
    printf("%d %p %s\n", never_written, NULL, text);
    fprintf(stderr, "100%%\n");
    perror(NULL);
    pthread_join(thread, NULL);
    return 0;
}
