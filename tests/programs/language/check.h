/* What the programs of this folder need, declared without any system header,
   so that each of them can be compiled for every data model. */
#ifndef CHECK_H
#define CHECK_H

extern void __assert_fail(const char *condition, const char *file, unsigned int line,
                          const char *function) __attribute__((noreturn));

#define assert(condition) \
    ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
#define NULL ((void *)0)

typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *),
                          void *argument);
extern int pthread_join(pthread_t thread, void **result);

#endif
