// An address made of a number belongs to no object.
// expect: memory violated
// variant: -DADDRESS=-1
// expect: memory violated
#ifndef ADDRESS
#define ADDRESS 0x1234
#endif

int main(void) {
    int *pointer = (int *)(long)ADDRESS;
    return *pointer;
}
