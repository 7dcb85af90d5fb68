union both { struct { char letter; int number; } pair; long long whole; };
union both elsewhere = { .pair = { 'q', 4 } };
union both table[2] = { [1] = { .pair = { 'r', 6 } } };

long long read_there(void) { return elsewhere.whole; }
void write_there(int index, long long value) { table[index].whole = value; }
