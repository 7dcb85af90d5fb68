
#ifndef IN_A_THREAD

int main(void)
{
    return whole_program();
}

#else

/* The same in a thread of its own: all that is global is then shared. */
int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *),
                   void *argument);
int pthread_join(unsigned long thread, void **result);

static void *start_program(void *result)
{
    *(int *)result = whole_program();
    return NULL;
}

int main(void)
{
    unsigned long thread;
    int result = -1;
    pthread_create(&thread, NULL, start_program, &result);
    pthread_join(thread, NULL);
    return result;
}

#endif
