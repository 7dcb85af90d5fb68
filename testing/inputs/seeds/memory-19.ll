; ModuleID = 'memory.c'
source_filename = "memory.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.list = type { ptr, %union.word, [5 x i8] }
%union.word = type { i32 }
%struct.anon = type { i16, i16 }

@ends = internal global [2 x %struct.list] [%struct.list { ptr getelementptr (i8, ptr @ends, i64 24), %union.word { i32 1 }, [5 x i8] c"one\00\00" }, %struct.list { ptr null, %union.word { i32 2 }, [5 x i8] c"two\00\00" }], align 16, !dbg !0
@.src = private unnamed_addr constant [9 x i8] c"memory.c\00", align 1
@0 = private unnamed_addr constant { i16, i16, [17 x i8] } { i16 -1, i16 0, [17 x i8] c"'struct list[2]'\00" }
@1 = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@start = internal global %union.word { i32 16909060 }, align 4, !dbg !7
@2 = private unnamed_addr constant { i16, i16, [19 x i8] } { i16 -1, i16 0, [19 x i8] c"'unsigned char[4]'\00" }
@3 = private unnamed_addr constant { i16, i16, [10 x i8] } { i16 -1, i16 0, [10 x i8] c"'char[8]'\00" }
@4 = private unnamed_addr constant { i16, i16, [13 x i8] } { i16 -1, i16 0, [13 x i8] c"'int[n + 1]'\00" }

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !45 {
entry:
  %retval = alloca i32, align 4
  %copy = alloca %struct.list, align 8
  %made = alloca ptr, align 8
  %text = alloca [8 x i8], align 1
  %tries = alloca i32, align 4
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %copy, !48, !DIExpression(), !49)
  br i1 true, label %cont, label %trap, !dbg !50, !nosanitize !47

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 18) #11, !dbg !50, !nosanitize !47
  unreachable, !dbg !50, !nosanitize !47

cont:                                             ; preds = %entry
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %copy, ptr align 16 @ends, i64 24, i1 false), !dbg !50
    #dbg_declare(ptr %made, !51, !DIExpression(), !52)
  %call = call noalias ptr @calloc(i64 noundef 2, i64 noundef 24) #12, !dbg !53
  store ptr %call, ptr %made, align 8, !dbg !52
    #dbg_declare(ptr %text, !54, !DIExpression(), !58)
    #dbg_declare(ptr %tries, !59, !DIExpression(), !60)
  store i32 0, ptr %tries, align 4, !dbg !60
  br label %again, !dbg !61

again:                                            ; preds = %if.then20, %cont
    #dbg_label(!62, !63)
  %arraydecay = getelementptr inbounds [8 x i8], ptr %text, i64 0, i64 0, !dbg !64
  call void @llvm.memset.p0.i64(ptr align 1 %arraydecay, i8 120, i64 8, i1 false), !dbg !64
  %arraydecay1 = getelementptr inbounds [8 x i8], ptr %text, i64 0, i64 0, !dbg !65
  %name = getelementptr inbounds %struct.list, ptr %copy, i32 0, i32 2, !dbg !66
  %arraydecay2 = getelementptr inbounds [5 x i8], ptr %name, i64 0, i64 0, !dbg !65
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %arraydecay1, ptr align 4 %arraydecay2, i64 4, i1 false), !dbg !65
  %0 = load ptr, ptr %made, align 8, !dbg !67
  %tobool = icmp ne ptr %0, null, !dbg !67
  br i1 %tobool, label %if.end, label %if.then, !dbg !69

if.then:                                          ; preds = %again
  store i32 1, ptr %retval, align 4, !dbg !70
  br label %return, !dbg !70

if.end:                                           ; preds = %again
  %1 = load ptr, ptr %made, align 8, !dbg !71
  %arrayidx = getelementptr inbounds %struct.list, ptr %1, i64 1, !dbg !71
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %copy, i64 24, i1 false), !dbg !72
  br i1 true, label %cont4, label %trap3, !dbg !73, !nosanitize !47

trap3:                                            ; preds = %if.end
  call void @llvm.ubsantrap(i8 18) #11, !dbg !73, !nosanitize !47
  unreachable, !dbg !73, !nosanitize !47

cont4:                                            ; preds = %if.end
  %2 = load i8, ptr getelementptr inbounds ([4 x i8], ptr @start, i64 0, i64 3), align 1, !dbg !73
  %conv = zext i8 %2 to i32, !dbg !73
  %3 = load ptr, ptr %made, align 8, !dbg !74
  %arrayidx5 = getelementptr inbounds %struct.list, ptr %3, i64 1, !dbg !75
  %word = getelementptr inbounds %struct.list, ptr %arrayidx5, i32 0, i32 1, !dbg !75
  %4 = load i32, ptr %tries, align 4, !dbg !76
  %5 = sext i32 %4 to i64, !dbg !77, !nosanitize !47
  %6 = icmp ult i64 %5, 4, !dbg !77, !nosanitize !47
  br i1 %6, label %cont7, label %trap6, !dbg !77, !nosanitize !47

trap6:                                            ; preds = %cont4
  call void @llvm.ubsantrap(i8 18) #11, !dbg !77, !nosanitize !47
  unreachable, !dbg !77, !nosanitize !47

cont7:                                            ; preds = %cont4
  %idxprom = sext i32 %4 to i64, !dbg !77
  %arrayidx8 = getelementptr inbounds [4 x i8], ptr %word, i64 0, i64 %idxprom, !dbg !77
  %7 = load i8, ptr %arrayidx8, align 1, !dbg !77
  %conv9 = zext i8 %7 to i32, !dbg !77
  %xor = xor i32 %conv9, %conv, !dbg !77
  %conv10 = trunc i32 %xor to i8, !dbg !77
  store i8 %conv10, ptr %arrayidx8, align 1, !dbg !77
  %8 = load ptr, ptr %made, align 8, !dbg !78
  %add.ptr = getelementptr inbounds %struct.list, ptr %8, i64 1, !dbg !79
  %9 = load ptr, ptr %made, align 8, !dbg !80
  %next = getelementptr inbounds %struct.list, ptr %9, i32 0, i32 0, !dbg !81
  store ptr %add.ptr, ptr %next, align 8, !dbg !82
  %10 = load i32, ptr %tries, align 4, !dbg !83
  %11 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %10, i32 1), !dbg !83, !nosanitize !47
  %12 = extractvalue { i32, i1 } %11, 0, !dbg !83, !nosanitize !47
  %13 = extractvalue { i32, i1 } %11, 1, !dbg !83, !nosanitize !47
  %14 = xor i1 %13, true, !dbg !83, !nosanitize !47
  br i1 %14, label %cont12, label %trap11, !dbg !83, !nosanitize !47

trap11:                                           ; preds = %cont7
  call void @llvm.ubsantrap(i8 0) #11, !dbg !83, !nosanitize !47
  unreachable, !dbg !83, !nosanitize !47

cont12:                                           ; preds = %cont7
  store i32 %12, ptr %tries, align 4, !dbg !83
  %cmp = icmp slt i32 %10, 2, !dbg !85
  br i1 %cmp, label %land.lhs.true, label %if.end21, !dbg !86

land.lhs.true:                                    ; preds = %cont12
  %15 = load ptr, ptr %made, align 8, !dbg !87
  %arrayidx14 = getelementptr inbounds %struct.list, ptr %15, i64 1, !dbg !88
  %name15 = getelementptr inbounds %struct.list, ptr %arrayidx14, i32 0, i32 2, !dbg !88
  %arraydecay16 = getelementptr inbounds [5 x i8], ptr %name15, i64 0, i64 0, !dbg !87
  %call17 = call i64 @strlen(ptr noundef %arraydecay16) #13, !dbg !89
  %cmp18 = icmp eq i64 %call17, 3, !dbg !90
  br i1 %cmp18, label %if.then20, label %if.end21, !dbg !91

if.then20:                                        ; preds = %land.lhs.true
  br label %again, !dbg !92

if.end21:                                         ; preds = %land.lhs.true, %cont12
  %16 = load ptr, ptr %made, align 8, !dbg !93
  %call22 = call i32 @length(ptr noundef %16), !dbg !94
  %17 = load i32, ptr %tries, align 4, !dbg !95
  %call23 = call i32 @fill(i32 noundef %17), !dbg !96
  %18 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %call22, i32 %call23), !dbg !97, !nosanitize !47
  %19 = extractvalue { i32, i1 } %18, 0, !dbg !97, !nosanitize !47
  %20 = extractvalue { i32, i1 } %18, 1, !dbg !97, !nosanitize !47
  %21 = xor i1 %20, true, !dbg !97, !nosanitize !47
  br i1 %21, label %cont25, label %trap24, !dbg !97, !nosanitize !47

trap24:                                           ; preds = %if.end21
  call void @llvm.ubsantrap(i8 0) #11, !dbg !97, !nosanitize !47
  unreachable, !dbg !97, !nosanitize !47

cont25:                                           ; preds = %if.end21
  %22 = load i16, ptr getelementptr inbounds (%struct.anon, ptr @start, i32 0, i32 1), align 2, !dbg !98
  %conv26 = sext i16 %22 to i32, !dbg !99
  %23 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %19, i32 %conv26), !dbg !100, !nosanitize !47
  %24 = extractvalue { i32, i1 } %23, 0, !dbg !100, !nosanitize !47
  %25 = extractvalue { i32, i1 } %23, 1, !dbg !100, !nosanitize !47
  %26 = xor i1 %25, true, !dbg !100, !nosanitize !47
  br i1 %26, label %cont28, label %trap27, !dbg !100, !nosanitize !47

trap27:                                           ; preds = %cont25
  call void @llvm.ubsantrap(i8 0) #11, !dbg !100, !nosanitize !47
  unreachable, !dbg !100, !nosanitize !47

cont28:                                           ; preds = %cont25
  %27 = load i32, ptr %tries, align 4, !dbg !101
  %28 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %27, i32 %24), !dbg !101, !nosanitize !47
  %29 = extractvalue { i32, i1 } %28, 0, !dbg !101, !nosanitize !47
  %30 = extractvalue { i32, i1 } %28, 1, !dbg !101, !nosanitize !47
  %31 = xor i1 %30, true, !dbg !101, !nosanitize !47
  br i1 %31, label %cont30, label %trap29, !dbg !101, !nosanitize !47

trap29:                                           ; preds = %cont28
  call void @llvm.ubsantrap(i8 0) #11, !dbg !101, !nosanitize !47
  unreachable, !dbg !101, !nosanitize !47

cont30:                                           ; preds = %cont28
  store i32 %29, ptr %tries, align 4, !dbg !101
  %32 = load ptr, ptr %made, align 8, !dbg !102
  %call31 = call ptr @realloc(ptr noundef %32, i64 noundef 100) #14, !dbg !103
  store ptr %call31, ptr %made, align 8, !dbg !104
  %33 = load ptr, ptr %made, align 8, !dbg !105
  call void @free(ptr noundef %33) #15, !dbg !106
  %34 = load i32, ptr %tries, align 4, !dbg !107
  %cmp32 = icmp sgt i32 %34, 5, !dbg !108
  br i1 %cmp32, label %cond.true, label %cond.false, !dbg !107

cond.true:                                        ; preds = %cont30
  %35 = load i32, ptr %tries, align 4, !dbg !109
  %call34 = call i32 @elsewhere(i32 noundef %35), !dbg !110
  br label %cond.end, !dbg !107

cond.false:                                       ; preds = %cont30
  br i1 true, label %cont36, label %trap35, !dbg !111, !nosanitize !47

trap35:                                           ; preds = %cond.false
  call void @llvm.ubsantrap(i8 18) #11, !dbg !111, !nosanitize !47
  unreachable, !dbg !111, !nosanitize !47

cont36:                                           ; preds = %cond.false
  %arrayidx37 = getelementptr inbounds [8 x i8], ptr %text, i64 0, i64 2, !dbg !111
  %36 = load i8, ptr %arrayidx37, align 1, !dbg !111
  %conv38 = sext i8 %36 to i32, !dbg !111
  br label %cond.end, !dbg !107

cond.end:                                         ; preds = %cont36, %cond.true
  %cond = phi i32 [ %call34, %cond.true ], [ %conv38, %cont36 ], !dbg !107
  store i32 %cond, ptr %retval, align 4, !dbg !112
  br label %return, !dbg !112

return:                                           ; preds = %cond.end, %if.then
  %37 = load i32, ptr %retval, align 4, !dbg !113
  ret i32 %37, !dbg !113
}

; Function Attrs: cold noreturn nounwind
declare void @llvm.ubsantrap(i8 immarg) #1

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: nounwind allocsize(0,1)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #3

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #4

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #5

; Function Attrs: nounwind willreturn memory(read)
declare i64 @strlen(ptr noundef) #6

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @length(ptr noundef %list) #0 !dbg !114 {
entry:
  %list.addr = alloca ptr, align 8
  store ptr %list, ptr %list.addr, align 8
    #dbg_declare(ptr %list.addr, !119, !DIExpression(), !120)
  %0 = load ptr, ptr %list.addr, align 8, !dbg !121
  %tobool = icmp ne ptr %0, null, !dbg !121
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !121

cond.true:                                        ; preds = %entry
  %1 = load ptr, ptr %list.addr, align 8, !dbg !122
  %next = getelementptr inbounds %struct.list, ptr %1, i32 0, i32 0, !dbg !123
  %2 = load ptr, ptr %next, align 8, !dbg !123
  %call = call i32 @length(ptr noundef %2), !dbg !124
  %3 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 %call), !dbg !125, !nosanitize !47
  %4 = extractvalue { i32, i1 } %3, 0, !dbg !125, !nosanitize !47
  %5 = extractvalue { i32, i1 } %3, 1, !dbg !125, !nosanitize !47
  %6 = xor i1 %5, true, !dbg !125, !nosanitize !47
  br i1 %6, label %cont, label %trap, !dbg !125, !nosanitize !47

trap:                                             ; preds = %cond.true
  call void @llvm.ubsantrap(i8 0) #11, !dbg !125, !nosanitize !47
  unreachable, !dbg !125, !nosanitize !47

cont:                                             ; preds = %cond.true
  br label %cond.end, !dbg !121

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !121

cond.end:                                         ; preds = %cond.false, %cont
  %cond = phi i32 [ %4, %cont ], [ 0, %cond.false ], !dbg !121
  ret i32 %cond, !dbg !126
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @fill(i32 noundef %n) #0 !dbg !127 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca ptr, align 8
  %__vla_expr0 = alloca i64, align 8
  %total = alloca i32, align 4
  %i = alloca i32, align 4
  %at = alloca ptr, align 8
  store i32 %n, ptr %n.addr, align 4
    #dbg_declare(ptr %n.addr, !130, !DIExpression(), !131)
  %0 = load i32, ptr %n.addr, align 4, !dbg !132
  %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %0, i32 1), !dbg !133, !nosanitize !47
  %2 = extractvalue { i32, i1 } %1, 0, !dbg !133, !nosanitize !47
  %3 = extractvalue { i32, i1 } %1, 1, !dbg !133, !nosanitize !47
  %4 = xor i1 %3, true, !dbg !133, !nosanitize !47
  br i1 %4, label %cont, label %trap, !dbg !133, !nosanitize !47

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 0) #11, !dbg !133, !nosanitize !47
  unreachable, !dbg !133, !nosanitize !47

cont:                                             ; preds = %entry
  %5 = zext i32 %2 to i64, !dbg !134
  %6 = call ptr @llvm.stacksave.p0(), !dbg !134
  store ptr %6, ptr %saved_stack, align 8, !dbg !134
  %vla = alloca i32, i64 %5, align 16, !dbg !134
  store i64 %5, ptr %__vla_expr0, align 8, !dbg !134
    #dbg_declare(ptr %__vla_expr0, !135, !DIExpression(), !137)
    #dbg_declare(ptr %vla, !138, !DIExpression(), !142)
    #dbg_declare(ptr %total, !143, !DIExpression(), !144)
  store i32 0, ptr %total, align 4, !dbg !144
    #dbg_declare(ptr %i, !145, !DIExpression(), !147)
  store i32 0, ptr %i, align 4, !dbg !147
  br label %for.cond, !dbg !148

for.cond:                                         ; preds = %cont6, %cont
  %7 = load i32, ptr %i, align 4, !dbg !149
  %8 = load i32, ptr %n.addr, align 4, !dbg !151
  %cmp = icmp sle i32 %7, %8, !dbg !152
  br i1 %cmp, label %for.body, label %for.end, !dbg !153

for.body:                                         ; preds = %for.cond
  %9 = load i32, ptr %i, align 4, !dbg !154
  %10 = load i32, ptr %i, align 4, !dbg !155
  %11 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %9, i32 %10), !dbg !156, !nosanitize !47
  %12 = extractvalue { i32, i1 } %11, 0, !dbg !156, !nosanitize !47
  %13 = extractvalue { i32, i1 } %11, 1, !dbg !156, !nosanitize !47
  %14 = xor i1 %13, true, !dbg !156, !nosanitize !47
  br i1 %14, label %cont2, label %trap1, !dbg !156, !nosanitize !47

trap1:                                            ; preds = %for.body
  call void @llvm.ubsantrap(i8 12) #11, !dbg !156, !nosanitize !47
  unreachable, !dbg !156, !nosanitize !47

cont2:                                            ; preds = %for.body
  %15 = load i32, ptr %i, align 4, !dbg !157
  %16 = sext i32 %15 to i64, !dbg !158, !nosanitize !47
  %17 = icmp ult i64 %16, %5, !dbg !158, !nosanitize !47
  br i1 %17, label %cont4, label %trap3, !dbg !158, !nosanitize !47

trap3:                                            ; preds = %cont2
  call void @llvm.ubsantrap(i8 18) #11, !dbg !158, !nosanitize !47
  unreachable, !dbg !158, !nosanitize !47

cont4:                                            ; preds = %cont2
  %idxprom = sext i32 %15 to i64, !dbg !158
  %arrayidx = getelementptr inbounds i32, ptr %vla, i64 %idxprom, !dbg !158
  store i32 %12, ptr %arrayidx, align 4, !dbg !158
  br label %for.inc, !dbg !159

for.inc:                                          ; preds = %cont4
  %18 = load i32, ptr %i, align 4, !dbg !160
  %19 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %18, i32 1), !dbg !160, !nosanitize !47
  %20 = extractvalue { i32, i1 } %19, 0, !dbg !160, !nosanitize !47
  %21 = extractvalue { i32, i1 } %19, 1, !dbg !160, !nosanitize !47
  %22 = xor i1 %21, true, !dbg !160, !nosanitize !47
  br i1 %22, label %cont6, label %trap5, !dbg !160, !nosanitize !47

trap5:                                            ; preds = %for.inc
  call void @llvm.ubsantrap(i8 0) #11, !dbg !160, !nosanitize !47
  unreachable, !dbg !160, !nosanitize !47

cont6:                                            ; preds = %for.inc
  store i32 %20, ptr %i, align 4, !dbg !160
  br label %for.cond, !dbg !161, !llvm.loop !162

for.end:                                          ; preds = %for.cond
    #dbg_declare(ptr %at, !165, !DIExpression(), !168)
  store ptr %vla, ptr %at, align 8, !dbg !168
  br label %for.cond7, !dbg !169

for.cond7:                                        ; preds = %for.inc14, %for.end
  %23 = load ptr, ptr %at, align 8, !dbg !170
  %24 = load i32, ptr %n.addr, align 4, !dbg !172
  %idx.ext = sext i32 %24 to i64, !dbg !173
  %25 = icmp ule i64 %idx.ext, %5, !dbg !173, !nosanitize !47
  br i1 %25, label %cont9, label %trap8, !dbg !173, !nosanitize !47

trap8:                                            ; preds = %for.cond7
  call void @llvm.ubsantrap(i8 18) #11, !dbg !173, !nosanitize !47
  unreachable, !dbg !173, !nosanitize !47

cont9:                                            ; preds = %for.cond7
  %add.ptr = getelementptr inbounds i32, ptr %vla, i64 %idx.ext, !dbg !173
  %cmp10 = icmp ult ptr %23, %add.ptr, !dbg !174
  br i1 %cmp10, label %for.body11, label %for.end15, !dbg !175

for.body11:                                       ; preds = %cont9
  %26 = load ptr, ptr %at, align 8, !dbg !176
  %27 = load i32, ptr %26, align 4, !dbg !177
  %28 = load i32, ptr %total, align 4, !dbg !178
  %29 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %28, i32 %27), !dbg !178, !nosanitize !47
  %30 = extractvalue { i32, i1 } %29, 0, !dbg !178, !nosanitize !47
  %31 = extractvalue { i32, i1 } %29, 1, !dbg !178, !nosanitize !47
  %32 = xor i1 %31, true, !dbg !178, !nosanitize !47
  br i1 %32, label %cont13, label %trap12, !dbg !178, !nosanitize !47

trap12:                                           ; preds = %for.body11
  call void @llvm.ubsantrap(i8 0) #11, !dbg !178, !nosanitize !47
  unreachable, !dbg !178, !nosanitize !47

cont13:                                           ; preds = %for.body11
  store i32 %30, ptr %total, align 4, !dbg !178
  br label %for.inc14, !dbg !179

for.inc14:                                        ; preds = %cont13
  %33 = load ptr, ptr %at, align 8, !dbg !180
  %incdec.ptr = getelementptr inbounds i32, ptr %33, i32 1, !dbg !180
  store ptr %incdec.ptr, ptr %at, align 8, !dbg !180
  br label %for.cond7, !dbg !181, !llvm.loop !182

for.end15:                                        ; preds = %cont9
  %34 = load i32, ptr %total, align 4, !dbg !184
  %35 = load ptr, ptr %saved_stack, align 8, !dbg !185
  call void @llvm.stackrestore.p0(ptr %35), !dbg !185
  ret i32 %34, !dbg !185
}

; Function Attrs: nounwind allocsize(1)
declare ptr @realloc(ptr noundef, i64 noundef) #7

; Function Attrs: nounwind
declare void @free(ptr noundef) #8

declare i32 @elsewhere(i32 noundef) #9

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #10

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #5

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #10

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { cold noreturn nounwind }
attributes #2 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nounwind allocsize(0,1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind willreturn memory(read) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind allocsize(1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #9 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #10 = { nocallback nofree nosync nounwind willreturn }
attributes #11 = { noreturn nounwind }
attributes #12 = { nounwind allocsize(0,1) }
attributes #13 = { nounwind willreturn memory(read) }
attributes #14 = { nounwind allocsize(1) }
attributes #15 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!37, !38, !39, !40, !41, !42, !43}
!llvm.ident = !{!44}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "ends", scope: !2, file: !3, line: 9, type: !24, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "memory.c", directory: "/project")
!4 = !{!5}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{!0, !7}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "start", scope: !2, file: !3, line: 8, type: !9, isLocal: true, isDefinition: true)
!9 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "word", file: !3, line: 5, size: 32, elements: !10)
!10 = !{!11, !13, !18}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "whole", scope: !9, file: !3, line: 5, baseType: !12, size: 32)
!12 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!13 = !DIDerivedType(tag: DW_TAG_member, name: "bytes", scope: !9, file: !3, line: 5, baseType: !14, size: 32)
!14 = !DICompositeType(tag: DW_TAG_array_type, baseType: !15, size: 32, elements: !16)
!15 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!16 = !{!17}
!17 = !DISubrange(count: 4)
!18 = !DIDerivedType(tag: DW_TAG_member, name: "halves", scope: !9, file: !3, line: 5, baseType: !19, size: 32)
!19 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !9, file: !3, line: 5, size: 32, elements: !20)
!20 = !{!21, !23}
!21 = !DIDerivedType(tag: DW_TAG_member, name: "low", scope: !19, file: !3, line: 5, baseType: !22, size: 16)
!22 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!23 = !DIDerivedType(tag: DW_TAG_member, name: "high", scope: !19, file: !3, line: 5, baseType: !22, size: 16, offset: 16)
!24 = !DICompositeType(tag: DW_TAG_array_type, baseType: !25, size: 384, elements: !35)
!25 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "list", file: !3, line: 6, size: 192, elements: !26)
!26 = !{!27, !29, !30}
!27 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !25, file: !3, line: 6, baseType: !28, size: 64)
!28 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !25, size: 64)
!29 = !DIDerivedType(tag: DW_TAG_member, name: "word", scope: !25, file: !3, line: 6, baseType: !9, size: 32, offset: 64)
!30 = !DIDerivedType(tag: DW_TAG_member, name: "name", scope: !25, file: !3, line: 6, baseType: !31, size: 40, offset: 96)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !32, size: 40, elements: !33)
!32 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!33 = !{!34}
!34 = !DISubrange(count: 5)
!35 = !{!36}
!36 = !DISubrange(count: 2)
!37 = !{i32 7, !"Dwarf Version", i32 5}
!38 = !{i32 2, !"Debug Info Version", i32 3}
!39 = !{i32 1, !"wchar_size", i32 4}
!40 = !{i32 8, !"PIC Level", i32 2}
!41 = !{i32 7, !"PIE Level", i32 2}
!42 = !{i32 7, !"uwtable", i32 2}
!43 = !{i32 7, !"frame-pointer", i32 2}
!44 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!45 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 24, type: !46, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!46 = !DISubroutineType(types: !4)
!47 = !{}
!48 = !DILocalVariable(name: "copy", scope: !45, file: !3, line: 25, type: !25)
!49 = !DILocation(line: 25, column: 17, scope: !45)
!50 = !DILocation(line: 25, column: 24, scope: !45)
!51 = !DILocalVariable(name: "made", scope: !45, file: !3, line: 25, type: !28)
!52 = !DILocation(line: 25, column: 34, scope: !45)
!53 = !DILocation(line: 25, column: 41, scope: !45)
!54 = !DILocalVariable(name: "text", scope: !45, file: !3, line: 26, type: !55)
!55 = !DICompositeType(tag: DW_TAG_array_type, baseType: !32, size: 64, elements: !56)
!56 = !{!57}
!57 = !DISubrange(count: 8)
!58 = !DILocation(line: 26, column: 10, scope: !45)
!59 = !DILocalVariable(name: "tries", scope: !45, file: !3, line: 27, type: !5)
!60 = !DILocation(line: 27, column: 9, scope: !45)
!61 = !DILocation(line: 27, column: 5, scope: !45)
!62 = !DILabel(scope: !45, name: "again", file: !3, line: 28)
!63 = !DILocation(line: 28, column: 1, scope: !45)
!64 = !DILocation(line: 29, column: 5, scope: !45)
!65 = !DILocation(line: 30, column: 5, scope: !45)
!66 = !DILocation(line: 30, column: 23, scope: !45)
!67 = !DILocation(line: 31, column: 10, scope: !68)
!68 = distinct !DILexicalBlock(scope: !45, file: !3, line: 31, column: 9)
!69 = !DILocation(line: 31, column: 9, scope: !45)
!70 = !DILocation(line: 32, column: 9, scope: !68)
!71 = !DILocation(line: 33, column: 5, scope: !45)
!72 = !DILocation(line: 33, column: 15, scope: !45)
!73 = !DILocation(line: 34, column: 34, scope: !45)
!74 = !DILocation(line: 34, column: 5, scope: !45)
!75 = !DILocation(line: 34, column: 13, scope: !45)
!76 = !DILocation(line: 34, column: 24, scope: !45)
!77 = !DILocation(line: 34, column: 31, scope: !45)
!78 = !DILocation(line: 35, column: 18, scope: !45)
!79 = !DILocation(line: 35, column: 23, scope: !45)
!80 = !DILocation(line: 35, column: 5, scope: !45)
!81 = !DILocation(line: 35, column: 11, scope: !45)
!82 = !DILocation(line: 35, column: 16, scope: !45)
!83 = !DILocation(line: 36, column: 14, scope: !84)
!84 = distinct !DILexicalBlock(scope: !45, file: !3, line: 36, column: 9)
!85 = !DILocation(line: 36, column: 17, scope: !84)
!86 = !DILocation(line: 36, column: 21, scope: !84)
!87 = !DILocation(line: 36, column: 31, scope: !84)
!88 = !DILocation(line: 36, column: 39, scope: !84)
!89 = !DILocation(line: 36, column: 24, scope: !84)
!90 = !DILocation(line: 36, column: 45, scope: !84)
!91 = !DILocation(line: 36, column: 9, scope: !45)
!92 = !DILocation(line: 37, column: 9, scope: !84)
!93 = !DILocation(line: 38, column: 21, scope: !45)
!94 = !DILocation(line: 38, column: 14, scope: !45)
!95 = !DILocation(line: 38, column: 34, scope: !45)
!96 = !DILocation(line: 38, column: 29, scope: !45)
!97 = !DILocation(line: 38, column: 27, scope: !45)
!98 = !DILocation(line: 38, column: 61, scope: !45)
!99 = !DILocation(line: 38, column: 43, scope: !45)
!100 = !DILocation(line: 38, column: 41, scope: !45)
!101 = !DILocation(line: 38, column: 11, scope: !45)
!102 = !DILocation(line: 39, column: 20, scope: !45)
!103 = !DILocation(line: 39, column: 12, scope: !45)
!104 = !DILocation(line: 39, column: 10, scope: !45)
!105 = !DILocation(line: 40, column: 10, scope: !45)
!106 = !DILocation(line: 40, column: 5, scope: !45)
!107 = !DILocation(line: 41, column: 12, scope: !45)
!108 = !DILocation(line: 41, column: 18, scope: !45)
!109 = !DILocation(line: 41, column: 34, scope: !45)
!110 = !DILocation(line: 41, column: 24, scope: !45)
!111 = !DILocation(line: 41, column: 43, scope: !45)
!112 = !DILocation(line: 41, column: 5, scope: !45)
!113 = !DILocation(line: 42, column: 1, scope: !45)
!114 = distinct !DISubprogram(name: "length", scope: !3, file: !3, line: 12, type: !115, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !47)
!115 = !DISubroutineType(types: !116)
!116 = !{!5, !117}
!117 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !118, size: 64)
!118 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !25)
!119 = !DILocalVariable(name: "list", arg: 1, scope: !114, file: !3, line: 12, type: !117)
!120 = !DILocation(line: 12, column: 38, scope: !114)
!121 = !DILocation(line: 12, column: 53, scope: !114)
!122 = !DILocation(line: 12, column: 71, scope: !114)
!123 = !DILocation(line: 12, column: 77, scope: !114)
!124 = !DILocation(line: 12, column: 64, scope: !114)
!125 = !DILocation(line: 12, column: 62, scope: !114)
!126 = !DILocation(line: 12, column: 46, scope: !114)
!127 = distinct !DISubprogram(name: "fill", scope: !3, file: !3, line: 14, type: !128, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !47)
!128 = !DISubroutineType(types: !129)
!129 = !{!5, !5}
!130 = !DILocalVariable(name: "n", arg: 1, scope: !127, file: !3, line: 14, type: !5)
!131 = !DILocation(line: 14, column: 21, scope: !127)
!132 = !DILocation(line: 15, column: 13, scope: !127)
!133 = !DILocation(line: 15, column: 15, scope: !127)
!134 = !DILocation(line: 15, column: 5, scope: !127)
!135 = !DILocalVariable(name: "__vla_expr0", scope: !127, type: !136, flags: DIFlagArtificial)
!136 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!137 = !DILocation(line: 0, scope: !127)
!138 = !DILocalVariable(name: "row", scope: !127, file: !3, line: 15, type: !139)
!139 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, elements: !140)
!140 = !{!141}
!141 = !DISubrange(count: !135)
!142 = !DILocation(line: 15, column: 9, scope: !127)
!143 = !DILocalVariable(name: "total", scope: !127, file: !3, line: 16, type: !5)
!144 = !DILocation(line: 16, column: 9, scope: !127)
!145 = !DILocalVariable(name: "i", scope: !146, file: !3, line: 17, type: !5)
!146 = distinct !DILexicalBlock(scope: !127, file: !3, line: 17, column: 5)
!147 = !DILocation(line: 17, column: 14, scope: !146)
!148 = !DILocation(line: 17, column: 10, scope: !146)
!149 = !DILocation(line: 17, column: 21, scope: !150)
!150 = distinct !DILexicalBlock(scope: !146, file: !3, line: 17, column: 5)
!151 = !DILocation(line: 17, column: 26, scope: !150)
!152 = !DILocation(line: 17, column: 23, scope: !150)
!153 = !DILocation(line: 17, column: 5, scope: !146)
!154 = !DILocation(line: 18, column: 18, scope: !150)
!155 = !DILocation(line: 18, column: 22, scope: !150)
!156 = !DILocation(line: 18, column: 20, scope: !150)
!157 = !DILocation(line: 18, column: 13, scope: !150)
!158 = !DILocation(line: 18, column: 16, scope: !150)
!159 = !DILocation(line: 18, column: 9, scope: !150)
!160 = !DILocation(line: 17, column: 30, scope: !150)
!161 = !DILocation(line: 17, column: 5, scope: !150)
!162 = distinct !{!162, !153, !163, !164}
!163 = !DILocation(line: 18, column: 22, scope: !146)
!164 = !{!"llvm.loop.mustprogress"}
!165 = !DILocalVariable(name: "at", scope: !166, file: !3, line: 19, type: !167)
!166 = distinct !DILexicalBlock(scope: !127, file: !3, line: 19, column: 5)
!167 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!168 = !DILocation(line: 19, column: 15, scope: !166)
!169 = !DILocation(line: 19, column: 10, scope: !166)
!170 = !DILocation(line: 19, column: 25, scope: !171)
!171 = distinct !DILexicalBlock(scope: !166, file: !3, line: 19, column: 5)
!172 = !DILocation(line: 19, column: 36, scope: !171)
!173 = !DILocation(line: 19, column: 34, scope: !171)
!174 = !DILocation(line: 19, column: 28, scope: !171)
!175 = !DILocation(line: 19, column: 5, scope: !166)
!176 = !DILocation(line: 20, column: 19, scope: !171)
!177 = !DILocation(line: 20, column: 18, scope: !171)
!178 = !DILocation(line: 20, column: 15, scope: !171)
!179 = !DILocation(line: 20, column: 9, scope: !171)
!180 = !DILocation(line: 19, column: 39, scope: !171)
!181 = !DILocation(line: 19, column: 5, scope: !171)
!182 = distinct !{!182, !175, !183, !164}
!183 = !DILocation(line: 20, column: 19, scope: !166)
!184 = !DILocation(line: 21, column: 12, scope: !127)
!185 = !DILocation(line: 22, column: 1, scope: !127)
