; ModuleID = 'values.c'
source_filename = "values.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { double, i16 }
%struct.__va_list_tag = type { i32, i32, i8*, i8* }

@__const.main.p = private unnamed_addr constant { double, i8, i8 } { double 2.500000e+00, i8 97, i8 9 }, align 8
@words = internal constant [5 x i8] c"a\0A\22b\00", align 1, !dbg !0
@.src = private unnamed_addr constant [9 x i8] c"values.c\00", align 1
@0 = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 -1, i16 0, [16 x i8] c"'const char[5]'\00" }
@1 = private unnamed_addr constant { i16, i16, [6 x i8] } { i16 0, i16 11, [6 x i8] c"'int'\00" }
@operation = internal global i32 (i32, i32)* null, align 8, !dbg !19
@2 = private unnamed_addr constant { i16, i16, [11 x i8] } { i16 0, i16 15, [11 x i8] c"'__int128'\00" }
@3 = private unnamed_addr constant { i16, i16, [16 x i8] } { i16 0, i16 6, [16 x i8] c"'unsigned char'\00" }
@table = internal global [2 x [2 x double]] [[2 x double] [double 1.500000e+00, double -0.000000e+00], [2 x double] [double 1.000000e+300, double 3.000000e+00]], align 16, !dbg !24
@4 = private unnamed_addr constant { i16, i16, [34 x i8] } { i16 -1, i16 0, [34 x i8] c"'real[2][2]' (aka 'double[2][2]')\00" }
@5 = private unnamed_addr constant { i16, i16, [28 x i8] } { i16 -1, i16 0, [28 x i8] c"'real[2]' (aka 'double[2]')\00" }

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main(i32 noundef %argc, i8** noundef %argv) #0 !dbg !42 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca i8**, align 8
  %p = alloca %struct.pair, align 8
  %small = alloca i8, align 1
  %tmp = alloca %struct.pair, align 8
  %coerce = alloca i128, align 16
  store i32 0, i32* %retval, align 4
  store i32 %argc, i32* %argc.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %argc.addr, metadata !48, metadata !DIExpression()), !dbg !49
  store i8** %argv, i8*** %argv.addr, align 8
  call void @llvm.dbg.declare(metadata i8*** %argv.addr, metadata !50, metadata !DIExpression()), !dbg !51
  call void @llvm.dbg.declare(metadata %struct.pair* %p, metadata !52, metadata !DIExpression()), !dbg !60
  %0 = bitcast %struct.pair* %p to i8*, !dbg !60
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %0, i8* align 8 bitcast ({ double, i8, i8 }* @__const.main.p to i8*), i64 16, i1 false), !dbg !60
  call void @llvm.dbg.declare(metadata i8* %small, metadata !61, metadata !DIExpression()), !dbg !62
  %1 = load i32, i32* %argc.addr, align 4, !dbg !63
  br i1 true, label %cont, label %trap, !dbg !64, !nosanitize !47

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 18) #5, !dbg !64, !nosanitize !47
  unreachable, !dbg !64, !nosanitize !47

cont:                                             ; preds = %entry
  %2 = load i8, i8* getelementptr inbounds ([5 x i8], [5 x i8]* @words, i64 0, i64 1), align 1, !dbg !64
  %conv = sext i8 %2 to i32, !dbg !64
  %3 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %1, i32 %conv), !dbg !65, !nosanitize !47
  %4 = extractvalue { i32, i1 } %3, 0, !dbg !65, !nosanitize !47
  %5 = extractvalue { i32, i1 } %3, 1, !dbg !65, !nosanitize !47
  %6 = xor i1 %5, true, !dbg !65, !nosanitize !47
  br i1 %6, label %cont2, label %trap1, !dbg !65, !nosanitize !47

trap1:                                            ; preds = %cont
  call void @llvm.ubsantrap(i8 0) #5, !dbg !65, !nosanitize !47
  unreachable, !dbg !65, !nosanitize !47

cont2:                                            ; preds = %cont
  %conv3 = trunc i32 %4 to i8, !dbg !66
  store i8 %conv3, i8* %small, align 1, !dbg !62
  %7 = load i32, i32* %argc.addr, align 4, !dbg !67
  %cmp = icmp sgt i32 %7, 1, !dbg !68
  %8 = zext i1 %cmp to i64, !dbg !67
  %cond = select i1 %cmp, i32 (i32, i32)* @mix, i32 (i32, i32)* null, !dbg !67
  store i32 (i32, i32)* %cond, i32 (i32, i32)** @operation, align 8, !dbg !69
  %9 = load i8, i8* %small, align 1, !dbg !70
  %conv5 = zext i8 %9 to i128, !dbg !71
  br i1 true, label %check, label %cont6, !dbg !72, !nosanitize !47

check:                                            ; preds = %cont2
  %shl.check = lshr i128 %conv5, 57, !dbg !72, !nosanitize !47
  %10 = icmp eq i128 %shl.check, 0, !dbg !72, !nosanitize !47
  br label %cont6, !dbg !72, !nosanitize !47

cont6:                                            ; preds = %check, %cont2
  %11 = phi i1 [ true, %cont2 ], [ %10, %check ], !dbg !72, !nosanitize !47
  %12 = and i1 true, %11, !dbg !72, !nosanitize !47
  br i1 %12, label %cont8, label %trap7, !dbg !72, !nosanitize !47

trap7:                                            ; preds = %cont6
  call void @llvm.ubsantrap(i8 20) #5, !dbg !72, !nosanitize !47
  unreachable, !dbg !72, !nosanitize !47

cont8:                                            ; preds = %cont6
  %shl = shl i128 %conv5, 70, !dbg !72
  %13 = load i32, i32* %argc.addr, align 4, !dbg !73
  %conv9 = sext i32 %13 to i128, !dbg !73
  %or = or i128 %shl, %conv9, !dbg !74
  %14 = bitcast %struct.pair* %p to { double, i64 }*, !dbg !75
  %15 = getelementptr inbounds { double, i64 }, { double, i64 }* %14, i32 0, i32 0, !dbg !75
  %16 = load double, double* %15, align 8, !dbg !75
  %17 = getelementptr inbounds { double, i64 }, { double, i64 }* %14, i32 0, i32 1, !dbg !75
  %18 = load i64, i64* %17, align 8, !dbg !75
  store i128 %or, i128* %coerce, align 16, !dbg !75
  %19 = bitcast i128* %coerce to { i64, i64 }*, !dbg !75
  %20 = getelementptr inbounds { i64, i64 }, { i64, i64 }* %19, i32 0, i32 0, !dbg !75
  %21 = load i64, i64* %20, align 16, !dbg !75
  %22 = getelementptr inbounds { i64, i64 }, { i64, i64 }* %19, i32 0, i32 1, !dbg !75
  %23 = load i64, i64* %22, align 8, !dbg !75
  %call = call { double, i64 } @turn(double %16, i64 %18, i64 noundef %21, i64 noundef %23), !dbg !75
  %24 = bitcast %struct.pair* %tmp to { double, i64 }*, !dbg !75
  %25 = getelementptr inbounds { double, i64 }, { double, i64 }* %24, i32 0, i32 0, !dbg !75
  %26 = extractvalue { double, i64 } %call, 0, !dbg !75
  store double %26, double* %25, align 8, !dbg !75
  %27 = getelementptr inbounds { double, i64 }, { double, i64 }* %24, i32 0, i32 1, !dbg !75
  %28 = extractvalue { double, i64 } %call, 1, !dbg !75
  store i64 %28, i64* %27, align 8, !dbg !75
  %29 = bitcast %struct.pair* %p to i8*, !dbg !75
  %30 = bitcast %struct.pair* %tmp to i8*, !dbg !75
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %29, i8* align 8 %30, i64 16, i1 false), !dbg !75
  %d = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 1, !dbg !76
  %bf.load = load i16, i16* %d, align 8, !dbg !76
  %bf.lshr = lshr i16 %bf.load, 3, !dbg !76
  %bf.clear = and i16 %bf.lshr, 511, !dbg !76
  %bf.cast = zext i16 %bf.clear to i32, !dbg !76
  %31 = icmp ne i32 %bf.cast, -2147483648, !dbg !77, !nosanitize !47
  %or10 = or i1 %31, true, !dbg !77, !nosanitize !47
  %32 = and i1 true, %or10, !dbg !77, !nosanitize !47
  br i1 %32, label %cont12, label %trap11, !dbg !77, !nosanitize !47

trap11:                                           ; preds = %cont8
  call void @llvm.ubsantrap(i8 3) #5, !dbg !77, !nosanitize !47
  unreachable, !dbg !77, !nosanitize !47

cont12:                                           ; preds = %cont8
  %rem = srem i32 %bf.cast, 9, !dbg !77
  switch i32 %rem, label %sw.epilog [
    i32 0, label %sw.bb
    i32 7, label %sw.bb17
    i32 -1, label %sw.bb20
  ], !dbg !78

sw.bb:                                            ; preds = %cont12
  %33 = load i8, i8* %small, align 1, !dbg !79
  %conv13 = zext i8 %33 to i32, !dbg !79
  br i1 true, label %cont15, label %trap14, !dbg !79, !nosanitize !47

trap14:                                           ; preds = %sw.bb
  call void @llvm.ubsantrap(i8 20) #5, !dbg !79, !nosanitize !47
  unreachable, !dbg !79, !nosanitize !47

cont15:                                           ; preds = %sw.bb
  %shr = ashr i32 %conv13, 2, !dbg !79
  %conv16 = trunc i32 %shr to i8, !dbg !79
  store i8 %conv16, i8* %small, align 1, !dbg !79
  br label %sw.epilog, !dbg !81

sw.bb17:                                          ; preds = %cont12
  %34 = load i8, i8* %small, align 1, !dbg !82
  %conv18 = zext i8 %34 to i32, !dbg !82
  %call19 = call i32 (i32, ...) @sum(i32 noundef 3, i32 noundef 1, i32 noundef %conv18, i32 noundef -5), !dbg !83
  store i32 %call19, i32* %retval, align 4, !dbg !84
  br label %return, !dbg !84

sw.bb20:                                          ; preds = %cont12
  %x = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 0, !dbg !85
  %35 = load double, double* %x, align 8, !dbg !85
  %fneg = fneg double %35, !dbg !86
  %x21 = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 0, !dbg !87
  store double %fneg, double* %x21, align 8, !dbg !88
  br label %sw.epilog, !dbg !89

sw.epilog:                                        ; preds = %sw.bb20, %cont12, %cont15
  br label %do.body, !dbg !90

do.body:                                          ; preds = %land.end, %sw.epilog
  %36 = load i8, i8* %small, align 1, !dbg !91
  %conv22 = zext i8 %36 to i32, !dbg !91
  %mul = mul i32 %conv22, 5, !dbg !93
  %x23 = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 0, !dbg !94
  %37 = load double, double* %x23, align 8, !dbg !94
  %cmp24 = fcmp olt double %37, 3.000000e+00, !dbg !95
  %conv25 = zext i1 %cmp24 to i32, !dbg !95
  %add = add i32 %mul, %conv25, !dbg !96
  %conv26 = trunc i32 %add to i8, !dbg !97
  store i8 %conv26, i8* %small, align 1, !dbg !98
  br label %do.cond, !dbg !99

do.cond:                                          ; preds = %do.body
  %38 = load i8, i8* %small, align 1, !dbg !100
  %conv27 = zext i8 %38 to i32, !dbg !100
  br i1 true, label %cont29, label %trap28, !dbg !101, !nosanitize !47

trap28:                                           ; preds = %do.cond
  call void @llvm.ubsantrap(i8 3) #5, !dbg !101, !nosanitize !47
  unreachable, !dbg !101, !nosanitize !47

cont29:                                           ; preds = %do.cond
  %rem30 = srem i32 %conv27, 7, !dbg !101
  %tobool = icmp ne i32 %rem30, 0, !dbg !101
  br i1 %tobool, label %land.rhs, label %land.end, !dbg !102

land.rhs:                                         ; preds = %cont29
  %39 = load i8, i8* %small, align 1, !dbg !103
  %conv31 = zext i8 %39 to i32, !dbg !103
  %cmp32 = icmp ne i32 %conv31, 1, !dbg !104
  br label %land.end

land.end:                                         ; preds = %land.rhs, %cont29
  %40 = phi i1 [ false, %cont29 ], [ %cmp32, %land.rhs ], !dbg !105
  br i1 %40, label %do.body, label %do.end, !dbg !99, !llvm.loop !106

do.end:                                           ; preds = %land.end
  %41 = load i32 (i32, i32)*, i32 (i32, i32)** @operation, align 8, !dbg !109
  %tobool34 = icmp ne i32 (i32, i32)* %41, null, !dbg !109
  br i1 %tobool34, label %if.then, label %if.end, !dbg !111

if.then:                                          ; preds = %do.end
  %42 = load i32 (i32, i32)*, i32 (i32, i32)** @operation, align 8, !dbg !112
  %43 = load i32, i32* %argc.addr, align 4, !dbg !113
  %44 = load i8, i8* %small, align 1, !dbg !114
  %conv35 = zext i8 %44 to i32, !dbg !114
  %call36 = call i32 %42(i32 noundef %43, i32 noundef %conv35), !dbg !112
  store i32 %call36, i32* %retval, align 4, !dbg !115
  br label %return, !dbg !115

if.end:                                           ; preds = %do.end
  %x37 = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 0, !dbg !116
  %45 = load double, double* %x37, align 8, !dbg !116
  %conv38 = fptosi double %45 to i32, !dbg !117
  %46 = load i8, i8* %small, align 1, !dbg !118
  %conv39 = zext i8 %46 to i32, !dbg !118
  %47 = load i32, i32* %argc.addr, align 4, !dbg !119
  %call40 = call i32 @mix(i32 noundef %conv39, i32 noundef %47), !dbg !120
  %48 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %conv38, i32 %call40), !dbg !121, !nosanitize !47
  %49 = extractvalue { i32, i1 } %48, 0, !dbg !121, !nosanitize !47
  %50 = extractvalue { i32, i1 } %48, 1, !dbg !121, !nosanitize !47
  %51 = xor i1 %50, true, !dbg !121, !nosanitize !47
  br i1 %51, label %cont42, label %trap41, !dbg !121, !nosanitize !47

trap41:                                           ; preds = %if.end
  call void @llvm.ubsantrap(i8 0) #5, !dbg !121, !nosanitize !47
  unreachable, !dbg !121, !nosanitize !47

cont42:                                           ; preds = %if.end
  store i32 %49, i32* %retval, align 4, !dbg !122
  br label %return, !dbg !122

return:                                           ; preds = %cont42, %if.then, %sw.bb17
  %52 = load i32, i32* %retval, align 4, !dbg !123
  ret i32 %52, !dbg !123
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.declare(metadata, metadata, metadata) #1

; Function Attrs: argmemonly nofree nounwind willreturn
declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg) #2

; Function Attrs: cold noreturn nounwind
declare void @llvm.ubsantrap(i8 immarg) #3

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @mix(i32 noundef %a, i32 noundef %b) #0 !dbg !124 {
entry:
  %a.addr = alloca i32, align 4
  %b.addr = alloca i32, align 4
  store i32 %a, i32* %a.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %a.addr, metadata !125, metadata !DIExpression()), !dbg !126
  store i32 %b, i32* %b.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %b.addr, metadata !127, metadata !DIExpression()), !dbg !128
  %0 = load i32, i32* %a.addr, align 4, !dbg !129
  %1 = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %0, i32 3), !dbg !130, !nosanitize !47
  %2 = extractvalue { i32, i1 } %1, 0, !dbg !130, !nosanitize !47
  %3 = extractvalue { i32, i1 } %1, 1, !dbg !130, !nosanitize !47
  %4 = xor i1 %3, true, !dbg !130, !nosanitize !47
  br i1 %4, label %cont, label %trap, !dbg !130, !nosanitize !47

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 12) #5, !dbg !130, !nosanitize !47
  unreachable, !dbg !130, !nosanitize !47

cont:                                             ; preds = %entry
  %5 = load i32, i32* %b.addr, align 4, !dbg !131
  br i1 true, label %check, label %cont1, !dbg !132, !nosanitize !47

check:                                            ; preds = %cont
  %shl.check = lshr i32 %5, 29, !dbg !132, !nosanitize !47
  %6 = icmp eq i32 %shl.check, 0, !dbg !132, !nosanitize !47
  br label %cont1, !dbg !132, !nosanitize !47

cont1:                                            ; preds = %check, %cont
  %7 = phi i1 [ true, %cont ], [ %6, %check ], !dbg !132, !nosanitize !47
  %8 = and i1 true, %7, !dbg !132, !nosanitize !47
  br i1 %8, label %cont3, label %trap2, !dbg !132, !nosanitize !47

trap2:                                            ; preds = %cont1
  call void @llvm.ubsantrap(i8 20) #5, !dbg !132, !nosanitize !47
  unreachable, !dbg !132, !nosanitize !47

cont3:                                            ; preds = %cont1
  %shl = shl i32 %5, 2, !dbg !132
  %9 = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %2, i32 %shl), !dbg !133, !nosanitize !47
  %10 = extractvalue { i32, i1 } %9, 0, !dbg !133, !nosanitize !47
  %11 = extractvalue { i32, i1 } %9, 1, !dbg !133, !nosanitize !47
  %12 = xor i1 %11, true, !dbg !133, !nosanitize !47
  br i1 %12, label %cont5, label %trap4, !dbg !133, !nosanitize !47

trap4:                                            ; preds = %cont3
  call void @llvm.ubsantrap(i8 21) #5, !dbg !133, !nosanitize !47
  unreachable, !dbg !133, !nosanitize !47

cont5:                                            ; preds = %cont3
  %13 = load i32, i32* %a.addr, align 4, !dbg !134
  %14 = load i32, i32* %b.addr, align 4, !dbg !135
  %or = or i32 %14, 1, !dbg !136
  %15 = icmp ne i32 %or, 0, !dbg !137, !nosanitize !47
  %16 = icmp ne i32 %13, -2147483648, !dbg !137, !nosanitize !47
  %17 = icmp ne i32 %or, -1, !dbg !137, !nosanitize !47
  %or6 = or i1 %16, %17, !dbg !137, !nosanitize !47
  %18 = and i1 %15, %or6, !dbg !137, !nosanitize !47
  br i1 %18, label %cont8, label %trap7, !dbg !137, !nosanitize !47

trap7:                                            ; preds = %cont5
  call void @llvm.ubsantrap(i8 3) #5, !dbg !137, !nosanitize !47
  unreachable, !dbg !137, !nosanitize !47

cont8:                                            ; preds = %cont5
  %div = sdiv i32 %13, %or, !dbg !137
  %19 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %10, i32 %div), !dbg !138, !nosanitize !47
  %20 = extractvalue { i32, i1 } %19, 0, !dbg !138, !nosanitize !47
  %21 = extractvalue { i32, i1 } %19, 1, !dbg !138, !nosanitize !47
  %22 = xor i1 %21, true, !dbg !138, !nosanitize !47
  br i1 %22, label %cont10, label %trap9, !dbg !138, !nosanitize !47

trap9:                                            ; preds = %cont8
  call void @llvm.ubsantrap(i8 0) #5, !dbg !138, !nosanitize !47
  unreachable, !dbg !138, !nosanitize !47

cont10:                                           ; preds = %cont8
  ret i32 %20, !dbg !139
}

; Function Attrs: noinline nounwind optnone uwtable
define internal { double, i64 } @turn(double %p.coerce0, i64 %p.coerce1, i64 noundef %wide.coerce0, i64 noundef %wide.coerce1) #0 !dbg !140 {
entry:
  %retval = alloca %struct.pair, align 8
  %p = alloca %struct.pair, align 8
  %wide = alloca i128, align 16
  %wide.addr = alloca i128, align 16
  %0 = bitcast %struct.pair* %p to { double, i64 }*
  %1 = getelementptr inbounds { double, i64 }, { double, i64 }* %0, i32 0, i32 0
  store double %p.coerce0, double* %1, align 8
  %2 = getelementptr inbounds { double, i64 }, { double, i64 }* %0, i32 0, i32 1
  store i64 %p.coerce1, i64* %2, align 8
  %3 = bitcast i128* %wide to { i64, i64 }*
  %4 = getelementptr inbounds { i64, i64 }, { i64, i64 }* %3, i32 0, i32 0
  store i64 %wide.coerce0, i64* %4, align 16
  %5 = getelementptr inbounds { i64, i64 }, { i64, i64 }* %3, i32 0, i32 1
  store i64 %wide.coerce1, i64* %5, align 8
  %wide1 = load i128, i128* %wide, align 16
  call void @llvm.dbg.declare(metadata %struct.pair* %p, metadata !143, metadata !DIExpression()), !dbg !144
  store i128 %wide1, i128* %wide.addr, align 16
  call void @llvm.dbg.declare(metadata i128* %wide.addr, metadata !145, metadata !DIExpression()), !dbg !146
  %x = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 0, !dbg !147
  %6 = load double, double* %x, align 8, !dbg !147
  %7 = load i128, i128* %wide.addr, align 16, !dbg !148
  %conv = trunc i128 %7 to i64, !dbg !149
  %conv2 = uitofp i64 %conv to double, !dbg !150
  %mul = fmul double %6, %conv2, !dbg !151
  br i1 true, label %cont, label %trap, !dbg !152, !nosanitize !47

trap:                                             ; preds = %entry
  call void @llvm.ubsantrap(i8 18) #5, !dbg !152, !nosanitize !47
  unreachable, !dbg !152, !nosanitize !47

cont:                                             ; preds = %entry
  br i1 true, label %cont4, label %trap3, !dbg !152, !nosanitize !47

trap3:                                            ; preds = %cont
  call void @llvm.ubsantrap(i8 18) #5, !dbg !152, !nosanitize !47
  unreachable, !dbg !152, !nosanitize !47

cont4:                                            ; preds = %cont
  %8 = load double, double* getelementptr inbounds ([2 x [2 x double]], [2 x [2 x double]]* @table, i64 0, i64 1, i64 0), align 16, !dbg !152
  %conv5 = fptrunc double %8 to float, !dbg !153
  %conv6 = fpext float %conv5 to double, !dbg !153
  %add = fadd double %mul, %conv6, !dbg !154
  %x7 = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 0, !dbg !155
  store double %add, double* %x7, align 8, !dbg !156
  %c = getelementptr inbounds %struct.pair, %struct.pair* %p, i32 0, i32 1, !dbg !157
  %bf.load = load i16, i16* %c, align 8, !dbg !158
  %bf.shl = shl i16 %bf.load, 13, !dbg !158
  %bf.ashr = ashr i16 %bf.shl, 13, !dbg !158
  %bf.cast = trunc i16 %bf.ashr to i8, !dbg !158
  %conv8 = sext i8 %bf.cast to i32, !dbg !158
  %xor = xor i32 %conv8, 1, !dbg !158
  %conv9 = trunc i32 %xor to i8, !dbg !158
  %9 = zext i8 %conv9 to i16, !dbg !158
  %bf.load10 = load i16, i16* %c, align 8, !dbg !158
  %bf.value = and i16 %9, 7, !dbg !158
  %bf.clear = and i16 %bf.load10, -8, !dbg !158
  %bf.set = or i16 %bf.clear, %bf.value, !dbg !158
  store i16 %bf.set, i16* %c, align 8, !dbg !158
  %bf.result.shl = shl i16 %bf.value, 13, !dbg !158
  %bf.result.ashr = ashr i16 %bf.result.shl, 13, !dbg !158
  %bf.result.cast = trunc i16 %bf.result.ashr to i8, !dbg !158
  %10 = bitcast %struct.pair* %retval to i8*, !dbg !159
  %11 = bitcast %struct.pair* %p to i8*, !dbg !159
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 8 %10, i8* align 8 %11, i64 16, i1 false), !dbg !159
  %12 = bitcast %struct.pair* %retval to { double, i64 }*, !dbg !160
  %13 = load { double, i64 }, { double, i64 }* %12, align 8, !dbg !160
  ret { double, i64 } %13, !dbg !160
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @sum(i32 noundef %count, ...) #0 !dbg !161 {
entry:
  %count.addr = alloca i32, align 4
  %list = alloca [1 x %struct.__va_list_tag], align 16
  %total = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %count, i32* %count.addr, align 4
  call void @llvm.dbg.declare(metadata i32* %count.addr, metadata !164, metadata !DIExpression()), !dbg !165
  call void @llvm.dbg.declare(metadata [1 x %struct.__va_list_tag]* %list, metadata !166, metadata !DIExpression()), !dbg !181
  call void @llvm.dbg.declare(metadata i32* %total, metadata !182, metadata !DIExpression()), !dbg !183
  store i32 0, i32* %total, align 4, !dbg !183
  %arraydecay = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %list, i64 0, i64 0, !dbg !184
  %arraydecay1 = bitcast %struct.__va_list_tag* %arraydecay to i8*, !dbg !184
  call void @llvm.va_start(i8* %arraydecay1), !dbg !184
  call void @llvm.dbg.declare(metadata i32* %i, metadata !185, metadata !DIExpression()), !dbg !187
  store i32 0, i32* %i, align 4, !dbg !187
  br label %for.cond, !dbg !188

for.cond:                                         ; preds = %cont4, %entry
  %0 = load i32, i32* %i, align 4, !dbg !189
  %1 = load i32, i32* %count.addr, align 4, !dbg !191
  %cmp = icmp slt i32 %0, %1, !dbg !192
  br i1 %cmp, label %for.body, label %for.end, !dbg !193

for.body:                                         ; preds = %for.cond
  %arraydecay2 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %list, i64 0, i64 0, !dbg !194
  %gp_offset_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 0, !dbg !194
  %gp_offset = load i32, i32* %gp_offset_p, align 16, !dbg !194
  %fits_in_gp = icmp ule i32 %gp_offset, 40, !dbg !194
  br i1 %fits_in_gp, label %vaarg.in_reg, label %vaarg.in_mem, !dbg !194

vaarg.in_reg:                                     ; preds = %for.body
  %2 = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 3, !dbg !194
  %reg_save_area = load i8*, i8** %2, align 16, !dbg !194
  %3 = getelementptr i8, i8* %reg_save_area, i32 %gp_offset, !dbg !194
  %4 = bitcast i8* %3 to i32*, !dbg !194
  %5 = add i32 %gp_offset, 8, !dbg !194
  store i32 %5, i32* %gp_offset_p, align 16, !dbg !194
  br label %vaarg.end, !dbg !194

vaarg.in_mem:                                     ; preds = %for.body
  %overflow_arg_area_p = getelementptr inbounds %struct.__va_list_tag, %struct.__va_list_tag* %arraydecay2, i32 0, i32 2, !dbg !194
  %overflow_arg_area = load i8*, i8** %overflow_arg_area_p, align 8, !dbg !194
  %6 = bitcast i8* %overflow_arg_area to i32*, !dbg !194
  %overflow_arg_area.next = getelementptr i8, i8* %overflow_arg_area, i32 8, !dbg !194
  store i8* %overflow_arg_area.next, i8** %overflow_arg_area_p, align 8, !dbg !194
  br label %vaarg.end, !dbg !194

vaarg.end:                                        ; preds = %vaarg.in_mem, %vaarg.in_reg
  %vaarg.addr = phi i32* [ %4, %vaarg.in_reg ], [ %6, %vaarg.in_mem ], !dbg !194
  %7 = load i32, i32* %vaarg.addr, align 4, !dbg !194
  %8 = load i32, i32* %total, align 4, !dbg !195
  %9 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %8, i32 %7), !dbg !195, !nosanitize !47
  %10 = extractvalue { i32, i1 } %9, 0, !dbg !195, !nosanitize !47
  %11 = extractvalue { i32, i1 } %9, 1, !dbg !195, !nosanitize !47
  %12 = xor i1 %11, true, !dbg !195, !nosanitize !47
  br i1 %12, label %cont, label %trap, !dbg !195, !nosanitize !47

trap:                                             ; preds = %vaarg.end
  call void @llvm.ubsantrap(i8 0) #5, !dbg !195, !nosanitize !47
  unreachable, !dbg !195, !nosanitize !47

cont:                                             ; preds = %vaarg.end
  store i32 %10, i32* %total, align 4, !dbg !195
  br label %for.inc, !dbg !196

for.inc:                                          ; preds = %cont
  %13 = load i32, i32* %i, align 4, !dbg !197
  %14 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %13, i32 1), !dbg !197, !nosanitize !47
  %15 = extractvalue { i32, i1 } %14, 0, !dbg !197, !nosanitize !47
  %16 = extractvalue { i32, i1 } %14, 1, !dbg !197, !nosanitize !47
  %17 = xor i1 %16, true, !dbg !197, !nosanitize !47
  br i1 %17, label %cont4, label %trap3, !dbg !197, !nosanitize !47

trap3:                                            ; preds = %for.inc
  call void @llvm.ubsantrap(i8 0) #5, !dbg !197, !nosanitize !47
  unreachable, !dbg !197, !nosanitize !47

cont4:                                            ; preds = %for.inc
  store i32 %15, i32* %i, align 4, !dbg !197
  br label %for.cond, !dbg !198, !llvm.loop !199

for.end:                                          ; preds = %for.cond
  %arraydecay5 = getelementptr inbounds [1 x %struct.__va_list_tag], [1 x %struct.__va_list_tag]* %list, i64 0, i64 0, !dbg !201
  %arraydecay56 = bitcast %struct.__va_list_tag* %arraydecay5 to i8*, !dbg !201
  call void @llvm.va_end(i8* %arraydecay56), !dbg !201
  %18 = load i32, i32* %total, align 4, !dbg !202
  ret i32 %18, !dbg !203
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare { i32, i1 } @llvm.ssub.with.overflow.i32(i32, i32) #1

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_start(i8*) #4

; Function Attrs: nofree nosync nounwind willreturn
declare void @llvm.va_end(i8*) #4

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #2 = { argmemonly nofree nounwind willreturn }
attributes #3 = { cold noreturn nounwind }
attributes #4 = { nofree nosync nounwind willreturn }
attributes #5 = { noreturn nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!34, !35, !36, !37, !38, !39, !40}
!llvm.ident = !{!41}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "words", scope: !2, file: !3, line: 8, type: !29, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 14.0.6", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !11, globals: !18, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "values.c", directory: "/project")
!4 = !{!5}
!5 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "colour", file: !3, line: 4, baseType: !6, size: 32, elements: !7)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !{!8, !9, !10}
!8 = !DIEnumerator(name: "RED", value: 0)
!9 = !DIEnumerator(name: "GREEN", value: 7)
!10 = !DIEnumerator(name: "BLUE", value: -1)
!11 = !{!12, !13, !5, !6, !14, !16, !17}
!12 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!13 = !DIBasicType(name: "__int128", size: 128, encoding: DW_ATE_signed)
!14 = !DIDerivedType(tag: DW_TAG_typedef, name: "real", file: !3, line: 5, baseType: !15)
!15 = !DIBasicType(name: "double", size: 64, encoding: DW_ATE_float)
!16 = !DIBasicType(name: "unsigned long", size: 64, encoding: DW_ATE_unsigned)
!17 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!18 = !{!19, !0, !24}
!19 = !DIGlobalVariableExpression(var: !20, expr: !DIExpression())
!20 = distinct !DIGlobalVariable(name: "operation", scope: !2, file: !3, line: 10, type: !21, isLocal: true, isDefinition: true)
!21 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !22, size: 64)
!22 = !DISubroutineType(types: !23)
!23 = !{!6, !6, !6}
!24 = !DIGlobalVariableExpression(var: !25, expr: !DIExpression())
!25 = distinct !DIGlobalVariable(name: "table", scope: !2, file: !3, line: 9, type: !26, isLocal: true, isDefinition: true)
!26 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 256, elements: !27)
!27 = !{!28, !28}
!28 = !DISubrange(count: 2)
!29 = !DICompositeType(tag: DW_TAG_array_type, baseType: !30, size: 40, elements: !32)
!30 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !31)
!31 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!32 = !{!33}
!33 = !DISubrange(count: 5)
!34 = !{i32 7, !"Dwarf Version", i32 5}
!35 = !{i32 2, !"Debug Info Version", i32 3}
!36 = !{i32 1, !"wchar_size", i32 4}
!37 = !{i32 7, !"PIC Level", i32 2}
!38 = !{i32 7, !"PIE Level", i32 2}
!39 = !{i32 7, !"uwtable", i32 1}
!40 = !{i32 7, !"frame-pointer", i32 2}
!41 = !{!"Debian clang version 14.0.6"}
!42 = distinct !DISubprogram(name: "main", scope: !3, file: !3, line: 30, type: !43, scopeLine: 30, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !2, retainedNodes: !47)
!43 = !DISubroutineType(types: !44)
!44 = !{!6, !6, !45}
!45 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !46, size: 64)
!46 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!47 = !{}
!48 = !DILocalVariable(name: "argc", arg: 1, scope: !42, file: !3, line: 30, type: !6)
!49 = !DILocation(line: 30, column: 14, scope: !42)
!50 = !DILocalVariable(name: "argv", arg: 2, scope: !42, file: !3, line: 30, type: !45)
!51 = !DILocation(line: 30, column: 27, scope: !42)
!52 = !DILocalVariable(name: "p", scope: !42, file: !3, line: 31, type: !53)
!53 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "pair", file: !3, line: 6, size: 128, elements: !54)
!54 = !{!55, !56, !58}
!55 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !53, file: !3, line: 6, baseType: !14, size: 64)
!56 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !53, file: !3, line: 6, baseType: !57, size: 3, offset: 64, flags: DIFlagBitField, extraData: i64 64)
!57 = !DIBasicType(name: "signed char", size: 8, encoding: DW_ATE_signed_char)
!58 = !DIDerivedType(tag: DW_TAG_member, name: "d", scope: !53, file: !3, line: 6, baseType: !59, size: 9, offset: 67, flags: DIFlagBitField, extraData: i64 64)
!59 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!60 = !DILocation(line: 31, column: 17, scope: !42)
!61 = !DILocalVariable(name: "small", scope: !42, file: !3, line: 32, type: !12)
!62 = !DILocation(line: 32, column: 19, scope: !42)
!63 = !DILocation(line: 32, column: 43, scope: !42)
!64 = !DILocation(line: 32, column: 50, scope: !42)
!65 = !DILocation(line: 32, column: 48, scope: !42)
!66 = !DILocation(line: 32, column: 27, scope: !42)
!67 = !DILocation(line: 33, column: 17, scope: !42)
!68 = !DILocation(line: 33, column: 22, scope: !42)
!69 = !DILocation(line: 33, column: 15, scope: !42)
!70 = !DILocation(line: 34, column: 28, scope: !42)
!71 = !DILocation(line: 34, column: 18, scope: !42)
!72 = !DILocation(line: 34, column: 34, scope: !42)
!73 = !DILocation(line: 34, column: 43, scope: !42)
!74 = !DILocation(line: 34, column: 41, scope: !42)
!75 = !DILocation(line: 34, column: 9, scope: !42)
!76 = !DILocation(line: 35, column: 29, scope: !42)
!77 = !DILocation(line: 35, column: 31, scope: !42)
!78 = !DILocation(line: 35, column: 5, scope: !42)
!79 = !DILocation(line: 36, column: 21, scope: !80)
!80 = distinct !DILexicalBlock(scope: !42, file: !3, line: 35, column: 37)
!81 = !DILocation(line: 36, column: 28, scope: !80)
!82 = !DILocation(line: 37, column: 34, scope: !80)
!83 = !DILocation(line: 37, column: 24, scope: !80)
!84 = !DILocation(line: 37, column: 17, scope: !80)
!85 = !DILocation(line: 38, column: 25, scope: !80)
!86 = !DILocation(line: 38, column: 22, scope: !80)
!87 = !DILocation(line: 38, column: 18, scope: !80)
!88 = !DILocation(line: 38, column: 20, scope: !80)
!89 = !DILocation(line: 39, column: 5, scope: !80)
!90 = !DILocation(line: 40, column: 5, scope: !42)
!91 = !DILocation(line: 41, column: 33, scope: !92)
!92 = distinct !DILexicalBlock(scope: !42, file: !3, line: 40, column: 8)
!93 = !DILocation(line: 41, column: 39, scope: !92)
!94 = !DILocation(line: 41, column: 49, scope: !92)
!95 = !DILocation(line: 41, column: 51, scope: !92)
!96 = !DILocation(line: 41, column: 44, scope: !92)
!97 = !DILocation(line: 41, column: 17, scope: !92)
!98 = !DILocation(line: 41, column: 15, scope: !92)
!99 = !DILocation(line: 42, column: 5, scope: !92)
!100 = !DILocation(line: 42, column: 14, scope: !42)
!101 = !DILocation(line: 42, column: 20, scope: !42)
!102 = !DILocation(line: 42, column: 24, scope: !42)
!103 = !DILocation(line: 42, column: 27, scope: !42)
!104 = !DILocation(line: 42, column: 33, scope: !42)
!105 = !DILocation(line: 0, scope: !42)
!106 = distinct !{!106, !90, !107, !108}
!107 = !DILocation(line: 42, column: 37, scope: !42)
!108 = !{!"llvm.loop.mustprogress"}
!109 = !DILocation(line: 43, column: 9, scope: !110)
!110 = distinct !DILexicalBlock(scope: !42, file: !3, line: 43, column: 9)
!111 = !DILocation(line: 43, column: 9, scope: !42)
!112 = !DILocation(line: 44, column: 16, scope: !110)
!113 = !DILocation(line: 44, column: 26, scope: !110)
!114 = !DILocation(line: 44, column: 32, scope: !110)
!115 = !DILocation(line: 44, column: 9, scope: !110)
!116 = !DILocation(line: 45, column: 19, scope: !42)
!117 = !DILocation(line: 45, column: 12, scope: !42)
!118 = !DILocation(line: 45, column: 27, scope: !42)
!119 = !DILocation(line: 45, column: 34, scope: !42)
!120 = !DILocation(line: 45, column: 23, scope: !42)
!121 = !DILocation(line: 45, column: 21, scope: !42)
!122 = !DILocation(line: 45, column: 5, scope: !42)
!123 = !DILocation(line: 46, column: 1, scope: !42)
!124 = distinct !DISubprogram(name: "mix", scope: !3, file: !3, line: 22, type: !22, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !47)
!125 = !DILocalVariable(name: "a", arg: 1, scope: !124, file: !3, line: 22, type: !6)
!126 = !DILocation(line: 22, column: 20, scope: !124)
!127 = !DILocalVariable(name: "b", arg: 2, scope: !124, file: !3, line: 22, type: !6)
!128 = !DILocation(line: 22, column: 27, scope: !124)
!129 = !DILocation(line: 22, column: 39, scope: !124)
!130 = !DILocation(line: 22, column: 41, scope: !124)
!131 = !DILocation(line: 22, column: 48, scope: !124)
!132 = !DILocation(line: 22, column: 50, scope: !124)
!133 = !DILocation(line: 22, column: 45, scope: !124)
!134 = !DILocation(line: 22, column: 58, scope: !124)
!135 = !DILocation(line: 22, column: 63, scope: !124)
!136 = !DILocation(line: 22, column: 65, scope: !124)
!137 = !DILocation(line: 22, column: 60, scope: !124)
!138 = !DILocation(line: 22, column: 56, scope: !124)
!139 = !DILocation(line: 22, column: 32, scope: !124)
!140 = distinct !DISubprogram(name: "turn", scope: !3, file: !3, line: 24, type: !141, scopeLine: 24, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !47)
!141 = !DISubroutineType(types: !142)
!142 = !{!53, !53, !13}
!143 = !DILocalVariable(name: "p", arg: 1, scope: !140, file: !3, line: 24, type: !53)
!144 = !DILocation(line: 24, column: 37, scope: !140)
!145 = !DILocalVariable(name: "wide", arg: 2, scope: !140, file: !3, line: 24, type: !13)
!146 = !DILocation(line: 24, column: 49, scope: !140)
!147 = !DILocation(line: 25, column: 13, scope: !140)
!148 = !DILocation(line: 25, column: 38, scope: !140)
!149 = !DILocation(line: 25, column: 23, scope: !140)
!150 = !DILocation(line: 25, column: 17, scope: !140)
!151 = !DILocation(line: 25, column: 15, scope: !140)
!152 = !DILocation(line: 25, column: 52, scope: !140)
!153 = !DILocation(line: 25, column: 45, scope: !140)
!154 = !DILocation(line: 25, column: 43, scope: !140)
!155 = !DILocation(line: 25, column: 7, scope: !140)
!156 = !DILocation(line: 25, column: 9, scope: !140)
!157 = !DILocation(line: 26, column: 7, scope: !140)
!158 = !DILocation(line: 26, column: 9, scope: !140)
!159 = !DILocation(line: 27, column: 12, scope: !140)
!160 = !DILocation(line: 27, column: 5, scope: !140)
!161 = distinct !DISubprogram(name: "sum", scope: !3, file: !3, line: 12, type: !162, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !47)
!162 = !DISubroutineType(types: !163)
!163 = !{!6, !6, null}
!164 = !DILocalVariable(name: "count", arg: 1, scope: !161, file: !3, line: 12, type: !6)
!165 = !DILocation(line: 12, column: 20, scope: !161)
!166 = !DILocalVariable(name: "list", scope: !161, file: !3, line: 13, type: !167)
!167 = !DIDerivedType(tag: DW_TAG_typedef, name: "va_list", file: !168, line: 14, baseType: !169)
!168 = !DIFile(filename: "/usr/lib/llvm-14/lib/clang/14.0.6/include/stdarg.h", directory: "/project")
!169 = !DIDerivedType(tag: DW_TAG_typedef, name: "__builtin_va_list", file: !170, baseType: !171)
!170 = !DIFile(filename: "values.c", directory: "/project")
!171 = !DICompositeType(tag: DW_TAG_array_type, baseType: !172, size: 192, elements: !179)
!172 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "__va_list_tag", size: 192, elements: !173)
!173 = !{!174, !175, !176, !178}
!174 = !DIDerivedType(tag: DW_TAG_member, name: "gp_offset", scope: !172, file: !170, line: 13, baseType: !59, size: 32)
!175 = !DIDerivedType(tag: DW_TAG_member, name: "fp_offset", scope: !172, file: !170, line: 13, baseType: !59, size: 32, offset: 32)
!176 = !DIDerivedType(tag: DW_TAG_member, name: "overflow_arg_area", scope: !172, file: !170, line: 13, baseType: !177, size: 64, offset: 64)
!177 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!178 = !DIDerivedType(tag: DW_TAG_member, name: "reg_save_area", scope: !172, file: !170, line: 13, baseType: !177, size: 64, offset: 128)
!179 = !{!180}
!180 = !DISubrange(count: 1)
!181 = !DILocation(line: 13, column: 13, scope: !161)
!182 = !DILocalVariable(name: "total", scope: !161, file: !3, line: 14, type: !6)
!183 = !DILocation(line: 14, column: 9, scope: !161)
!184 = !DILocation(line: 15, column: 5, scope: !161)
!185 = !DILocalVariable(name: "i", scope: !186, file: !3, line: 16, type: !6)
!186 = distinct !DILexicalBlock(scope: !161, file: !3, line: 16, column: 5)
!187 = !DILocation(line: 16, column: 14, scope: !186)
!188 = !DILocation(line: 16, column: 10, scope: !186)
!189 = !DILocation(line: 16, column: 21, scope: !190)
!190 = distinct !DILexicalBlock(scope: !186, file: !3, line: 16, column: 5)
!191 = !DILocation(line: 16, column: 25, scope: !190)
!192 = !DILocation(line: 16, column: 23, scope: !190)
!193 = !DILocation(line: 16, column: 5, scope: !186)
!194 = !DILocation(line: 17, column: 18, scope: !190)
!195 = !DILocation(line: 17, column: 15, scope: !190)
!196 = !DILocation(line: 17, column: 9, scope: !190)
!197 = !DILocation(line: 16, column: 33, scope: !190)
!198 = !DILocation(line: 16, column: 5, scope: !190)
!199 = distinct !{!199, !193, !200, !108}
!200 = !DILocation(line: 17, column: 18, scope: !186)
!201 = !DILocation(line: 18, column: 5, scope: !161)
!202 = !DILocation(line: 19, column: 12, scope: !161)
!203 = !DILocation(line: 19, column: 5, scope: !161)
