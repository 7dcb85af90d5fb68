//! Globals, aliases, initialisers.

use raddle_frontend::llvm::ast::{
    CastOperator, Constant, ConstantExpression, Entity, Linkage, Module, Type,
};

use crate::support::{fixture, function, global, module, name_of, symbol_and_bytes};

fn both_versions(check: impl Fn(&Module<'_>)) {
    for name in ["globals-14-O0", "globals-19-O0"] {
        let text = fixture(name);
        check(&module(name, &text));
    }
}

#[test]
fn header_is_read() {
    both_versions(|module| {
        assert_eq!(module.source_filename.as_deref(), Some("globals.c"));
        assert_eq!(module.target_triple.as_deref(), Some("x86_64-pc-linux-gnu"));
        assert!(module.data_layout.as_deref().is_some_and(|text| text.starts_with("e-m:e-")));
        assert!(module.has_module_assembly);
    });
    let text = fixture("pointers-14-O0");
    assert!(!module("pointers", &text).has_module_assembly);
}

#[test]
fn linkage_and_storage() {
    both_versions(|module| {
        let linkage = |name| global(module, name).linkage;
        assert_eq!(linkage("tentative"), Linkage::Common);
        assert_eq!(linkage("defined"), Linkage::External);
        assert_eq!(linkage("hidden"), Linkage::Internal);
        assert_eq!(linkage("elsewhere"), Linkage::External);
        assert_eq!(linkage("maybe"), Linkage::ExternalWeak);
        assert_eq!(linkage("replaceable"), Linkage::Weak);
        assert_eq!(linkage(".str"), Linkage::Private);
        assert_eq!(linkage("llvm.global_ctors"), Linkage::Appending);
        assert!(global(module, "elsewhere").initialiser.is_none());
        assert!(global(module, "maybe").initialiser.is_none());
        assert!(global(module, "tentative").initialiser.is_some());
        for name in ["per_thread", "per_thread_zero"] {
            assert!(global(module, name).thread_local);
        }
        assert!(!global(module, "defined").thread_local);
        assert!(global(module, "table").constant);
        assert!(!global(module, "text").constant);
        assert!(global(module, ".str").unnamed_address);
        assert!(!global(module, "table").unnamed_address);
        let special = global(module, "in_section");
        assert_eq!(special.section.as_deref(), Some(".special"));
        assert_eq!(special.alignment, Some(64));
        assert_eq!(special.debug.len(), 1);
        assert_eq!(function(module, "run").linkage, Linkage::Internal);
    });
}

#[test]
fn simple_initialisers() {
    both_versions(|module| {
        let initialiser = |name| global(module, name).initialiser.as_ref();
        assert_eq!(initialiser("defined"), Some(&Constant::Integer(42)));
        assert_eq!(initialiser("hidden"), Some(&Constant::Integer(-7)));
        assert_eq!(initialiser("zeros"), Some(&Constant::Zero));
        let bytes = |expected: &[u8]| Constant::Bytes(expected.to_vec().into());
        assert_eq!(initialiser("table"), Some(&bytes(&[1, 2, 255, 0])));
        assert_eq!(initialiser("text"), Some(&bytes(b"quote\" back\\ line\n high\xff\0")));
        assert_eq!(initialiser("padded"), Some(&bytes(b"abc\0\0\0\0\0")));
    });
}

#[test]
fn aggregate_initialisers() {
    both_versions(|module| {
        let Some(Constant::Array(pairs)) = &global(module, "pairs").initialiser else {
            panic!("pairs is an array");
        };
        let values: Vec<&Constant<'_>> = pairs
            .iter()
            .map(|pair| match &pair.value {
                Constant::Structure(fields) => &fields.last().expect("has fields").value,
                _ => panic!("a pair is a structure"),
            })
            .collect();
        assert_eq!(values, [&Constant::Integer(-1), &Constant::Integer(1 << 40)]);

        let tight = global(module, "tight");
        let body = module.types.structure_body(tight.type_id).expect("is a structure");
        assert!(body.packed);
        let Some(Constant::Structure(fields)) = &tight.initialiser else {
            panic!("tight is a structure");
        };
        assert_eq!(fields[1].value, Constant::Integer(2));

        let Some(Constant::Array(rows)) = &global(module, "matrix").initialiser else {
            panic!("matrix is an array");
        };
        let Constant::Array(row) = &rows[1].value else { panic!("so is its row") };
        assert_eq!(row[0].value, Constant::Float(0));
        assert_eq!(row[1].value, Constant::Float(u128::from(1.0f64.to_bits())));
    });
}

/// Clang 14 and 19 write these in quite different ways.
#[test]
fn addresses_in_initialisers() {
    both_versions(|module| {
        let address = |name| {
            let initialiser = global(module, name).initialiser.as_ref().expect("is defined");
            symbol_and_bytes(module, initialiser)
        };
        let at = |name: &str, offset| Some((name.to_owned(), offset));
        assert_eq!(address("message"), at(".str", 0));
        assert_eq!(address("inside"), at("mixed", 12));
        assert_eq!(address("field"), at("pairs", 24));
        assert_eq!(address("end"), at("pairs", 32));
        let Some(Constant::Structure(first)) = &global(module, "first").initialiser else {
            panic!("first is a structure");
        };
        assert_eq!(symbol_and_bytes(module, &first[0].value), at("second", 0));
        assert_eq!(symbol_and_bytes(module, &first[1].value), at(".str.2", 1));
        assert_eq!(first[2].value, Constant::Null);
    });
}

#[test]
fn casts_in_initialisers() {
    both_versions(|module| {
        let Some(Constant::Expression(expression)) = &global(module, "as_integer").initialiser
        else {
            panic!("as_integer is computed");
        };
        let ConstantExpression::Cast { operator, operand, to } = &**expression else {
            panic!("by a cast");
        };
        assert_eq!(*operator, CastOperator::PointerToInteger);
        assert_eq!(symbol_and_bytes(module, &operand.value), Some(("defined".to_owned(), 0)));
        assert_eq!(*module.type_of(*to), Type::Integer(64));

        let Some(Constant::Expression(expression)) = &global(module, "from_integer").initialiser
        else {
            panic!("from_integer is computed");
        };
        let ConstantExpression::Cast { operator, operand, .. } = &**expression else {
            panic!("by a cast");
        };
        assert_eq!(*operator, CastOperator::IntegerToPointer);
        assert_eq!(operand.value, Constant::Integer(64));
    });
}

#[test]
fn aliases_and_indirect_functions() {
    both_versions(|module| {
        let alias = |name: &str| {
            let found = module.aliases.iter().find(|each| name_of(module, each.symbol) == name);
            let alias = found.expect("the alias is there");
            assert!(matches!(module.symbol(alias.symbol).entity, Entity::Alias(_)));
            symbol_and_bytes(module, &alias.target.value).expect("names a symbol").0
        };
        assert_eq!(alias("other_name"), "defined");
        assert_eq!(alias("other_run"), "other_target");
        let [indirect] = &module.indirect_functions[..] else { panic!("one ifunc") };
        assert_eq!(name_of(module, indirect.symbol), "chosen");
        assert!(matches!(module.type_of(indirect.type_id), Type::Function(_)));
        assert_eq!(
            symbol_and_bytes(module, &indirect.resolver.value),
            Some(("resolve".to_owned(), 0))
        );
    });
}

#[test]
fn every_symbol_is_found_in_its_list() {
    both_versions(|module| {
        for (position, symbol) in (0u32..).zip(&module.symbols) {
            let there = match symbol.entity {
                Entity::Global(index) => module.globals[index as usize].symbol,
                Entity::Function(index) => module.functions[index as usize].symbol,
                Entity::Alias(index) => module.aliases[index as usize].symbol,
                Entity::IndirectFunction(index) => module.indirect_functions[index as usize].symbol,
            };
            assert_eq!(there.0, position);
        }
    });
}

#[test]
fn float_constants_have_the_bits_of_their_type() {
    for name in ["floats-14-O0", "floats-19-O0"] {
        let text = fixture(name);
        let module = module(name, &text);
        let bits = |name: &str| -> Vec<u128> {
            let Some(Constant::Array(elements)) = &global(&module, name).initialiser else {
                panic!("{name} is an array");
            };
            let bits = elements.iter().map(|element| match element.value {
                Constant::Float(bits) => bits,
                _ => panic!("of floats"),
            });
            bits.collect()
        };
        let expected = [1.0f32, -0.5, 0.1, 1e30, f32::INFINITY].map(|f| u128::from(f.to_bits()));
        let found = bits("single_constants");
        assert_eq!(found[..5], expected);
        assert!(f32::from_bits(found[5] as u32).is_nan());
        let expected = [1.0f64, 0.1, -1e300, 5e-324].map(|f| u128::from(f.to_bits()));
        assert_eq!(bits("double_constants"), expected);
        let initialiser = |name| global(&module, name).initialiser.clone();
        // 1.5: exponent 16383, integer bit and half set.
        let extended = 0x3fff_c000_0000_0000_0000;
        assert_eq!(initialiser("extended"), Some(Constant::Float(extended)));
        // 3.0: exponent 16384, half set.
        let quadruple = 0x4000_8000_0000_0000_0000_0000_0000_0000;
        assert_eq!(initialiser("quadruple"), Some(Constant::Float(quadruple)));
    }
}
