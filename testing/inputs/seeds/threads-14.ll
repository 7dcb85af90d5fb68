; ModuleID = 'threads.c'
source_filename = "threads.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { %struct.__pthread_internal_list*, %struct.__pthread_internal_list* }
%struct.box = type { i32, [3 x i16], %struct.box* }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%union.pthread_attr_t = type { i64, [48 x i8] }

@lock = internal global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@top = internal global %struct.box* null, align 8, !dbg !14
@filled = internal global %union.pthread_cond_t zeroinitializer, align 8, !dbg !29
@.src = private unnamed_addr constant [10 x i8] c"threads.c\00", align 1
@0 = private unnamed_addr constant { i16, i16, [11 x i8] } { i16 -1, i16 0, [11 x i8] c"'short[3]'\00" }
@1 = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@.str = private unnamed_addr constant [38 x i8] c"top->full != 7 || top->parts[1] < 100\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@plain = internal global i32 0, align 4, !dbg !25
@turns = internal global i32 0, align 4, !dbg !9
@.str.1 = private unnamed_addr constant [33 x i8] c"atomic_fetch_add(&turns, 2) == 1\00", align 1
@mine = internal thread_local global i32 3, align 4, !dbg !27

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !103 {
entry:
  %retval = alloca i32, align 4
  %first = alloca i64, align 8
  %second = alloca i64, align 8
  %argument = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 0, i32* %retval, align 4
  call void @llvm.dbg.declare(metadata i64* %first, metadata !107, metadata !DIExpression()), !dbg !110
  call void @llvm.dbg.declare(metadata i64* %second, metadata !111, metadata !DIExpression()), !dbg !112
  call void @llvm.dbg.declare(metadata i32* %argument, metadata !113, metadata !DIExpression()), !dbg !114
  %call = call i32 @__VERIFIER_nondet_int(), !dbg !115
  store i32 %call, i32* %argument, align 4, !dbg !114
  %0 = bitcast i32* %argument to i8*, !dbg !116
  %call1 = call i32 @pthread_create(i64* noundef %first, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @producer, i8* noundef %0) #6, !dbg !117
  %1 = bitcast i32* %argument to i8*, !dbg !118
  %call2 = call i32 @pthread_create(i64* noundef %second, %union.pthread_attr_t* noundef null, i8* (i8*)* noundef @producer, i8* noundef %1) #6, !dbg !119
  %call3 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !120
  br label %while.cond, !dbg !121

while.cond:                                       ; preds = %while.body, %entry
  %2 = load %struct.box*, %struct.box** @top, align 8, !dbg !122
  %tobool = icmp ne %struct.box* %2, null, !dbg !123
  %lnot = xor i1 %tobool, true, !dbg !123
  br i1 %lnot, label %while.body, label %while.end, !dbg !121

while.body:                                       ; preds = %while.cond
  %call4 = call i32 @pthread_cond_wait(%union.pthread_cond_t* noundef @filled, %union.pthread_mutex_t* noundef @lock), !dbg !124
  br label %while.cond, !dbg !121, !llvm.loop !125

while.end:                                        ; preds = %while.cond
  %3 = load %struct.box*, %struct.box** @top, align 8, !dbg !128
  %full = getelementptr inbounds %struct.box, %struct.box* %3, i32 0, i32 0, !dbg !128
  %4 = load i32, i32* %full, align 8, !dbg !128
  %cmp = icmp ne i32 %4, 7, !dbg !128
  br i1 %cmp, label %if.then, label %lor.lhs.false, !dbg !128

lor.lhs.false:                                    ; preds = %while.end
  %5 = load %struct.box*, %struct.box** @top, align 8, !dbg !128
  %parts = getelementptr inbounds %struct.box, %struct.box* %5, i32 0, i32 1, !dbg !128
  br i1 true, label %cont, label %trap, !dbg !128, !nosanitize !106

trap:                                             ; preds = %lor.lhs.false
  call void @llvm.ubsantrap(i8 18) #7, !dbg !128, !nosanitize !106
  unreachable, !dbg !128, !nosanitize !106

cont:                                             ; preds = %lor.lhs.false
  %arrayidx = getelementptr inbounds [3 x i16], [3 x i16]* %parts, i64 0, i64 1, !dbg !128
  %6 = load i16, i16* %arrayidx, align 2, !dbg !128
  %conv = sext i16 %6 to i32, !dbg !128
  %cmp5 = icmp slt i32 %conv, 100, !dbg !128
  br i1 %cmp5, label %if.then, label %if.else, !dbg !131

if.then:                                          ; preds = %cont, %while.end
  br label %if.end, !dbg !131

if.else:                                          ; preds = %cont
  call void @__assert_fail(i8* noundef getelementptr inbounds ([38 x i8], [38 x i8]* @.str, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.src, i64 0, i64 0), i32 noundef 42, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #7, !dbg !128
  unreachable, !dbg !128

if.end:                                           ; preds = %if.then
  %call7 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !132
  %7 = load i32, i32* @plain, align 4, !dbg !133
  %8 = load %struct.box*, %struct.box** @top, align 8, !dbg !134
  %full8 = getelementptr inbounds %struct.box, %struct.box* %8, i32 0, i32 0, !dbg !135
  %9 = load i32, i32* %full8, align 8, !dbg !135
  %10 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %9, i32 1), !dbg !136, !nosanitize !106
  %11 = extractvalue { i32, i1 } %10, 0, !dbg !136, !nosanitize !106
  %12 = extractvalue { i32, i1 } %10, 1, !dbg !136, !nosanitize !106
  %13 = xor i1 %12, true, !dbg !136, !nosanitize !106
  br i1 %13, label %cont10, label %trap9, !dbg !136, !nosanitize !106

trap9:                                            ; preds = %if.end
  call void @llvm.ubsantrap(i8 21) #7, !dbg !136, !nosanitize !106
  unreachable, !dbg !136, !nosanitize !106

cont10:                                           ; preds = %if.end
  %14 = icmp ne i32 %11, 0, !dbg !137, !nosanitize !106
  %15 = icmp ne i32 %7, -2147483648, !dbg !137, !nosanitize !106
  %16 = icmp ne i32 %11, -1, !dbg !137, !nosanitize !106
  %or = or i1 %15, %16, !dbg !137, !nosanitize !106
  %17 = and i1 %14, %or, !dbg !137, !nosanitize !106
  br i1 %17, label %cont12, label %trap11, !dbg !137, !nosanitize !106

trap11:                                           ; preds = %cont10
  call void @llvm.ubsantrap(i8 3) #7, !dbg !137, !nosanitize !106
  unreachable, !dbg !137, !nosanitize !106

cont12:                                           ; preds = %cont10
  %div = sdiv i32 %7, %11, !dbg !137
  store i32 %div, i32* @plain, align 4, !dbg !138
  %18 = load i64, i64* %first, align 8, !dbg !139
  %call13 = call i32 @pthread_join(i64 noundef %18, i8** noundef null), !dbg !140
  %19 = load i64, i64* %second, align 8, !dbg !141
  %call14 = call i32 @pthread_join(i64 noundef %19, i8** noundef null), !dbg !142
  store i32 2, i32* %.atomictmp, align 4, !dbg !143
  %20 = load i32, i32* %.atomictmp, align 4, !dbg !143
  %21 = atomicrmw add i32* @turns, i32 %20 seq_cst, align 4, !dbg !143
  store i32 %21, i32* %atomic-temp, align 4, !dbg !143
  %22 = load i32, i32* %atomic-temp, align 4, !dbg !143
  %cmp15 = icmp eq i32 %22, 1, !dbg !143
  br i1 %cmp15, label %if.then17, label %if.else18, !dbg !146

if.then17:                                        ; preds = %cont12
  br label %if.end19, !dbg !146

if.else18:                                        ; preds = %cont12
  call void @__assert_fail(i8* noundef getelementptr inbounds ([33 x i8], [33 x i8]* @.str.1, i64 0, i64 0), i8* noundef getelementptr inbounds ([10 x i8], [10 x i8]* @.src, i64 0, i64 0), i32 noundef 47, i8* noundef getelementptr inbounds ([15 x i8], [15 x i8]* @__PRETTY_FUNCTION__.main, i64 0, i64 0)) #7, !dbg !143
  unreachable, !dbg !143

if.end19:                                         ; preds = %if.then17
  %23 = load %struct.box*, %struct.box** @top, align 8, !dbg !147
  %next = getelementptr inbounds %struct.box, %struct.box* %23, i32 0, i32 2, !dbg !148
  %24 = load %struct.box*, %struct.box** %next, align 8, !dbg !148
  %25 = bitcast %struct.box* %24 to i8*, !dbg !147
  call void @free(i8* noundef %25) #6, !dbg !149
  %26 = load %struct.box*, %struct.box** @top, align 8, !dbg !150
  %27 = bitcast %struct.box* %26 to i8*, !dbg !150
  call void @free(i8* noundef %27) #6, !dbg !151
  %28 = load %struct.box*, %struct.box** @top, align 8, !dbg !152
  %full20 = getelementptr inbounds %struct.box, %struct.box* %28, i32 0, i32 0, !dbg !153
  %29 = load i32, i32* %full20, align 8, !dbg !153
  %30 = load i32, i32* @plain, align 4, !dbg !154
  %31 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %29, i32 %30), !dbg !155, !nosanitize !106
  %32 = extractvalue { i32, i1 } %31, 0, !dbg !155, !nosanitize !106
  %33 = extractvalue { i32, i1 } %31, 1, !dbg !155, !nosanitize !106
  %34 = xor i1 %33, true, !dbg !155, !nosanitize !106
  br i1 %34, label %cont22, label %trap21, !dbg !155, !nosanitize !106

trap21:                                           ; preds = %if.end19
  call void @llvm.ubsantrap(i8 0) #7, !dbg !155, !nosanitize !106
  unreachable, !dbg !155, !nosanitize !106

cont22:                                           ; preds = %if.end19
  ret i32 %32, !dbg !156
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

declare i32 @__VERIFIER_nondet_int() #2

; Function Attrs: nounwind
declare i32 @pthread_create(i64* noundef, %union.pthread_attr_t* noundef, i8* (i8*)* noundef, i8* noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal i8* @producer(i8* noundef %argument) #0 !dbg !157 {
entry:
  %argument.addr = alloca i8*, align 8
  %box = alloca %struct.box*, align 8
  %expected = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  store i8* %argument, i8** %argument.addr, align 8
  call void @llvm.dbg.declare(metadata i8** %argument.addr, metadata !161, metadata !DIExpression()), !dbg !162
  call void @llvm.dbg.declare(metadata %struct.box** %box, metadata !163, metadata !DIExpression()), !dbg !164
  %call = call noalias i8* @malloc(i64 noundef 24) #6, !dbg !165
  %0 = bitcast i8* %call to %struct.box*, !dbg !165
  store %struct.box* %0, %struct.box** %box, align 8, !dbg !164
  call void @llvm.dbg.declare(metadata i32* %expected, metadata !166, metadata !DIExpression()), !dbg !167
  store i32 0, i32* %expected, align 4, !dbg !167
  %1 = load i8*, i8** %argument.addr, align 8, !dbg !168
  %2 = bitcast i8* %1 to i32*, !dbg !169
  %3 = load i32, i32* %2, align 4, !dbg !170
  %4 = load %struct.box*, %struct.box** %box, align 8, !dbg !171
  %full = getelementptr inbounds %struct.box, %struct.box* %4, i32 0, i32 0, !dbg !172
  store i32 %3, i32* %full, align 8, !dbg !173
  %call1 = call i32 @__VERIFIER_nondet_int(), !dbg !174
  %conv = trunc i32 %call1 to i16, !dbg !175
  %5 = load %struct.box*, %struct.box** %box, align 8, !dbg !176
  %parts = getelementptr inbounds %struct.box, %struct.box* %5, i32 0, i32 1, !dbg !177
  br i1 true, label %cont, label %trap, !dbg !178, !nosanitize !106

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 18) #7, !dbg !178, !nosanitize !106
  unreachable, !dbg !178, !nosanitize !106

cont:                                             ; preds = %entry
  %arrayidx = getelementptr inbounds [3 x i16], [3 x i16]* %parts, i64 0, i64 1, !dbg !178
  store i16 %conv, i16* %arrayidx, align 2, !dbg !178
  %call2 = call i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !179
  %6 = load %struct.box*, %struct.box** @top, align 8, !dbg !180
  %7 = load %struct.box*, %struct.box** %box, align 8, !dbg !181
  %next = getelementptr inbounds %struct.box, %struct.box* %7, i32 0, i32 2, !dbg !182
  store %struct.box* %6, %struct.box** %next, align 8, !dbg !183
  %8 = load %struct.box*, %struct.box** %box, align 8, !dbg !184
  store %struct.box* %8, %struct.box** @top, align 8, !dbg !185
  %call3 = call i32 @pthread_cond_signal(%union.pthread_cond_t* noundef @filled) #6, !dbg !186
  %call4 = call i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef @lock) #6, !dbg !187
  store i32 1, i32* %.atomictmp, align 4, !dbg !188
  %9 = load i32, i32* %expected, align 4, !dbg !188
  %10 = load i32, i32* %.atomictmp, align 4, !dbg !188
  %11 = cmpxchg weak i32* @turns, i32 %9, i32 %10 seq_cst seq_cst, align 4, !dbg !188
  %12 = extractvalue { i32, i1 } %11, 0, !dbg !188
  %13 = extractvalue { i32, i1 } %11, 1, !dbg !188
  br i1 %13, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !188

cmpxchg.store_expected:                           ; preds = %cont
  store i32 %12, i32* %expected, align 4, !dbg !188
  br label %cmpxchg.continue, !dbg !188

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %cont
  %frombool = zext i1 %13 to i8, !dbg !188
  store i8 %frombool, i8* %cmpxchg.bool, align 1, !dbg !188
  %14 = load i8, i8* %cmpxchg.bool, align 1, !dbg !188
  %tobool = trunc i8 %14 to i1, !dbg !188
  br i1 %tobool, label %if.end, label %if.then, !dbg !190

if.then:                                          ; preds = %cmpxchg.continue
  %15 = load i32, i32* @mine, align 4, !dbg !191
  %16 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %15, i32 1), !dbg !191, !nosanitize !106
  %17 = extractvalue { i32, i1 } %16, 0, !dbg !191, !nosanitize !106
  %18 = extractvalue { i32, i1 } %16, 1, !dbg !191, !nosanitize !106
  %19 = xor i1 %18, true, !dbg !191, !nosanitize !106
  br i1 %19, label %cont6, label %trap5, !dbg !191, !nosanitize !106

trap5:                                            ; preds = %if.then
  call void @llvm.ubsantrap(i8 0) #7, !dbg !191, !nosanitize !106
  unreachable, !dbg !191, !nosanitize !106

cont6:                                            ; preds = %if.then
  store i32 %17, i32* @mine, align 4, !dbg !191
  br label %if.end, !dbg !192

if.end:                                           ; preds = %cont6, %cmpxchg.continue
  %20 = load i32, i32* @plain, align 4, !dbg !193
  %21 = load i32, i32* @mine, align 4, !dbg !194
  %22 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %20, i32 %21), !dbg !195, !nosanitize !106
  %23 = extractvalue { i32, i1 } %22, 0, !dbg !195, !nosanitize !106
  %24 = extractvalue { i32, i1 } %22, 1, !dbg !195, !nosanitize !106
  %25 = xor i1 %24, true, !dbg !195, !nosanitize !106
  br i1 %25, label %cont8, label %trap7, !dbg !195, !nosanitize !106

trap7:                                            ; preds = %if.end
  call void @llvm.ubsantrap(i8 0) #7, !dbg !195, !nosanitize !106
  unreachable, !dbg !195, !nosanitize !106

cont8:                                            ; preds = %if.end
  store i32 %23, i32* @plain, align 4, !dbg !196
  ret i8* null, !dbg !197
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(%union.pthread_mutex_t* noundef) #3

declare i32 @pthread_cond_wait(%union.pthread_cond_t* noundef, %union.pthread_mutex_t* noundef) #2

; Function Attrs: cold noreturn nounwind
declare void @llvm.ubsantrap(i8 immarg) #4

; Function Attrs: noreturn nounwind
declare void @__assert_fail(i8* noundef, i8* noundef, i32 noundef, i8* noundef) #5

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(%union.pthread_mutex_t* noundef) #3

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #1

declare i32 @pthread_join(i64 noundef, i8** noundef) #2

; Function Attrs: nounwind
declare void @free(i8* noundef) #3

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1

; Function Attrs: nounwind
declare noalias i8* @malloc(i64 noundef) #3

; Function Attrs: nounwind
declare i32 @pthread_cond_signal(%union.pthread_cond_t* noundef) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { cold noreturn nounwind }
attributes #5 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }
attributes #7 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!95, !96, !97, !98, !99, !100, !101}
!llvm.ident = !{!102}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 11, type: !68, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !8, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "threads.c", directory: "/project")
!4 = !{!5, !7}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!8 = !{!9, !14, !25, !27, !0, !29}
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "turns", scope: !2, file: !3, line: 13, type: !11, isLocal: true, isDefinition: true)
!11 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !12, line: 92, baseType: !13)
!12 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdatomic.h", directory: "/project")
!13 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !6)
!14 = !DIGlobalVariableExpression(var: !15, expr: !DIExpression())
!15 = distinct !DIGlobalVariable(name: "top", scope: !2, file: !3, line: 15, type: !16, isLocal: true, isDefinition: true)
!16 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !17, size: 64)
!17 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "box", file: !3, line: 9, size: 192, elements: !18)
!18 = !{!19, !20, !24}
!19 = !DIDerivedType(tag: DW_TAG_member, name: "full", scope: !17, file: !3, line: 9, baseType: !6, size: 32)
!20 = !DIDerivedType(tag: DW_TAG_member, name: "parts", scope: !17, file: !3, line: 9, baseType: !21, size: 48, offset: 32)
!21 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 48, elements: !22)
!22 = !{!23}
!23 = !DISubrange(count: 3)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !17, file: !3, line: 9, baseType: !16, size: 64, offset: 128)
!25 = !DIGlobalVariableExpression(var: !26, expr: !DIExpression())
!26 = distinct !DIGlobalVariable(name: "plain", scope: !2, file: !3, line: 16, type: !6, isLocal: true, isDefinition: true)
!27 = !DIGlobalVariableExpression(var: !28, expr: !DIExpression())
!28 = distinct !DIGlobalVariable(name: "mine", scope: !2, file: !3, line: 14, type: !6, isLocal: true, isDefinition: true)
!29 = !DIGlobalVariableExpression(var: !30, expr: !DIExpression())
!30 = distinct !DIGlobalVariable(name: "filled", scope: !2, file: !3, line: 12, type: !31, isLocal: true, isDefinition: true)
!31 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_cond_t", file: !32, line: 80, baseType: !33)
!32 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "/project")
!33 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !32, line: 75, size: 384, elements: !34)
!34 = !{!35, !61, !66}
!35 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !33, file: !32, line: 77, baseType: !36, size: 384)
!36 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_cond_s", file: !37, line: 94, size: 384, elements: !38)
!37 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "/project")
!38 = !{!39, !52, !53, !57, !58, !59, !60}
!39 = !DIDerivedType(tag: DW_TAG_member, name: "__wseq", scope: !36, file: !37, line: 96, baseType: !40, size: 64)
!40 = !DIDerivedType(tag: DW_TAG_typedef, name: "__atomic_wide_counter", file: !41, line: 33, baseType: !42)
!41 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h", directory: "/project")
!42 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !41, line: 25, size: 64, elements: !43)
!43 = !{!44, !46}
!44 = !DIDerivedType(tag: DW_TAG_member, name: "__value64", scope: !42, file: !41, line: 27, baseType: !45, size: 64)
!45 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!46 = !DIDerivedType(tag: DW_TAG_member, name: "__value32", scope: !42, file: !41, line: 32, baseType: !47, size: 64)
!47 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !42, file: !41, line: 28, size: 64, elements: !48)
!48 = !{!49, !51}
!49 = !DIDerivedType(tag: DW_TAG_member, name: "__low", scope: !47, file: !41, line: 30, baseType: !50, size: 32)
!50 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!51 = !DIDerivedType(tag: DW_TAG_member, name: "__high", scope: !47, file: !41, line: 31, baseType: !50, size: 32, offset: 32)
!52 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_start", scope: !36, file: !37, line: 97, baseType: !40, size: 64, offset: 64)
!53 = !DIDerivedType(tag: DW_TAG_member, name: "__g_refs", scope: !36, file: !37, line: 98, baseType: !54, size: 64, offset: 128)
!54 = !DICompositeType(tag: DW_TAG_array_type, baseType: !50, size: 64, elements: !55)
!55 = !{!56}
!56 = !DISubrange(count: 2)
!57 = !DIDerivedType(tag: DW_TAG_member, name: "__g_size", scope: !36, file: !37, line: 99, baseType: !54, size: 64, offset: 192)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_orig_size", scope: !36, file: !37, line: 100, baseType: !50, size: 32, offset: 256)
!59 = !DIDerivedType(tag: DW_TAG_member, name: "__wrefs", scope: !36, file: !37, line: 101, baseType: !50, size: 32, offset: 288)
!60 = !DIDerivedType(tag: DW_TAG_member, name: "__g_signals", scope: !36, file: !37, line: 102, baseType: !54, size: 64, offset: 320)
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !33, file: !32, line: 78, baseType: !62, size: 384)
!62 = !DICompositeType(tag: DW_TAG_array_type, baseType: !63, size: 384, elements: !64)
!63 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!64 = !{!65}
!65 = !DISubrange(count: 48)
!66 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !33, file: !32, line: 79, baseType: !67, size: 64)
!67 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!68 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !32, line: 72, baseType: !69)
!69 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !32, line: 67, size: 320, elements: !70)
!70 = !{!71, !89, !93}
!71 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !69, file: !32, line: 69, baseType: !72, size: 320)
!72 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !73, line: 22, size: 320, elements: !74)
!73 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "/project")
!74 = !{!75, !76, !77, !78, !79, !80, !81, !82}
!75 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !72, file: !73, line: 24, baseType: !6, size: 32)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !72, file: !73, line: 25, baseType: !50, size: 32, offset: 32)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !72, file: !73, line: 26, baseType: !6, size: 32, offset: 64)
!78 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !72, file: !73, line: 28, baseType: !50, size: 32, offset: 96)
!79 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !72, file: !73, line: 32, baseType: !6, size: 32, offset: 128)
!80 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !72, file: !73, line: 34, baseType: !7, size: 16, offset: 160)
!81 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !72, file: !73, line: 35, baseType: !7, size: 16, offset: 176)
!82 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !72, file: !73, line: 36, baseType: !83, size: 128, offset: 192)
!83 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !37, line: 55, baseType: !84)
!84 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !37, line: 51, size: 128, elements: !85)
!85 = !{!86, !88}
!86 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !84, file: !37, line: 53, baseType: !87, size: 64)
!87 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !84, size: 64)
!88 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !84, file: !37, line: 54, baseType: !87, size: 64, offset: 64)
!89 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !69, file: !32, line: 70, baseType: !90, size: 320)
!90 = !DICompositeType(tag: DW_TAG_array_type, baseType: !63, size: 320, elements: !91)
!91 = !{!92}
!92 = !DISubrange(count: 40)
!93 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !69, file: !32, line: 71, baseType: !94, size: 64)
!94 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!95 = !{i32 7, !"Dwarf Version", i32 5}
!96 = !{i32 2, !"Debug Info Version", i32 3}
!97 = !{i32 1, !"wchar_size", i32 4}
!98 = !{i32 7, !"PIC Level", i32 2}
!99 = !{i32 7, !"PIE Level", i32 2}
!100 = !{i32 7, !"uwtable", i32 1}
!101 = !{i32 7, !"frame-pointer", i32 2}
!102 = !{!"Debian clang version 14.0.6"}
!103 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 34, type: !104, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !106)
!104 = !DISubroutineType(types: !105)
!105 = !{!6}
!106 = !{}
!107 = !DILocalVariable(name: "first", scope: !103, file: !3, line: 35, type: !108)
!108 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !32, line: 27, baseType: !109)
!109 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!110 = !DILocation(line: 35, column: 15, scope: !103)
!111 = !DILocalVariable(name: "second", scope: !103, file: !3, line: 35, type: !108)
!112 = !DILocation(line: 35, column: 22, scope: !103)
!113 = !DILocalVariable(name: "argument", scope: !103, file: !3, line: 36, type: !6)
!114 = !DILocation(line: 36, column: 9, scope: !103)
!115 = !DILocation(line: 36, column: 20, scope: !103)
!116 = !DILocation(line: 37, column: 41, scope: !103)
!117 = !DILocation(line: 37, column: 5, scope: !103)
!118 = !DILocation(line: 38, column: 42, scope: !103)
!119 = !DILocation(line: 38, column: 5, scope: !103)
!120 = !DILocation(line: 39, column: 5, scope: !103)
!121 = !DILocation(line: 40, column: 5, scope: !103)
!122 = !DILocation(line: 40, column: 13, scope: !103)
!123 = !DILocation(line: 40, column: 12, scope: !103)
!124 = !DILocation(line: 41, column: 9, scope: !103)
!125 = distinct !{!125, !121, !126, !127}
!126 = !DILocation(line: 41, column: 41, scope: !103)
!127 = !{!"llvm.loop.mustprogress"}
!128 = !DILocation(line: 42, column: 5, scope: !129)
!129 = distinct !DILexicalBlock(scope: !130, file: !3, line: 42, column: 5)
!130 = distinct !DILexicalBlock(scope: !103, file: !3, line: 42, column: 5)
!131 = !DILocation(line: 42, column: 5, scope: !130)
!132 = !DILocation(line: 43, column: 5, scope: !103)
!133 = !DILocation(line: 44, column: 13, scope: !103)
!134 = !DILocation(line: 44, column: 22, scope: !103)
!135 = !DILocation(line: 44, column: 27, scope: !103)
!136 = !DILocation(line: 44, column: 32, scope: !103)
!137 = !DILocation(line: 44, column: 19, scope: !103)
!138 = !DILocation(line: 44, column: 11, scope: !103)
!139 = !DILocation(line: 45, column: 18, scope: !103)
!140 = !DILocation(line: 45, column: 5, scope: !103)
!141 = !DILocation(line: 46, column: 18, scope: !103)
!142 = !DILocation(line: 46, column: 5, scope: !103)
!143 = !DILocation(line: 47, column: 5, scope: !144)
!144 = distinct !DILexicalBlock(scope: !145, file: !3, line: 47, column: 5)
!145 = distinct !DILexicalBlock(scope: !103, file: !3, line: 47, column: 5)
!146 = !DILocation(line: 47, column: 5, scope: !145)
!147 = !DILocation(line: 48, column: 10, scope: !103)
!148 = !DILocation(line: 48, column: 15, scope: !103)
!149 = !DILocation(line: 48, column: 5, scope: !103)
!150 = !DILocation(line: 49, column: 10, scope: !103)
!151 = !DILocation(line: 49, column: 5, scope: !103)
!152 = !DILocation(line: 50, column: 12, scope: !103)
!153 = !DILocation(line: 50, column: 17, scope: !103)
!154 = !DILocation(line: 50, column: 24, scope: !103)
!155 = !DILocation(line: 50, column: 22, scope: !103)
!156 = !DILocation(line: 50, column: 5, scope: !103)
!157 = distinct !DISubprogram(name: "producer", scope: !3, file: !3, line: 18, type: !158, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !106)
!158 = !DISubroutineType(types: !159)
!159 = !{!160, !160}
!160 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!161 = !DILocalVariable(name: "argument", arg: 1, scope: !157, file: !3, line: 18, type: !160)
!162 = !DILocation(line: 18, column: 29, scope: !157)
!163 = !DILocalVariable(name: "box", scope: !157, file: !3, line: 19, type: !16)
!164 = !DILocation(line: 19, column: 17, scope: !157)
!165 = !DILocation(line: 19, column: 23, scope: !157)
!166 = !DILocalVariable(name: "expected", scope: !157, file: !3, line: 20, type: !6)
!167 = !DILocation(line: 20, column: 9, scope: !157)
!168 = !DILocation(line: 21, column: 25, scope: !157)
!169 = !DILocation(line: 21, column: 18, scope: !157)
!170 = !DILocation(line: 21, column: 17, scope: !157)
!171 = !DILocation(line: 21, column: 5, scope: !157)
!172 = !DILocation(line: 21, column: 10, scope: !157)
!173 = !DILocation(line: 21, column: 15, scope: !157)
!174 = !DILocation(line: 22, column: 28, scope: !157)
!175 = !DILocation(line: 22, column: 21, scope: !157)
!176 = !DILocation(line: 22, column: 5, scope: !157)
!177 = !DILocation(line: 22, column: 10, scope: !157)
!178 = !DILocation(line: 22, column: 19, scope: !157)
!179 = !DILocation(line: 23, column: 5, scope: !157)
!180 = !DILocation(line: 24, column: 17, scope: !157)
!181 = !DILocation(line: 24, column: 5, scope: !157)
!182 = !DILocation(line: 24, column: 10, scope: !157)
!183 = !DILocation(line: 24, column: 15, scope: !157)
!184 = !DILocation(line: 25, column: 11, scope: !157)
!185 = !DILocation(line: 25, column: 9, scope: !157)
!186 = !DILocation(line: 26, column: 5, scope: !157)
!187 = !DILocation(line: 27, column: 5, scope: !157)
!188 = !DILocation(line: 28, column: 10, scope: !189)
!189 = distinct !DILexicalBlock(scope: !157, file: !3, line: 28, column: 9)
!190 = !DILocation(line: 28, column: 9, scope: !157)
!191 = !DILocation(line: 29, column: 13, scope: !189)
!192 = !DILocation(line: 29, column: 9, scope: !189)
!193 = !DILocation(line: 30, column: 13, scope: !157)
!194 = !DILocation(line: 30, column: 21, scope: !157)
!195 = !DILocation(line: 30, column: 19, scope: !157)
!196 = !DILocation(line: 30, column: 11, scope: !157)
!197 = !DILocation(line: 31, column: 5, scope: !157)
