int function(void) { return 2; }
int variable = 2;
int replaced(void) { return 2; }
