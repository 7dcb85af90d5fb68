; ModuleID = 'threads.c'
source_filename = "threads.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.pthread_mutex_t = type { %struct.__pthread_mutex_s }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i16, i16, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%struct.box = type { i32, [3 x i16], ptr }

@lock = internal global %union.pthread_mutex_t zeroinitializer, align 8, !dbg !0
@top = internal global ptr null, align 8, !dbg !31
@filled = internal global %union.pthread_cond_t zeroinitializer, align 8, !dbg !46
@.src = private unnamed_addr constant [10 x i8] c"threads.c\00", align 1
@0 = private unnamed_addr constant { i16, i16, [11 x i8] } { i16 -1, i16 0, [11 x i8] c"'short[3]'\00" }
@1 = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@.str = private unnamed_addr constant [38 x i8] c"top->full != 7 || top->parts[1] < 100\00", align 1, !dbg !9
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1, !dbg !15
@plain = internal global i32 0, align 4, !dbg !42
@turns = internal global i32 0, align 4, !dbg !26
@.str.1 = private unnamed_addr constant [33 x i8] c"atomic_fetch_add(&turns, 2) == 1\00", align 1, !dbg !21
@mine = internal thread_local global i32 3, align 4, !dbg !44

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() #0 !dbg !119 {
entry:
  %retval = alloca i32, align 4
  %first = alloca i64, align 8
  %second = alloca i64, align 8
  %argument = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %atomic-temp = alloca i32, align 4
  store i32 0, ptr %retval, align 4
    #dbg_declare(ptr %first, !123, !DIExpression(), !126)
    #dbg_declare(ptr %second, !127, !DIExpression(), !128)
    #dbg_declare(ptr %argument, !129, !DIExpression(), !130)
  %call = call i32 @__VERIFIER_nondet_int(), !dbg !131
  store i32 %call, ptr %argument, align 4, !dbg !130
  %call1 = call i32 @pthread_create(ptr noundef %first, ptr noundef null, ptr noundef @producer, ptr noundef %argument) #7, !dbg !132
  %call2 = call i32 @pthread_create(ptr noundef %second, ptr noundef null, ptr noundef @producer, ptr noundef %argument) #7, !dbg !133
  %call3 = call i32 @pthread_mutex_lock(ptr noundef @lock) #7, !dbg !134
  br label %while.cond, !dbg !135

while.cond:                                       ; preds = %while.body, %entry
  %0 = load ptr, ptr @top, align 8, !dbg !136
  %tobool = icmp ne ptr %0, null, !dbg !137
  %lnot = xor i1 %tobool, true, !dbg !137
  br i1 %lnot, label %while.body, label %while.end, !dbg !135

while.body:                                       ; preds = %while.cond
  %call4 = call i32 @pthread_cond_wait(ptr noundef @filled, ptr noundef @lock), !dbg !138
  br label %while.cond, !dbg !135, !llvm.loop !139

while.end:                                        ; preds = %while.cond
  %1 = load ptr, ptr @top, align 8, !dbg !142
  %full = getelementptr inbounds %struct.box, ptr %1, i32 0, i32 0, !dbg !142
  %2 = load i32, ptr %full, align 8, !dbg !142
  %cmp = icmp ne i32 %2, 7, !dbg !142
  br i1 %cmp, label %if.then, label %lor.lhs.false, !dbg !142

lor.lhs.false:                                    ; preds = %while.end
  %3 = load ptr, ptr @top, align 8, !dbg !142
  %parts = getelementptr inbounds %struct.box, ptr %3, i32 0, i32 1, !dbg !142
  br i1 true, label %cont, label %trap, !dbg !142, !nosanitize !122

trap:                                             ; preds = %lor.lhs.false
  call void @llvm.ubsantrap(i8 18) #8, !dbg !142, !nosanitize !122
  unreachable, !dbg !142, !nosanitize !122

cont:                                             ; preds = %lor.lhs.false
  %arrayidx = getelementptr inbounds [3 x i16], ptr %parts, i64 0, i64 1, !dbg !142
  %4 = load i16, ptr %arrayidx, align 2, !dbg !142
  %conv = sext i16 %4 to i32, !dbg !142
  %cmp5 = icmp slt i32 %conv, 100, !dbg !142
  br i1 %cmp5, label %if.then, label %if.else, !dbg !145

if.then:                                          ; preds = %cont, %while.end
  br label %if.end, !dbg !145

if.else:                                          ; preds = %cont
  call void @__assert_fail(ptr noundef @.str, ptr noundef @.src, i32 noundef 42, ptr noundef @__PRETTY_FUNCTION__.main) #8, !dbg !142
  unreachable, !dbg !142

if.end:                                           ; preds = %if.then
  %call7 = call i32 @pthread_mutex_unlock(ptr noundef @lock) #7, !dbg !146
  %5 = load i32, ptr @plain, align 4, !dbg !147
  %6 = load ptr, ptr @top, align 8, !dbg !148
  %full8 = getelementptr inbounds %struct.box, ptr %6, i32 0, i32 0, !dbg !149
  %7 = load i32, ptr %full8, align 8, !dbg !149
  %8 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %7, i32 1), !dbg !150, !nosanitize !122
  %9 = extractvalue { i32, i1 } %8, 0, !dbg !150, !nosanitize !122
  %10 = extractvalue { i32, i1 } %8, 1, !dbg !150, !nosanitize !122
  %11 = xor i1 %10, true, !dbg !150, !nosanitize !122
  br i1 %11, label %cont10, label %trap9, !dbg !150, !nosanitize !122

trap9:                                            ; preds = %if.end
  call void @llvm.ubsantrap(i8 21) #8, !dbg !150, !nosanitize !122
  unreachable, !dbg !150, !nosanitize !122

cont10:                                           ; preds = %if.end
  %12 = icmp ne i32 %9, 0, !dbg !151, !nosanitize !122
  %13 = icmp ne i32 %5, -2147483648, !dbg !151, !nosanitize !122
  %14 = icmp ne i32 %9, -1, !dbg !151, !nosanitize !122
  %or = or i1 %13, %14, !dbg !151, !nosanitize !122
  %15 = and i1 %12, %or, !dbg !151, !nosanitize !122
  br i1 %15, label %cont12, label %trap11, !dbg !151, !nosanitize !122

trap11:                                           ; preds = %cont10
  call void @llvm.ubsantrap(i8 3) #8, !dbg !151, !nosanitize !122
  unreachable, !dbg !151, !nosanitize !122

cont12:                                           ; preds = %cont10
  %div = sdiv i32 %5, %9, !dbg !151
  store i32 %div, ptr @plain, align 4, !dbg !152
  %16 = load i64, ptr %first, align 8, !dbg !153
  %call13 = call i32 @pthread_join(i64 noundef %16, ptr noundef null), !dbg !154
  %17 = load i64, ptr %second, align 8, !dbg !155
  %call14 = call i32 @pthread_join(i64 noundef %17, ptr noundef null), !dbg !156
  store i32 2, ptr %.atomictmp, align 4, !dbg !157
  %18 = load i32, ptr %.atomictmp, align 4, !dbg !157
  %19 = atomicrmw add ptr @turns, i32 %18 seq_cst, align 4, !dbg !157
  store i32 %19, ptr %atomic-temp, align 4, !dbg !157
  %20 = load i32, ptr %atomic-temp, align 4, !dbg !157
  %cmp15 = icmp eq i32 %20, 1, !dbg !157
  br i1 %cmp15, label %if.then17, label %if.else18, !dbg !160

if.then17:                                        ; preds = %cont12
  br label %if.end19, !dbg !160

if.else18:                                        ; preds = %cont12
  call void @__assert_fail(ptr noundef @.str.1, ptr noundef @.src, i32 noundef 47, ptr noundef @__PRETTY_FUNCTION__.main) #8, !dbg !157
  unreachable, !dbg !157

if.end19:                                         ; preds = %if.then17
  %21 = load ptr, ptr @top, align 8, !dbg !161
  %next = getelementptr inbounds %struct.box, ptr %21, i32 0, i32 2, !dbg !162
  %22 = load ptr, ptr %next, align 8, !dbg !162
  call void @free(ptr noundef %22) #7, !dbg !163
  %23 = load ptr, ptr @top, align 8, !dbg !164
  call void @free(ptr noundef %23) #7, !dbg !165
  %24 = load ptr, ptr @top, align 8, !dbg !166
  %full20 = getelementptr inbounds %struct.box, ptr %24, i32 0, i32 0, !dbg !167
  %25 = load i32, ptr %full20, align 8, !dbg !167
  %26 = load i32, ptr @plain, align 4, !dbg !168
  %27 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %25, i32 %26), !dbg !169, !nosanitize !122
  %28 = extractvalue { i32, i1 } %27, 0, !dbg !169, !nosanitize !122
  %29 = extractvalue { i32, i1 } %27, 1, !dbg !169, !nosanitize !122
  %30 = xor i1 %29, true, !dbg !169, !nosanitize !122
  br i1 %30, label %cont22, label %trap21, !dbg !169, !nosanitize !122

trap21:                                           ; preds = %if.end19
  call void @llvm.ubsantrap(i8 0) #8, !dbg !169, !nosanitize !122
  unreachable, !dbg !169, !nosanitize !122

cont22:                                           ; preds = %if.end19
  ret i32 %28, !dbg !170
}

declare i32 @__VERIFIER_nondet_int() #1

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @producer(ptr noundef %argument) #0 !dbg !171 {
entry:
  %argument.addr = alloca ptr, align 8
  %box = alloca ptr, align 8
  %expected = alloca i32, align 4
  %.atomictmp = alloca i32, align 4
  %cmpxchg.bool = alloca i8, align 1
  store ptr %argument, ptr %argument.addr, align 8
    #dbg_declare(ptr %argument.addr, !175, !DIExpression(), !176)
    #dbg_declare(ptr %box, !177, !DIExpression(), !178)
  %call = call noalias ptr @malloc(i64 noundef 24) #9, !dbg !179
  store ptr %call, ptr %box, align 8, !dbg !178
    #dbg_declare(ptr %expected, !180, !DIExpression(), !181)
  store i32 0, ptr %expected, align 4, !dbg !181
  %0 = load ptr, ptr %argument.addr, align 8, !dbg !182
  %1 = load i32, ptr %0, align 4, !dbg !183
  %2 = load ptr, ptr %box, align 8, !dbg !184
  %full = getelementptr inbounds %struct.box, ptr %2, i32 0, i32 0, !dbg !185
  store i32 %1, ptr %full, align 8, !dbg !186
  %call1 = call i32 @__VERIFIER_nondet_int(), !dbg !187
  %conv = trunc i32 %call1 to i16, !dbg !188
  %3 = load ptr, ptr %box, align 8, !dbg !189
  %parts = getelementptr inbounds %struct.box, ptr %3, i32 0, i32 1, !dbg !190
  br i1 true, label %cont, label %trap, !dbg !191, !nosanitize !122

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 18) #8, !dbg !191, !nosanitize !122
  unreachable, !dbg !191, !nosanitize !122

cont:                                             ; preds = %entry
  %arrayidx = getelementptr inbounds [3 x i16], ptr %parts, i64 0, i64 1, !dbg !191
  store i16 %conv, ptr %arrayidx, align 2, !dbg !191
  %call2 = call i32 @pthread_mutex_lock(ptr noundef @lock) #7, !dbg !192
  %4 = load ptr, ptr @top, align 8, !dbg !193
  %5 = load ptr, ptr %box, align 8, !dbg !194
  %next = getelementptr inbounds %struct.box, ptr %5, i32 0, i32 2, !dbg !195
  store ptr %4, ptr %next, align 8, !dbg !196
  %6 = load ptr, ptr %box, align 8, !dbg !197
  store ptr %6, ptr @top, align 8, !dbg !198
  %call3 = call i32 @pthread_cond_signal(ptr noundef @filled) #7, !dbg !199
  %call4 = call i32 @pthread_mutex_unlock(ptr noundef @lock) #7, !dbg !200
  store i32 1, ptr %.atomictmp, align 4, !dbg !201
  %7 = load i32, ptr %expected, align 4, !dbg !201
  %8 = load i32, ptr %.atomictmp, align 4, !dbg !201
  %9 = cmpxchg weak ptr @turns, i32 %7, i32 %8 seq_cst seq_cst, align 4, !dbg !201
  %10 = extractvalue { i32, i1 } %9, 0, !dbg !201
  %11 = extractvalue { i32, i1 } %9, 1, !dbg !201
  br i1 %11, label %cmpxchg.continue, label %cmpxchg.store_expected, !dbg !201

cmpxchg.store_expected:                           ; preds = %cont
  store i32 %10, ptr %expected, align 4, !dbg !201
  br label %cmpxchg.continue, !dbg !201

cmpxchg.continue:                                 ; preds = %cmpxchg.store_expected, %cont
  %storedv = zext i1 %11 to i8, !dbg !201
  store i8 %storedv, ptr %cmpxchg.bool, align 1, !dbg !201
  %12 = load i8, ptr %cmpxchg.bool, align 1, !dbg !201
  %loadedv = trunc i8 %12 to i1, !dbg !201
  br i1 %loadedv, label %if.end, label %if.then, !dbg !203

if.then:                                          ; preds = %cmpxchg.continue
  %13 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @mine), !dbg !204
  %14 = load i32, ptr %13, align 4, !dbg !205
  %15 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %14, i32 1), !dbg !205, !nosanitize !122
  %16 = extractvalue { i32, i1 } %15, 0, !dbg !205, !nosanitize !122
  %17 = extractvalue { i32, i1 } %15, 1, !dbg !205, !nosanitize !122
  %18 = xor i1 %17, true, !dbg !205, !nosanitize !122
  br i1 %18, label %cont6, label %trap5, !dbg !205, !nosanitize !122

trap5:                                            ; preds = %if.then
  call void @llvm.ubsantrap(i8 0) #8, !dbg !205, !nosanitize !122
  unreachable, !dbg !205, !nosanitize !122

cont6:                                            ; preds = %if.then
  store i32 %16, ptr %13, align 4, !dbg !205
  br label %if.end, !dbg !204

if.end:                                           ; preds = %cont6, %cmpxchg.continue
  %19 = load i32, ptr @plain, align 4, !dbg !206
  %20 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @mine), !dbg !207
  %21 = load i32, ptr %20, align 4, !dbg !207
  %22 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %19, i32 %21), !dbg !208, !nosanitize !122
  %23 = extractvalue { i32, i1 } %22, 0, !dbg !208, !nosanitize !122
  %24 = extractvalue { i32, i1 } %22, 1, !dbg !208, !nosanitize !122
  %25 = xor i1 %24, true, !dbg !208, !nosanitize !122
  br i1 %25, label %cont8, label %trap7, !dbg !208, !nosanitize !122

trap7:                                            ; preds = %if.end
  call void @llvm.ubsantrap(i8 0) #8, !dbg !208, !nosanitize !122
  unreachable, !dbg !208, !nosanitize !122

cont8:                                            ; preds = %if.end
  store i32 %23, ptr @plain, align 4, !dbg !209
  ret ptr null, !dbg !210
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(ptr noundef) #2

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) #1

; Function Attrs: cold noreturn nounwind
declare void @llvm.ubsantrap(i8 immarg) #3

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) #4

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(ptr noundef) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #5

declare i32 @pthread_join(i64 noundef, ptr noundef) #1

; Function Attrs: nounwind
declare void @free(ptr noundef) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #5

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #6

; Function Attrs: nounwind
declare i32 @pthread_cond_signal(ptr noundef) #2

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #5

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { cold noreturn nounwind }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #7 = { nounwind }
attributes #8 = { noreturn nounwind }
attributes #9 = { nounwind allocsize(0) }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!111, !112, !113, !114, !115, !116, !117}
!llvm.ident = !{!118}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "lock", scope: !2, file: !3, line: 11, type: !84, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !8, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "threads.c", directory: "/project")
!4 = !{!5, !7}
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "short", size: 16, encoding: DW_ATE_signed)
!8 = !{!9, !15, !21, !26, !31, !42, !44, !0, !46}
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(scope: null, file: !3, line: 42, type: !11, isLocal: true, isDefinition: true)
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 304, elements: !13)
!12 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!13 = !{!14}
!14 = !DISubrange(count: 38)
!15 = !DIGlobalVariableExpression(var: !16, expr: !DIExpression())
!16 = distinct !DIGlobalVariable(scope: null, file: !3, line: 42, type: !17, isLocal: true, isDefinition: true)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !18, size: 120, elements: !19)
!18 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)
!19 = !{!20}
!20 = !DISubrange(count: 15)
!21 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())
!22 = distinct !DIGlobalVariable(scope: null, file: !3, line: 47, type: !23, isLocal: true, isDefinition: true)
!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 264, elements: !24)
!24 = !{!25}
!25 = !DISubrange(count: 33)
!26 = !DIGlobalVariableExpression(var: !27, expr: !DIExpression())
!27 = distinct !DIGlobalVariable(name: "turns", scope: !2, file: !3, line: 13, type: !28, isLocal: true, isDefinition: true)
!28 = !DIDerivedType(tag: DW_TAG_typedef, name: "atomic_int", file: !29, line: 104, baseType: !30)
!29 = !DIFile(filename: "/usr/lib/llvm-19/lib/clang/19/include/stdatomic.h", directory: "/project")
!30 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !6)
!31 = !DIGlobalVariableExpression(var: !32, expr: !DIExpression())
!32 = distinct !DIGlobalVariable(name: "top", scope: !2, file: !3, line: 15, type: !33, isLocal: true, isDefinition: true)
!33 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !34, size: 64)
!34 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "box", file: !3, line: 9, size: 192, elements: !35)
!35 = !{!36, !37, !41}
!36 = !DIDerivedType(tag: DW_TAG_member, name: "full", scope: !34, file: !3, line: 9, baseType: !6, size: 32)
!37 = !DIDerivedType(tag: DW_TAG_member, name: "parts", scope: !34, file: !3, line: 9, baseType: !38, size: 48, offset: 32)
!38 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 48, elements: !39)
!39 = !{!40}
!40 = !DISubrange(count: 3)
!41 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !34, file: !3, line: 9, baseType: !33, size: 64, offset: 128)
!42 = !DIGlobalVariableExpression(var: !43, expr: !DIExpression())
!43 = distinct !DIGlobalVariable(name: "plain", scope: !2, file: !3, line: 16, type: !6, isLocal: true, isDefinition: true)
!44 = !DIGlobalVariableExpression(var: !45, expr: !DIExpression())
!45 = distinct !DIGlobalVariable(name: "mine", scope: !2, file: !3, line: 14, type: !6, isLocal: true, isDefinition: true)
!46 = !DIGlobalVariableExpression(var: !47, expr: !DIExpression())
!47 = distinct !DIGlobalVariable(name: "filled", scope: !2, file: !3, line: 12, type: !48, isLocal: true, isDefinition: true)
!48 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_cond_t", file: !49, line: 80, baseType: !50)
!49 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/pthreadtypes.h", directory: "/project")
!50 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !49, line: 75, size: 384, elements: !51)
!51 = !{!52, !78, !82}
!52 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !50, file: !49, line: 77, baseType: !53, size: 384)
!53 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_cond_s", file: !54, line: 94, size: 384, elements: !55)
!54 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/thread-shared-types.h", directory: "/project")
!55 = !{!56, !69, !70, !74, !75, !76, !77}
!56 = !DIDerivedType(tag: DW_TAG_member, name: "__wseq", scope: !53, file: !54, line: 96, baseType: !57, size: 64)
!57 = !DIDerivedType(tag: DW_TAG_typedef, name: "__atomic_wide_counter", file: !58, line: 33, baseType: !59)
!58 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/atomic_wide_counter.h", directory: "/project")
!59 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !58, line: 25, size: 64, elements: !60)
!60 = !{!61, !63}
!61 = !DIDerivedType(tag: DW_TAG_member, name: "__value64", scope: !59, file: !58, line: 27, baseType: !62, size: 64)
!62 = !DIBasicType(name: "unsigned long long", size: 64, encoding: DW_ATE_unsigned)
!63 = !DIDerivedType(tag: DW_TAG_member, name: "__value32", scope: !59, file: !58, line: 32, baseType: !64, size: 64)
!64 = distinct !DICompositeType(tag: DW_TAG_structure_type, scope: !59, file: !58, line: 28, size: 64, elements: !65)
!65 = !{!66, !68}
!66 = !DIDerivedType(tag: DW_TAG_member, name: "__low", scope: !64, file: !58, line: 30, baseType: !67, size: 32)
!67 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!68 = !DIDerivedType(tag: DW_TAG_member, name: "__high", scope: !64, file: !58, line: 31, baseType: !67, size: 32, offset: 32)
!69 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_start", scope: !53, file: !54, line: 97, baseType: !57, size: 64, offset: 64)
!70 = !DIDerivedType(tag: DW_TAG_member, name: "__g_refs", scope: !53, file: !54, line: 98, baseType: !71, size: 64, offset: 128)
!71 = !DICompositeType(tag: DW_TAG_array_type, baseType: !67, size: 64, elements: !72)
!72 = !{!73}
!73 = !DISubrange(count: 2)
!74 = !DIDerivedType(tag: DW_TAG_member, name: "__g_size", scope: !53, file: !54, line: 99, baseType: !71, size: 64, offset: 192)
!75 = !DIDerivedType(tag: DW_TAG_member, name: "__g1_orig_size", scope: !53, file: !54, line: 100, baseType: !67, size: 32, offset: 256)
!76 = !DIDerivedType(tag: DW_TAG_member, name: "__wrefs", scope: !53, file: !54, line: 101, baseType: !67, size: 32, offset: 288)
!77 = !DIDerivedType(tag: DW_TAG_member, name: "__g_signals", scope: !53, file: !54, line: 102, baseType: !71, size: 64, offset: 320)
!78 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !50, file: !49, line: 78, baseType: !79, size: 384)
!79 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 384, elements: !80)
!80 = !{!81}
!81 = !DISubrange(count: 48)
!82 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !50, file: !49, line: 79, baseType: !83, size: 64)
!83 = !DIBasicType(name: "long long", size: 64, encoding: DW_ATE_signed)
!84 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_mutex_t", file: !49, line: 72, baseType: !85)
!85 = distinct !DICompositeType(tag: DW_TAG_union_type, file: !49, line: 67, size: 320, elements: !86)
!86 = !{!87, !105, !109}
!87 = !DIDerivedType(tag: DW_TAG_member, name: "__data", scope: !85, file: !49, line: 69, baseType: !88, size: 320)
!88 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_mutex_s", file: !89, line: 22, size: 320, elements: !90)
!89 = !DIFile(filename: "/usr/include/x86_64-linux-gnu/bits/struct_mutex.h", directory: "/project")
!90 = !{!91, !92, !93, !94, !95, !96, !97, !98}
!91 = !DIDerivedType(tag: DW_TAG_member, name: "__lock", scope: !88, file: !89, line: 24, baseType: !6, size: 32)
!92 = !DIDerivedType(tag: DW_TAG_member, name: "__count", scope: !88, file: !89, line: 25, baseType: !67, size: 32, offset: 32)
!93 = !DIDerivedType(tag: DW_TAG_member, name: "__owner", scope: !88, file: !89, line: 26, baseType: !6, size: 32, offset: 64)
!94 = !DIDerivedType(tag: DW_TAG_member, name: "__nusers", scope: !88, file: !89, line: 28, baseType: !67, size: 32, offset: 96)
!95 = !DIDerivedType(tag: DW_TAG_member, name: "__kind", scope: !88, file: !89, line: 32, baseType: !6, size: 32, offset: 128)
!96 = !DIDerivedType(tag: DW_TAG_member, name: "__spins", scope: !88, file: !89, line: 34, baseType: !7, size: 16, offset: 160)
!97 = !DIDerivedType(tag: DW_TAG_member, name: "__elision", scope: !88, file: !89, line: 35, baseType: !7, size: 16, offset: 176)
!98 = !DIDerivedType(tag: DW_TAG_member, name: "__list", scope: !88, file: !89, line: 36, baseType: !99, size: 128, offset: 192)
!99 = !DIDerivedType(tag: DW_TAG_typedef, name: "__pthread_list_t", file: !54, line: 55, baseType: !100)
!100 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__pthread_internal_list", file: !54, line: 51, size: 128, elements: !101)
!101 = !{!102, !104}
!102 = !DIDerivedType(tag: DW_TAG_member, name: "__prev", scope: !100, file: !54, line: 53, baseType: !103, size: 64)
!103 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !100, size: 64)
!104 = !DIDerivedType(tag: DW_TAG_member, name: "__next", scope: !100, file: !54, line: 54, baseType: !103, size: 64, offset: 64)
!105 = !DIDerivedType(tag: DW_TAG_member, name: "__size", scope: !85, file: !49, line: 70, baseType: !106, size: 320)
!106 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 320, elements: !107)
!107 = !{!108}
!108 = !DISubrange(count: 40)
!109 = !DIDerivedType(tag: DW_TAG_member, name: "__align", scope: !85, file: !49, line: 71, baseType: !110, size: 64)
!110 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!111 = !{i32 7, !"Dwarf Version", i32 5}
!112 = !{i32 2, !"Debug Info Version", i32 3}
!113 = !{i32 1, !"wchar_size", i32 4}
!114 = !{i32 8, !"PIC Level", i32 2}
!115 = !{i32 7, !"PIE Level", i32 2}
!116 = !{i32 7, !"uwtable", i32 2}
!117 = !{i32 7, !"frame-pointer", i32 2}
!118 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!119 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 34, type: !120, scopeLine: 34, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !122)
!120 = !DISubroutineType(types: !121)
!121 = !{!6}
!122 = !{}
!123 = !DILocalVariable(name: "first", scope: !119, file: !3, line: 35, type: !124)
!124 = !DIDerivedType(tag: DW_TAG_typedef, name: "pthread_t", file: !49, line: 27, baseType: !125)
!125 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!126 = !DILocation(line: 35, column: 15, scope: !119)
!127 = !DILocalVariable(name: "second", scope: !119, file: !3, line: 35, type: !124)
!128 = !DILocation(line: 35, column: 22, scope: !119)
!129 = !DILocalVariable(name: "argument", scope: !119, file: !3, line: 36, type: !6)
!130 = !DILocation(line: 36, column: 9, scope: !119)
!131 = !DILocation(line: 36, column: 20, scope: !119)
!132 = !DILocation(line: 37, column: 5, scope: !119)
!133 = !DILocation(line: 38, column: 5, scope: !119)
!134 = !DILocation(line: 39, column: 5, scope: !119)
!135 = !DILocation(line: 40, column: 5, scope: !119)
!136 = !DILocation(line: 40, column: 13, scope: !119)
!137 = !DILocation(line: 40, column: 12, scope: !119)
!138 = !DILocation(line: 41, column: 9, scope: !119)
!139 = distinct !{!139, !135, !140, !141}
!140 = !DILocation(line: 41, column: 41, scope: !119)
!141 = !{!"llvm.loop.mustprogress"}
!142 = !DILocation(line: 42, column: 5, scope: !143)
!143 = distinct !DILexicalBlock(scope: !144, file: !3, line: 42, column: 5)
!144 = distinct !DILexicalBlock(scope: !119, file: !3, line: 42, column: 5)
!145 = !DILocation(line: 42, column: 5, scope: !144)
!146 = !DILocation(line: 43, column: 5, scope: !119)
!147 = !DILocation(line: 44, column: 13, scope: !119)
!148 = !DILocation(line: 44, column: 22, scope: !119)
!149 = !DILocation(line: 44, column: 27, scope: !119)
!150 = !DILocation(line: 44, column: 32, scope: !119)
!151 = !DILocation(line: 44, column: 19, scope: !119)
!152 = !DILocation(line: 44, column: 11, scope: !119)
!153 = !DILocation(line: 45, column: 18, scope: !119)
!154 = !DILocation(line: 45, column: 5, scope: !119)
!155 = !DILocation(line: 46, column: 18, scope: !119)
!156 = !DILocation(line: 46, column: 5, scope: !119)
!157 = !DILocation(line: 47, column: 5, scope: !158)
!158 = distinct !DILexicalBlock(scope: !159, file: !3, line: 47, column: 5)
!159 = distinct !DILexicalBlock(scope: !119, file: !3, line: 47, column: 5)
!160 = !DILocation(line: 47, column: 5, scope: !159)
!161 = !DILocation(line: 48, column: 10, scope: !119)
!162 = !DILocation(line: 48, column: 15, scope: !119)
!163 = !DILocation(line: 48, column: 5, scope: !119)
!164 = !DILocation(line: 49, column: 10, scope: !119)
!165 = !DILocation(line: 49, column: 5, scope: !119)
!166 = !DILocation(line: 50, column: 12, scope: !119)
!167 = !DILocation(line: 50, column: 17, scope: !119)
!168 = !DILocation(line: 50, column: 24, scope: !119)
!169 = !DILocation(line: 50, column: 22, scope: !119)
!170 = !DILocation(line: 50, column: 5, scope: !119)
!171 = distinct !DISubprogram(name: "producer", scope: !3, file: !3, line: 18, type: !172, scopeLine: 18, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !122)
!172 = !DISubroutineType(types: !173)
!173 = !{!174, !174}
!174 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!175 = !DILocalVariable(name: "argument", arg: 1, scope: !171, file: !3, line: 18, type: !174)
!176 = !DILocation(line: 18, column: 29, scope: !171)
!177 = !DILocalVariable(name: "box", scope: !171, file: !3, line: 19, type: !33)
!178 = !DILocation(line: 19, column: 17, scope: !171)
!179 = !DILocation(line: 19, column: 23, scope: !171)
!180 = !DILocalVariable(name: "expected", scope: !171, file: !3, line: 20, type: !6)
!181 = !DILocation(line: 20, column: 9, scope: !171)
!182 = !DILocation(line: 21, column: 25, scope: !171)
!183 = !DILocation(line: 21, column: 17, scope: !171)
!184 = !DILocation(line: 21, column: 5, scope: !171)
!185 = !DILocation(line: 21, column: 10, scope: !171)
!186 = !DILocation(line: 21, column: 15, scope: !171)
!187 = !DILocation(line: 22, column: 28, scope: !171)
!188 = !DILocation(line: 22, column: 21, scope: !171)
!189 = !DILocation(line: 22, column: 5, scope: !171)
!190 = !DILocation(line: 22, column: 10, scope: !171)
!191 = !DILocation(line: 22, column: 19, scope: !171)
!192 = !DILocation(line: 23, column: 5, scope: !171)
!193 = !DILocation(line: 24, column: 17, scope: !171)
!194 = !DILocation(line: 24, column: 5, scope: !171)
!195 = !DILocation(line: 24, column: 10, scope: !171)
!196 = !DILocation(line: 24, column: 15, scope: !171)
!197 = !DILocation(line: 25, column: 11, scope: !171)
!198 = !DILocation(line: 25, column: 9, scope: !171)
!199 = !DILocation(line: 26, column: 5, scope: !171)
!200 = !DILocation(line: 27, column: 5, scope: !171)
!201 = !DILocation(line: 28, column: 10, scope: !202)
!202 = distinct !DILexicalBlock(scope: !171, file: !3, line: 28, column: 9)
!203 = !DILocation(line: 28, column: 9, scope: !171)
!204 = !DILocation(line: 29, column: 9, scope: !202)
!205 = !DILocation(line: 29, column: 13, scope: !202)
!206 = !DILocation(line: 30, column: 13, scope: !171)
!207 = !DILocation(line: 30, column: 21, scope: !171)
!208 = !DILocation(line: 30, column: 19, scope: !171)
!209 = !DILocation(line: 30, column: 11, scope: !171)
!210 = !DILocation(line: 31, column: 5, scope: !171)
