
#ifndef IN_A_THREAD

int main(void)
{
    return whole_program();
}

#else

/* The same in a thread. Another one that could do it too, for all that is known
   before they run, makes everything shared. */
int pthread_create(unsigned long *thread, const void *attributes, void *(*start)(void *),
                   void *argument);
int pthread_join(unsigned long thread, void **result);

static void *start_program(void *result)
{
    if (result != NULL)
        *(int *)result = whole_program();
    return NULL;
}

int main(void)
{
    unsigned long idle, busy;
    int result = -1;
    pthread_create(&idle, NULL, start_program, NULL);
    pthread_join(idle, NULL);
    pthread_create(&busy, NULL, start_program, &result);
    pthread_join(busy, NULL);
    return result;
}

#endif
