// A pointer that was never set can point anywhere.
// expect: memory violated
int main(void) {
    int *pointer;
    *pointer = 1;
    return 0;
}
