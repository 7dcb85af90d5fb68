// Beyond a global array, into its neighbour, and a negative index computed at run time.
// expect: memory violated
// variant: -DINDEX=-1
// expect: memory violated
// variant: -DINDEX=1
// expect: memory holds
#ifndef INDEX
#define INDEX 2
#endif

static int table[2] = {1, 2};
static int neighbour[2] = {3, 4};

static int get(const int *array, int index) { return array[index]; }

int main(void) { return get(table, INDEX) + neighbour[0]; }
