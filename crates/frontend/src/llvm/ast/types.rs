//! Types, each kept once.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Name, StructureId, TypeId};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    /// Of so many bits.
    Integer(u32),
    Half,
    BFloat,
    Float,
    Double,
    /// `x86_fp80`: `long double` on x86.
    X87Extended,
    /// `fp128`: IEEE quadruple.
    Quadruple,
    /// `ppc_fp128`.
    DoubleDouble,
    /// To anything.
    Pointer {
        address_space: u32,
    },
    Array {
        count: u64,
        element: TypeId,
    },
    /// A scalable vector has a multiple of `count` elements.
    Vector {
        count: u64,
        scalable: bool,
        element: TypeId,
    },
    /// `{ ... }`, or packed `<{ ... }>`.
    Literal(StructureBody),
    /// `%struct.S`; its body is in [`TypeTable::structures`].
    Named(StructureId),
    Function(FunctionType),
    Label,
    Metadata,
    Token,
    /// `x86_mmx`, `x86_amx`, `target(...)`: never for memory that C sees.
    Opaque(String),
}

/// What a type is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// It is one value, or none.
    Nothing,
    Array {
        count: u64,
        element: TypeId,
    },
    Vector {
        count: u64,
        element: TypeId,
    },
    /// The fields of [`TypeTable::structure_body`].
    Structure,
}

impl Type {
    pub fn parts(&self) -> Parts {
        match *self {
            Type::Array { count, element } => Parts::Array { count, element },
            Type::Vector { count, element, .. } => Parts::Vector { count, element },
            Type::Literal(_) | Type::Named(_) => Parts::Structure,
            Type::Void
            | Type::Integer(_)
            | Type::Half
            | Type::BFloat
            | Type::Float
            | Type::Double
            | Type::X87Extended
            | Type::Quadruple
            | Type::DoubleDouble
            | Type::Pointer { .. }
            | Type::Function(_)
            | Type::Label
            | Type::Metadata
            | Type::Token
            | Type::Opaque(_) => Parts::Nothing,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructureBody {
    pub fields: Box<[TypeId]>,
    pub packed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    pub result: TypeId,
    pub parameters: Box<[TypeId]>,
    pub variadic: bool,
}

/// A structure type with a name.
#[derive(Clone, Debug)]
pub struct Structure<'a> {
    pub name: Name<'a>,
    /// `None`: opaque.
    pub body: Option<StructureBody>,
}

/// All types of a module.
#[derive(Debug)]
pub struct TypeTable<'a> {
    types: Vec<Type>,
    indices: FxHashMap<Type, TypeId>,
    pub structures: Vec<Structure<'a>>,
}

impl Default for TypeTable<'_> {
    fn default() -> Self {
        let mut table = TypeTable {
            types: Vec::new(),
            indices: FxHashMap::with_hasher(FxBuildHasher),
            structures: Vec::new(),
        };
        // The positions of the constants below.
        table.intern(Type::Void);
        table.intern(Type::Integer(1));
        table.intern(Type::Pointer { address_space: 0 });
        table.intern(Type::Metadata);
        table
    }
}

impl<'a> TypeTable<'a> {
    pub const VOID: TypeId = TypeId(0);
    pub const BOOLEAN: TypeId = TypeId(1);
    pub const POINTER: TypeId = TypeId(2);
    pub const METADATA: TypeId = TypeId(3);

    #[inline]
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id.index()]
    }

    /// The index of a type, which is kept if it is new.
    pub fn intern(&mut self, new: Type) -> TypeId {
        if let Some(known) = self.indices.get(&new) {
            return *known;
        }
        let id = TypeId(self.types.len() as u32);
        self.types.push(new.clone());
        self.indices.insert(new, id);
        id
    }

    pub fn find(&self, wanted: &Type) -> Option<TypeId> {
        self.indices.get(wanted).copied()
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never: the basic types are always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        (0u32..).map(TypeId).zip(&self.types)
    }

    /// A new named structure, opaque until it gets a body.
    pub(crate) fn add_structure(&mut self, name: Name<'a>) {
        self.structures.push(Structure { name, body: None });
    }

    pub fn structure(&self, id: StructureId) -> &Structure<'a> {
        &self.structures[id.index()]
    }

    /// The fields of a structure type, literal or named; `None` for an opaque
    /// one and for other types.
    pub fn structure_body(&self, id: TypeId) -> Option<&StructureBody> {
        if let Type::Named(structure) = self.get(id) {
            return self.structure(*structure).body.as_ref();
        }
        if let Type::Literal(body) = self.get(id) { Some(body) } else { None }
    }

    /// The type of a component: a field of a structure, an element of an array.
    pub fn component(&self, aggregate: TypeId, position: u64) -> Option<TypeId> {
        match self.get(aggregate).parts() {
            Parts::Array { count, element } => (position < count).then_some(element),
            Parts::Structure => {
                let body = self.structure_body(aggregate)?;
                body.fields.get(usize::try_from(position).ok()?).copied()
            }
            Parts::Vector { .. } | Parts::Nothing => None,
        }
    }

    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Pointer { .. })
    }

    /// The width of an integer type.
    pub fn integer_width(&self, id: TypeId) -> Option<u32> {
        if let Type::Integer(width) = self.get(id) { Some(*width) } else { None }
    }

    /// A type as LLVM writes it (named structures by their name).
    pub fn describe(&self, id: TypeId) -> String {
        let list = |types: &[TypeId]| {
            let texts: Vec<String> = types.iter().map(|id| self.describe(*id)).collect();
            texts.join(", ")
        };
        match self.get(id) {
            Type::Void => "void".to_owned(),
            Type::Integer(width) => format!("i{width}"),
            Type::Half => "half".to_owned(),
            Type::BFloat => "bfloat".to_owned(),
            Type::Float => "float".to_owned(),
            Type::Double => "double".to_owned(),
            Type::X87Extended => "x86_fp80".to_owned(),
            Type::Quadruple => "fp128".to_owned(),
            Type::DoubleDouble => "ppc_fp128".to_owned(),
            Type::Pointer { address_space: 0 } => "ptr".to_owned(),
            Type::Pointer { address_space } => format!("ptr addrspace({address_space})"),
            Type::Array { count, element } => format!("[{count} x {}]", self.describe(*element)),
            Type::Vector { count, scalable, element } => {
                let scale = if *scalable { "vscale x " } else { "" };
                format!("<{scale}{count} x {}>", self.describe(*element))
            }
            Type::Literal(body) if body.packed => format!("<{{ {} }}>", list(&body.fields)),
            Type::Literal(body) => format!("{{ {} }}", list(&body.fields)),
            Type::Named(structure) => format!("%{}", self.structure(*structure).name),
            Type::Function(function) => {
                let dots = match (function.variadic, function.parameters.is_empty()) {
                    (false, _) => "",
                    (true, true) => "...",
                    (true, false) => ", ...",
                };
                let result = self.describe(function.result);
                format!("{result} ({}{dots})", list(&function.parameters))
            }
            Type::Label => "label".to_owned(),
            Type::Metadata => "metadata".to_owned(),
            Type::Token => "token".to_owned(),
            Type::Opaque(text) => text.clone(),
        }
    }
}
