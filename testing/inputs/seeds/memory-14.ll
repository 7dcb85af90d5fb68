; ModuleID = 'memory.c'
source_filename = "memory.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.list = type { %struct.list*, %union.word, [5 x i8] }
%union.word = type { i32 }
%struct.anon = type { i16, i16 }

@ends = internal global [2 x %struct.list] [%struct.list { %struct.list* bitcast (i8* getelementptr (i8, i8* bitcast ([2 x %struct.list]* @ends to i8*), i64 24) to %struct.list*), %union.word { i32 1 }, [5 x i8] c"one\00\00" }, %struct.list { %struct.list* null, %union.word { i32 2 }, [5 x i8] c"two\00\00" }], align 16, !dbg !0
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
  %made = alloca %struct.list*, align 8
  %text = alloca [8 x i8], align 1
  %tries = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata %struct.list* %copy, metadata !48, metadata !DIExpression()), !dbg !49
  br i1 true, label %cont, label %trap, !dbg !50, !nosanitize !47

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 18) #9, !dbg !50, !nosanitize !47
  unreachable, !dbg !50, !nosanitize !47

cont:                                             ; preds = %entry
  %0 = bitcast %struct.list* %copy to i8*, !dbg !50
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %0, i8* align 16 bitcast ([2 x %struct.list]* @ends to i8*), i64 24, i1 false), !dbg !50
  call void @llvm.dbg.declare(metadata %struct.list** %made, metadata !51, metadata !DIExpression()), !dbg !52
  %call = call noalias i8* @calloc(i64 noundef 2, i64 noundef 24) #10, !dbg !53
  %1 = bitcast i8* %call to %struct.list*, !dbg !53
  store %struct.list* %1, %struct.list** %made, align 8, !dbg !52
  call void @llvm.dbg.declare(metadata [8 x i8]* %text, metadata !54, metadata !DIExpression()), !dbg !58
  call void @llvm.dbg.declare(metadata i32* %tries, metadata !59, metadata !DIExpression()), !dbg !60
  store i32 0, i32* %tries, align 4, !dbg !60
  br label %again, !dbg !61

again:                                            ; preds = %if.then20, %cont
  call void @llvm.dbg.label(metadata !62), !dbg !63
  %arraydecay = getelementptr inbounds [8 x i8], [8 x i8]* %text, i64 0, i64 0, !dbg !64
  call void @llvm.memset.p0i8.i64(i8* align 1 %arraydecay, i8 120, i64 8, i1 false), !dbg !64
  %arraydecay1 = getelementptr inbounds [8 x i8], [8 x i8]* %text, i64 0, i64 0, !dbg !65
  %name = getelementptr inbounds %struct.list, %struct.list* %copy, i32 0, i32 2, !dbg !66
  %arraydecay2 = getelementptr inbounds [5 x i8], [5 x i8]* %name, i64 0, i64 0, !dbg !65
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 1 %arraydecay1, i8* align 4 %arraydecay2, i64 4, i1 false), !dbg !65
  %2 = load %struct.list*, %struct.list** %made, align 8, !dbg !67
  %tobool = icmp ne %struct.list* %2, null, !dbg !67
  br i1 %tobool, label %if.end, label %if.then, !dbg !69

if.then:                                          ; preds = %again
  store i32 1, i32* %retval, align 4, !dbg !70
  br label %return, !dbg !70

if.end:                                           ; preds = %again
  %3 = load %struct.list*, %struct.list** %made, align 8, !dbg !71
  %arrayidx = getelementptr inbounds %struct.list, %struct.list* %3, i64 1, !dbg !71
  %4 = bitcast %struct.list* %arrayidx to i8*, !dbg !72
  %5 = bitcast %struct.list* %copy to i8*, !dbg !72
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %4, i8* align 8 %5, i64 24, i1 false), !dbg !72
  br i1 true, label %cont4, label %trap3, !dbg !73, !nosanitize !47

trap3:                                            ; preds = %if.end
  call void @llvm.ubsantrap(i8 18) #9, !dbg !73, !nosanitize !47
  unreachable, !dbg !73, !nosanitize !47

cont4:                                            ; preds = %if.end
  %6 = load i8, i8* getelementptr inbounds ([4 x i8], [4 x i8]* bitcast (%union.word* @start to [4 x i8]*), i64 0, i64 3), align 1, !dbg !73
  %conv = zext i8 %6 to i32, !dbg !73
  %7 = load %struct.list*, %struct.list** %made, align 8, !dbg !74
  %arrayidx5 = getelementptr inbounds %struct.list, %struct.list* %7, i64 1, !dbg !75
  %word = getelementptr inbounds %struct.list, %struct.list* %arrayidx5, i32 0, i32 1, !dbg !75
  %bytes = bitcast %union.word* %word to [4 x i8]*, !dbg !76
  %8 = load i32, i32* %tries, align 4, !dbg !77
  %9 = sext i32 %8 to i64, !dbg !78, !nosanitize !47
  %10 = icmp ult i64 %9, 4, !dbg !78, !nosanitize !47
  br i1 %10, label %cont7, label %trap6, !dbg !78, !nosanitize !47

trap6:                                            ; preds = %cont4
  call void @llvm.ubsantrap(i8 18) #9, !dbg !78, !nosanitize !47
  unreachable, !dbg !78, !nosanitize !47

cont7:                                            ; preds = %cont4
  %idxprom = sext i32 %8 to i64, !dbg !78
  %arrayidx8 = getelementptr inbounds [4 x i8], [4 x i8]* %bytes, i64 0, i64 %idxprom, !dbg !78
  %11 = load i8, i8* %arrayidx8, align 1, !dbg !78
  %conv9 = zext i8 %11 to i32, !dbg !78
  %xor = xor i32 %conv9, %conv, !dbg !78
  %conv10 = trunc i32 %xor to i8, !dbg !78
  store i8 %conv10, i8* %arrayidx8, align 1, !dbg !78
  %12 = load %struct.list*, %struct.list** %made, align 8, !dbg !79
  %add.ptr = getelementptr inbounds %struct.list, %struct.list* %12, i64 1, !dbg !80
  %13 = load %struct.list*, %struct.list** %made, align 8, !dbg !81
  %next = getelementptr inbounds %struct.list, %struct.list* %13, i32 0, i32 0, !dbg !82
  store %struct.list* %add.ptr, %struct.list** %next, align 8, !dbg !83
  %14 = load i32, i32* %tries, align 4, !dbg !84
  %15 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %14, i32 1), !dbg !84, !nosanitize !47
  %16 = extractvalue { i32, i1 } %15, 0, !dbg !84, !nosanitize !47
  %17 = extractvalue { i32, i1 } %15, 1, !dbg !84, !nosanitize !47
  %18 = xor i1 %17, true, !dbg !84, !nosanitize !47
  br i1 %18, label %cont12, label %trap11, !dbg !84, !nosanitize !47

trap11:                                           ; preds = %cont7
  call void @llvm.ubsantrap(i8 0) #9, !dbg !84, !nosanitize !47
  unreachable, !dbg !84, !nosanitize !47

cont12:                                           ; preds = %cont7
  store i32 %16, i32* %tries, align 4, !dbg !84
  %cmp = icmp slt i32 %14, 2, !dbg !86
  br i1 %cmp, label %land.lhs.true, label %if.end21, !dbg !87

land.lhs.true:                                    ; preds = %cont12
  %19 = load %struct.list*, %struct.list** %made, align 8, !dbg !88
  %arrayidx14 = getelementptr inbounds %struct.list, %struct.list* %19, i64 1, !dbg !89
  %name15 = getelementptr inbounds %struct.list, %struct.list* %arrayidx14, i32 0, i32 2, !dbg !89
  %arraydecay16 = getelementptr inbounds [5 x i8], [5 x i8]* %name15, i64 0, i64 0, !dbg !88
  %call17 = call i64 @strlen(i8* noundef %arraydecay16) #11, !dbg !90
  %cmp18 = icmp eq i64 %call17, 3, !dbg !91
  br i1 %cmp18, label %if.then20, label %if.end21, !dbg !92

if.then20:                                        ; preds = %land.lhs.true
  br label %again, !dbg !93

if.end21:                                         ; preds = %land.lhs.true, %cont12
  %20 = load %struct.list*, %struct.list** %made, align 8, !dbg !94
  %call22 = call i32 @length(%struct.list* noundef %20), !dbg !95
  %21 = load i32, i32* %tries, align 4, !dbg !96
  %call23 = call i32 @fill(i32 noundef %21), !dbg !97
  %22 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %call22, i32 %call23), !dbg !98, !nosanitize !47
  %23 = extractvalue { i32, i1 } %22, 0, !dbg !98, !nosanitize !47
  %24 = extractvalue { i32, i1 } %22, 1, !dbg !98, !nosanitize !47
  %25 = xor i1 %24, true, !dbg !98, !nosanitize !47
  br i1 %25, label %cont25, label %trap24, !dbg !98, !nosanitize !47

trap24:                                           ; preds = %if.end21
  call void @llvm.ubsantrap(i8 0) #9, !dbg !98, !nosanitize !47
  unreachable, !dbg !98, !nosanitize !47

cont25:                                           ; preds = %if.end21
  %26 = load i16, i16* getelementptr inbounds (%struct.anon, %struct.anon* bitcast (%union.word* @start to %struct.anon*), i32 0, i32 1), align 2, !dbg !99
  %conv26 = sext i16 %26 to i32, !dbg !100
  %27 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %23, i32 %conv26), !dbg !101, !nosanitize !47
  %28 = extractvalue { i32, i1 } %27, 0, !dbg !101, !nosanitize !47
  %29 = extractvalue { i32, i1 } %27, 1, !dbg !101, !nosanitize !47
  %30 = xor i1 %29, true, !dbg !101, !nosanitize !47
  br i1 %30, label %cont28, label %trap27, !dbg !101, !nosanitize !47

trap27:                                           ; preds = %cont25
  call void @llvm.ubsantrap(i8 0) #9, !dbg !101, !nosanitize !47
  unreachable, !dbg !101, !nosanitize !47

cont28:                                           ; preds = %cont25
  %31 = load i32, i32* %tries, align 4, !dbg !102
  %32 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %31, i32 %28), !dbg !102, !nosanitize !47
  %33 = extractvalue { i32, i1 } %32, 0, !dbg !102, !nosanitize !47
  %34 = extractvalue { i32, i1 } %32, 1, !dbg !102, !nosanitize !47
  %35 = xor i1 %34, true, !dbg !102, !nosanitize !47
  br i1 %35, label %cont30, label %trap29, !dbg !102, !nosanitize !47

trap29:                                           ; preds = %cont28
  call void @llvm.ubsantrap(i8 0) #9, !dbg !102, !nosanitize !47
  unreachable, !dbg !102, !nosanitize !47

cont30:                                           ; preds = %cont28
  store i32 %33, i32* %tries, align 4, !dbg !102
  %36 = load %struct.list*, %struct.list** %made, align 8, !dbg !103
  %37 = bitcast %struct.list* %36 to i8*, !dbg !103
  %call31 = call i8* @realloc(i8* noundef %37, i64 noundef 100) #10, !dbg !104
  %38 = bitcast i8* %call31 to %struct.list*, !dbg !104
  store %struct.list* %38, %struct.list** %made, align 8, !dbg !105
  %39 = load %struct.list*, %struct.list** %made, align 8, !dbg !106
  %40 = bitcast %struct.list* %39 to i8*, !dbg !106
  call void @free(i8* noundef %40) #10, !dbg !107
  %41 = load i32, i32* %tries, align 4, !dbg !108
  %cmp32 = icmp sgt i32 %41, 5, !dbg !109
  br i1 %cmp32, label %cond.true, label %cond.false, !dbg !108

cond.true:                                        ; preds = %cont30
  %42 = load i32, i32* %tries, align 4, !dbg !110
  %call34 = call i32 @elsewhere(i32 noundef %42), !dbg !111
  br label %cond.end, !dbg !108

cond.false:                                       ; preds = %cont30
  br i1 true, label %cont36, label %trap35, !dbg !112, !nosanitize !47

trap35:                                           ; preds = %cond.false
  call void @llvm.ubsantrap(i8 18) #9, !dbg !112, !nosanitize !47
  unreachable, !dbg !112, !nosanitize !47

cont36:                                           ; preds = %cond.false
  %arrayidx37 = getelementptr inbounds [8 x i8], [8 x i8]* %text, i64 0, i64 2, !dbg !112
  %43 = load i8, i8* %arrayidx37, align 1, !dbg !112
  %conv38 = sext i8 %43 to i32, !dbg !112
  br label %cond.end, !dbg !108

cond.end:                                         ; preds = %cont36, %cond.true
  %cond = phi i32 [ %call34, %cond.true ], [ %conv38, %cont36 ], !dbg !108
  store i32 %cond, i32* %retval, align 4, !dbg !113
  br label %return, !dbg !113

return:                                           ; preds = %cond.end, %if.then
  %44 = load i32, i32* %retval, align 4, !dbg !114
  ret i32 %44, !dbg !114
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: cold noreturn nounwind
declare void @llvm.ubsantrap(i8 immarg) #2

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #3

; Function Attrs: nounwind
declare noalias i8* @calloc(i64 noundef, i64 noundef) #4

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.label(metadata) #1

; Function Attrs: argmemonly nofree nounwind willreturn writeonly
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg) #5

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1

; Function Attrs: nounwind readonly willreturn
declare i64 @strlen(i8* noundef) #6

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @length(%struct.list* noundef %list) #0 !dbg !115 {
entry:
  %list.addr = alloca %struct.list*, align 8
  store %struct.list* %list, %struct.list** %list.addr, align 8
  call void @llvm.dbg.declare(metadata %struct.list** %list.addr, metadata !120, metadata !DIExpression()), !dbg !121
  %0 = load %struct.list*, %struct.list** %list.addr, align 8, !dbg !122
  %tobool = icmp ne %struct.list* %0, null, !dbg !122
  br i1 %tobool, label %cond.true, label %cond.false, !dbg !122

cond.true:                                        ; preds = %entry
  %1 = load %struct.list*, %struct.list** %list.addr, align 8, !dbg !123
  %next = getelementptr inbounds %struct.list, %struct.list* %1, i32 0, i32 0, !dbg !124
  %2 = load %struct.list*, %struct.list** %next, align 8, !dbg !124
  %call = call i32 @length(%struct.list* noundef %2), !dbg !125
  %3 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 %call), !dbg !126, !nosanitize !47
  %4 = extractvalue { i32, i1 } %3, 0, !dbg !126, !nosanitize !47
  %5 = extractvalue { i32, i1 } %3, 1, !dbg !126, !nosanitize !47
  %6 = xor i1 %5, true, !dbg !126, !nosanitize !47
  br i1 %6, label %cont, label %trap, !dbg !126, !nosanitize !47

trap:                                             ; preds = %cond.true
  call void @llvm.ubsantrap(i8 0) #9, !dbg !126, !nosanitize !47
  unreachable, !dbg !126, !nosanitize !47

cont:                                             ; preds = %cond.true
  br label %cond.end, !dbg !122

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !122

cond.end:                                         ; preds = %cond.false, %cont
  %cond = phi i32 [ %4, %cont ], [ 0, %cond.false ], !dbg !122
  ret i32 %cond, !dbg !127
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @fill(i32 noundef %n) #0 !dbg !128 {
entry:
  %n.addr = alloca i32, align 4
  %saved_stack = alloca i8*, align 8
  %__vla_expr0 = alloca i64, align 8
  %total = alloca i32, align 4
  %i = alloca i32, align 4
  %at = alloca i32*, align 8
  store i32 %n, i32* %n.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %n.addr, metadata !131, metadata !DIExpression()), !dbg !132
  %0 = load i32, i32* %n.addr, align 4, !dbg !133
  %1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %0, i32 1), !dbg !134, !nosanitize !47
  %2 = extractvalue { i32, i1 } %1, 0, !dbg !134, !nosanitize !47
  %3 = extractvalue { i32, i1 } %1, 1, !dbg !134, !nosanitize !47
  %4 = xor i1 %3, true, !dbg !134, !nosanitize !47
  br i1 %4, label %cont, label %trap, !dbg !134, !nosanitize !47

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 0) #9, !dbg !134, !nosanitize !47
  unreachable, !dbg !134, !nosanitize !47

cont:                                             ; preds = %entry
  %5 = zext i32 %2 to i64, !dbg !135
  %6 = call i8* @llvm.stacksave(), !dbg !135
  store i8* %6, i8** %saved_stack, align 8, !dbg !135
  %vla = alloca i32, i64 %5, align 16, !dbg !135
  store i64 %5, i64* %__vla_expr0, align 8, !dbg !135
  call void @llvm.dbg.declare(metadata i64* %__vla_expr0, metadata !136, metadata !DIExpression()), !dbg !138
  call void @llvm.dbg.declare(metadata i32* %vla, metadata !139, metadata !DIExpression()), !dbg !143
  call void @llvm.dbg.declare(metadata i32* %total, metadata !144, metadata !DIExpression()), !dbg !145
  store i32 0, i32* %total, align 4, !dbg !145
  call void @llvm.dbg.declare(metadata i32* %i, metadata !146, metadata !DIExpression()), !dbg !148
  store i32 0, i32* %i, align 4, !dbg !148
  br label %for.cond, !dbg !149

for.cond:                                         ; preds = %cont6, %cont
  %7 = load i32, i32* %i, align 4, !dbg !150
  %8 = load i32, i32* %n.addr, align 4, !dbg !152
  %cmp = icmp sle i32 %7, %8, !dbg !153
  br i1 %cmp, label %for.body, label %for.end, !dbg !154

for.body:                                         ; preds = %for.cond
  %9 = load i32, i32* %i, align 4, !dbg !155
  %10 = load i32, i32* %i, align 4, !dbg !156
  %11 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %9, i32 %10), !dbg !157, !nosanitize !47
  %12 = extractvalue { i32, i1 } %11, 0, !dbg !157, !nosanitize !47
  %13 = extractvalue { i32, i1 } %11, 1, !dbg !157, !nosanitize !47
  %14 = xor i1 %13, true, !dbg !157, !nosanitize !47
  br i1 %14, label %cont2, label %trap1, !dbg !157, !nosanitize !47

trap1:                                            ; preds = %for.body
  call void @llvm.ubsantrap(i8 12) #9, !dbg !157, !nosanitize !47
  unreachable, !dbg !157, !nosanitize !47

cont2:                                            ; preds = %for.body
  %15 = load i32, i32* %i, align 4, !dbg !158
  %16 = sext i32 %15 to i64, !dbg !159, !nosanitize !47
  %17 = icmp ult i64 %16, %5, !dbg !159, !nosanitize !47
  br i1 %17, label %cont4, label %trap3, !dbg !159, !nosanitize !47

trap3:                                            ; preds = %cont2
  call void @llvm.ubsantrap(i8 18) #9, !dbg !159, !nosanitize !47
  unreachable, !dbg !159, !nosanitize !47

cont4:                                            ; preds = %cont2
  %idxprom = sext i32 %15 to i64, !dbg !159
  %arrayidx = getelementptr inbounds i32, i32* %vla, i64 %idxprom, !dbg !159
  store i32 %12, i32* %arrayidx, align 4, !dbg !159
  br label %for.inc, !dbg !160

for.inc:                                          ; preds = %cont4
  %18 = load i32, i32* %i, align 4, !dbg !161
  %19 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %18, i32 1), !dbg !161, !nosanitize !47
  %20 = extractvalue { i32, i1 } %19, 0, !dbg !161, !nosanitize !47
  %21 = extractvalue { i32, i1 } %19, 1, !dbg !161, !nosanitize !47
  %22 = xor i1 %21, true, !dbg !161, !nosanitize !47
  br i1 %22, label %cont6, label %trap5, !dbg !161, !nosanitize !47

trap5:                                            ; preds = %for.inc
  call void @llvm.ubsantrap(i8 0) #9, !dbg !161, !nosanitize !47
  unreachable, !dbg !161, !nosanitize !47

cont6:                                            ; preds = %for.inc
  store i32 %20, i32* %i, align 4, !dbg !161
  br label %for.cond, !dbg !162, !llvm.loop !163

for.end:                                          ; preds = %for.cond
  call void @llvm.dbg.declare(metadata i32** %at, metadata !166, metadata !DIExpression()), !dbg !169
  store i32* %vla, i32** %at, align 8, !dbg !169
  br label %for.cond7, !dbg !170

for.cond7:                                        ; preds = %for.inc14, %for.end
  %23 = load i32*, i32** %at, align 8, !dbg !171
  %24 = load i32, i32* %n.addr, align 4, !dbg !173
  %idx.ext = sext i32 %24 to i64, !dbg !174
  %25 = icmp ule i64 %idx.ext, %5, !dbg !174, !nosanitize !47
  br i1 %25, label %cont9, label %trap8, !dbg !174, !nosanitize !47

trap8:                                            ; preds = %for.cond7
  call void @llvm.ubsantrap(i8 18) #9, !dbg !174, !nosanitize !47
  unreachable, !dbg !174, !nosanitize !47

cont9:                                            ; preds = %for.cond7
  %add.ptr = getelementptr inbounds i32, i32* %vla, i64 %idx.ext, !dbg !174
  %cmp10 = icmp ult i32* %23, %add.ptr, !dbg !175
  br i1 %cmp10, label %for.body11, label %for.end15, !dbg !176

for.body11:                                       ; preds = %cont9
  %26 = load i32*, i32** %at, align 8, !dbg !177
  %27 = load i32, i32* %26, align 4, !dbg !178
  %28 = load i32, i32* %total, align 4, !dbg !179
  %29 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %28, i32 %27), !dbg !179, !nosanitize !47
  %30 = extractvalue { i32, i1 } %29, 0, !dbg !179, !nosanitize !47
  %31 = extractvalue { i32, i1 } %29, 1, !dbg !179, !nosanitize !47
  %32 = xor i1 %31, true, !dbg !179, !nosanitize !47
  br i1 %32, label %cont13, label %trap12, !dbg !179, !nosanitize !47

trap12:                                           ; preds = %for.body11
  call void @llvm.ubsantrap(i8 0) #9, !dbg !179, !nosanitize !47
  unreachable, !dbg !179, !nosanitize !47

cont13:                                           ; preds = %for.body11
  store i32 %30, i32* %total, align 4, !dbg !179
  br label %for.inc14, !dbg !180

for.inc14:                                        ; preds = %cont13
  %33 = load i32*, i32** %at, align 8, !dbg !181
  %incdec.ptr = getelementptr inbounds i32, i32* %33, i32 1, !dbg !181
  store i32* %incdec.ptr, i32** %at, align 8, !dbg !181
  br label %for.cond7, !dbg !182, !llvm.loop !183

for.end15:                                        ; preds = %cont9
  %34 = load i32, i32* %total, align 4, !dbg !185
  %35 = load i8*, i8** %saved_stack, align 8, !dbg !186
  call void @llvm.stackrestore(i8* %35), !dbg !186
  ret i32 %34, !dbg !186
}

; Function Attrs: nounwind
declare i8* @realloc(i8* noundef, i64 noundef) #4

; Function Attrs: nounwind
declare void @free(i8* noundef) #4

declare i32 @elsewhere(i32 noundef) #7

; Function Attrs: nofree nosync nounwind willreturn
declare i8* @llvm.stacksave() #8

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.stackrestore(i8*) #8

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { cold noreturn nounwind }
attributes #3 = { argmemonly nofree nounwind willreturn }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { argmemonly nofree nounwind willreturn writeonly }
attributes #6 = { nounwind readonly willreturn "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { nofree nosync nounwind willreturn }
attributes #9 = { noreturn nounwind }
attributes #10 = { nounwind }
attributes #11 = { nounwind readonly willreturn }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!37, !38, !39, !40, !41, !42, !43}
!llvm.ident = !{!44}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "ends", scope: !2, file: !3, line: 9, type: !24, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !6, splitDebugInlining: false, nameTableKind: None)
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
!40 = !{i32 7, !"PIC Level", i32 2}
!41 = !{i32 7, !"PIE Level", i32 2}
!42 = !{i32 7, !"uwtable", i32 1}
!43 = !{i32 7, !"frame-pointer", i32 2}
!44 = !{!"Debian clang version 14.0.6"}
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
!76 = !DILocation(line: 34, column: 18, scope: !45)
!77 = !DILocation(line: 34, column: 24, scope: !45)
!78 = !DILocation(line: 34, column: 31, scope: !45)
!79 = !DILocation(line: 35, column: 18, scope: !45)
!80 = !DILocation(line: 35, column: 23, scope: !45)
!81 = !DILocation(line: 35, column: 5, scope: !45)
!82 = !DILocation(line: 35, column: 11, scope: !45)
!83 = !DILocation(line: 35, column: 16, scope: !45)
!84 = !DILocation(line: 36, column: 14, scope: !85)
!85 = distinct !DILexicalBlock(scope: !45, file: !3, line: 36, column: 9)
!86 = !DILocation(line: 36, column: 17, scope: !85)
!87 = !DILocation(line: 36, column: 21, scope: !85)
!88 = !DILocation(line: 36, column: 31, scope: !85)
!89 = !DILocation(line: 36, column: 39, scope: !85)
!90 = !DILocation(line: 36, column: 24, scope: !85)
!91 = !DILocation(line: 36, column: 45, scope: !85)
!92 = !DILocation(line: 36, column: 9, scope: !45)
!93 = !DILocation(line: 37, column: 9, scope: !85)
!94 = !DILocation(line: 38, column: 21, scope: !45)
!95 = !DILocation(line: 38, column: 14, scope: !45)
!96 = !DILocation(line: 38, column: 34, scope: !45)
!97 = !DILocation(line: 38, column: 29, scope: !45)
!98 = !DILocation(line: 38, column: 27, scope: !45)
!99 = !DILocation(line: 38, column: 61, scope: !45)
!100 = !DILocation(line: 38, column: 43, scope: !45)
!101 = !DILocation(line: 38, column: 41, scope: !45)
!102 = !DILocation(line: 38, column: 11, scope: !45)
!103 = !DILocation(line: 39, column: 20, scope: !45)
!104 = !DILocation(line: 39, column: 12, scope: !45)
!105 = !DILocation(line: 39, column: 10, scope: !45)
!106 = !DILocation(line: 40, column: 10, scope: !45)
!107 = !DILocation(line: 40, column: 5, scope: !45)
!108 = !DILocation(line: 41, column: 12, scope: !45)
!109 = !DILocation(line: 41, column: 18, scope: !45)
!110 = !DILocation(line: 41, column: 34, scope: !45)
!111 = !DILocation(line: 41, column: 24, scope: !45)
!112 = !DILocation(line: 41, column: 43, scope: !45)
!113 = !DILocation(line: 41, column: 5, scope: !45)
!114 = !DILocation(line: 42, column: 1, scope: !45)
!115 = distinct !DISubprogram(name: "length", scope: !3, file: !3, line: 12, type: !116, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !47)
!116 = !DISubroutineType(types: !117)
!117 = !{!5, !118}
!118 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !119, size: 64)
!119 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !25)
!120 = !DILocalVariable(name: "list", arg: 1, scope: !115, file: !3, line: 12, type: !118)
!121 = !DILocation(line: 12, column: 38, scope: !115)
!122 = !DILocation(line: 12, column: 53, scope: !115)
!123 = !DILocation(line: 12, column: 71, scope: !115)
!124 = !DILocation(line: 12, column: 77, scope: !115)
!125 = !DILocation(line: 12, column: 64, scope: !115)
!126 = !DILocation(line: 12, column: 62, scope: !115)
!127 = !DILocation(line: 12, column: 46, scope: !115)
!128 = distinct !DISubprogram(name: "fill", scope: !3, file: !3, line: 14, type: !129, scopeLine: 14, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !47)
!129 = !DISubroutineType(types: !130)
!130 = !{!5, !5}
!131 = !DILocalVariable(name: "n", arg: 1, scope: !128, file: !3, line: 14, type: !5)
!132 = !DILocation(line: 14, column: 21, scope: !128)
!133 = !DILocation(line: 15, column: 13, scope: !128)
!134 = !DILocation(line: 15, column: 15, scope: !128)
!135 = !DILocation(line: 15, column: 5, scope: !128)
!136 = !DILocalVariable(name: "__vla_expr0", scope: !128, type: !137, flags: DIFlagArtificial)
!137 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!138 = !DILocation(line: 0, scope: !128)
!139 = !DILocalVariable(name: "row", scope: !128, file: !3, line: 15, type: !140)
!140 = !DICompositeType(tag: DW_TAG_array_type, baseType: !5, elements: !141)
!141 = !{!142}
!142 = !DISubrange(count: !136)
!143 = !DILocation(line: 15, column: 9, scope: !128)
!144 = !DILocalVariable(name: "total", scope: !128, file: !3, line: 16, type: !5)
!145 = !DILocation(line: 16, column: 9, scope: !128)
!146 = !DILocalVariable(name: "i", scope: !147, file: !3, line: 17, type: !5)
!147 = distinct !DILexicalBlock(scope: !128, file: !3, line: 17, column: 5)
!148 = !DILocation(line: 17, column: 14, scope: !147)
!149 = !DILocation(line: 17, column: 10, scope: !147)
!150 = !DILocation(line: 17, column: 21, scope: !151)
!151 = distinct !DILexicalBlock(scope: !147, file: !3, line: 17, column: 5)
!152 = !DILocation(line: 17, column: 26, scope: !151)
!153 = !DILocation(line: 17, column: 23, scope: !151)
!154 = !DILocation(line: 17, column: 5, scope: !147)
!155 = !DILocation(line: 18, column: 18, scope: !151)
!156 = !DILocation(line: 18, column: 22, scope: !151)
!157 = !DILocation(line: 18, column: 20, scope: !151)
!158 = !DILocation(line: 18, column: 13, scope: !151)
!159 = !DILocation(line: 18, column: 16, scope: !151)
!160 = !DILocation(line: 18, column: 9, scope: !151)
!161 = !DILocation(line: 17, column: 30, scope: !151)
!162 = !DILocation(line: 17, column: 5, scope: !151)
!163 = distinct !{!163, !154, !164, !165}
!164 = !DILocation(line: 18, column: 22, scope: !147)
!165 = !{!"llvm.loop.mustprogress"}
!166 = !DILocalVariable(name: "at", scope: !167, file: !3, line: 19, type: !168)
!167 = distinct !DILexicalBlock(scope: !128, file: !3, line: 19, column: 5)
!168 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)
!169 = !DILocation(line: 19, column: 15, scope: !167)
!170 = !DILocation(line: 19, column: 10, scope: !167)
!171 = !DILocation(line: 19, column: 25, scope: !172)
!172 = distinct !DILexicalBlock(scope: !167, file: !3, line: 19, column: 5)
!173 = !DILocation(line: 19, column: 36, scope: !172)
!174 = !DILocation(line: 19, column: 34, scope: !172)
!175 = !DILocation(line: 19, column: 28, scope: !172)
!176 = !DILocation(line: 19, column: 5, scope: !167)
!177 = !DILocation(line: 20, column: 19, scope: !172)
!178 = !DILocation(line: 20, column: 18, scope: !172)
!179 = !DILocation(line: 20, column: 15, scope: !172)
!180 = !DILocation(line: 20, column: 9, scope: !172)
!181 = !DILocation(line: 19, column: 39, scope: !172)
!182 = !DILocation(line: 19, column: 5, scope: !172)
!183 = distinct !{!183, !176, !184, !165}
!184 = !DILocation(line: 20, column: 19, scope: !167)
!185 = !DILocation(line: 21, column: 12, scope: !128)
!186 = !DILocation(line: 22, column: 1, scope: !128)
