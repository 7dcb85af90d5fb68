int common[4];
int tentative;
int choose(void) { return 2; }
static int hidden = 2;
int other_hidden(void) { return hidden; }
int common_sum(void) { return common[0] + tentative; }
