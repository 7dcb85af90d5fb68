// A dangling pointer in a packed structure stays dangling, whatever is allocated next.
// expect: memory violated
#include <pthread.h>
#include <stdlib.h>

struct __attribute__((packed)) holder {
    char tag;
    int *pointer;
};

struct holder holder;
int *block;

void *worker(void *unused) { return 0; }

int main(void) {
    pthread_t thread;
    for (int round = 0; round < 3; round++) {
        block = malloc(sizeof(int));
        *block = round;
        if (round == 0) {
            holder.pointer = block;
            free(block);
            block = 0;
            pthread_create(&thread, 0, worker, 0);
            pthread_join(thread, 0);
        }
    }
    return *holder.pointer;
}
