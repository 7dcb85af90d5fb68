// Printing a string reads it: one that was freed must not be printed.
// expect: memory violated
// variant: -DLIST
// expect: memory violated
// variant: -DPUTS
// expect: memory violated
// variant: -DFPUTS
// expect: memory violated
// variant: -DFORMAT
// expect: memory violated
// variant: -DFWRITE
// expect: memory violated
// variant: -DUNENDED
// expect: memory violated
// variant: -DPRECISE
// expect: memory holds
// variant: -DPOINTER
// expect: memory holds
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void message(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

int main(void) {
    char *s = malloc(3);
    strcpy(s, "ab");
#if defined(UNENDED)
    s[2] = 'c';
    printf("%d: %s\n", 1, s);
    free(s);
#elif defined(PRECISE)
    s[2] = 'c';
    printf("%.3s %.*s\n", s, 2, s);
    free(s);
#else
    free(s);
#if defined(LIST)
    message("%d %f %s\n", 1, 2.5, s);
#elif defined(PUTS)
    puts(s);
#elif defined(FPUTS)
    fputs(s, stderr);
#elif defined(FORMAT)
    fprintf(stderr, s);
#elif defined(FWRITE)
    fwrite(s, 1, 3, stdout);
#elif defined(POINTER)
    printf("%p\n", (void *)s);
#else
    printf("%s\n", s);
#endif
#endif
    return 0;
}
