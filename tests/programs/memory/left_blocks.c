// A variable of a block ends where its block is left, and is another one each time it is entered.
// expect: memory violated
// variant: -DLEFT_BY_GOTO
// expect: memory violated
// variant: -DLEFT_BY_RETURN
// expect: memory violated
// variant: -DROUNDS
// expect: memory violated
// variant: -DTHREAD
// expect: memory violated
// variant: -DJOINED
// expect: memory holds
// variant: -DINSIDE
// expect: memory holds
// variant: -DJUMPED_INTO
// expect: memory holds
// variant: -DALLOCA
// expect: memory holds
// variant: -DJUMPED_BACK
// expect: memory holds
#include <pthread.h>
int *kept;

void keep(int *pointer)
{
    kept = pointer;
}

void *reader(void *pointer)
{
    return *(int *)pointer == 7 ? pointer : 0;
}

int choose(int way)
{
    for (int round = 0; round < 2; round++) {
        int local = round;
        keep(&local);
        if (way == 1)
            goto out;
        if (way == 2)
            return 1;
    }
out:
    return 0;
}

int main(void)
{
#if defined LEFT_BY_GOTO
    choose(1);
    return *kept;
#elif defined LEFT_BY_RETURN
    choose(2);
    return *kept;
#elif defined ROUNDS
    for (int round = 0; round < 2; round++) {
        int local = round;
        if (round == 1)
            return *kept;
        keep(&local);
    }
#elif defined THREAD || defined JOINED
    {
        pthread_t thread;
        int argument = 7;
        pthread_create(&thread, 0, reader, &argument);
#ifdef JOINED
        pthread_join(thread, 0);
#endif
    }
    pthread_exit(0);
#elif defined INSIDE
    int sum = 0;
    for (int round = 0; round < 3; round++) {
        int local = round;
        keep(&local);
        if (round == 1)
            continue;
        {
            int inner[2] = {*kept, 1};
            keep(inner);
            sum += kept[1];
            keep(&inner[1]);
            if (round == 2)
                break;
            sum += *kept;
        }
        keep(&local);
        *kept = sum;
    }
#elif defined JUMPED_BACK
    int round = 0;
    {
        int other = 0;
    again:
        if (kept)
            *kept = other;
        int local;
        keep(&local);
        if (round++ < 2)
            goto again;
    }
#elif defined ALLOCA
    int *made;
    {
        int local = 1;
        keep(&local);
        made = __builtin_alloca(sizeof *made);
        *made = *kept;
    }
    return *made;
#elif defined JUMPED_INTO
    goto in;
    {
        int local;
    in:
        local = 1;
        keep(&local);
        *kept = 2;
    }
#else
    {
        int local = 3;
        keep(&local);
    }
    return *kept;
#endif
    return 0;
}
