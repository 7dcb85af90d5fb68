/* Memory: arrays, unions, strings, heap, variable lengths, goto, recursion. */
#include <stdlib.h>
#include <string.h>

union word { unsigned whole; unsigned char bytes[4]; struct { short low, high; } halves; };
struct list { struct list *next; union word word; char name[5]; };

static union word start = {0x01020304};
static struct list ends[2] = {{&ends[1], {1}, "one"}, {0, {2}, "two"}};
extern int elsewhere(int);

static int length(const struct list *list) { return list ? 1 + length(list->next) : 0; }

static int fill(int n) {
    int row[n + 1];
    int total = 0;
    for (int i = 0; i <= n; i++)
        row[i] = i * i;
    for (int *at = row; at < row + n; ++at)
        total += *at;
    return total;
}

int main(void) {
    struct list copy = ends[0], *made = calloc(2, sizeof *made);
    char text[8];
    int tries = 0;
again:
    memset(text, 'x', sizeof text);
    memcpy(text, copy.name, 4);
    if (!made)
        return 1;
    made[1] = copy;
    made[1].word.bytes[tries] ^= start.bytes[3];
    made->next = made + 1;
    if (tries++ < 2 && strlen(made[1].name) == 3)
        goto again;
    tries += length(made) + fill(tries) + (int)start.halves.high;
    made = realloc(made, 100);
    free(made);
    return tries > 5 ? elsewhere(tries) : text[2];
}
