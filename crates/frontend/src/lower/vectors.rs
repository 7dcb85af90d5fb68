//! Vectors of up to 128 bits: one integer, lane 0 in the lowest bits, operated
//! on lane by lane. The optimiser and small structures of floats need them.

use raddle_ir::{Operand, Type};
use raddle_terms::{Bits, Operator};

use super::constants::Evaluated;
use super::function::FunctionLowering;
use super::{Lowering, Unsupported};
use crate::llvm::ast::{self, Constant, TypeId, Value};

impl<'a> FunctionLowering<'_, '_, 'a> {
    /// Applies an operation to each lane and puts the results together.
    pub fn by_lane(
        &mut self,
        count: u64,
        from: TypeId,
        to: TypeId,
        operands: &[Operand],
        mut operation: impl FnMut(&mut Self, &[Operand]) -> Lowering<Operand>,
    ) -> Lowering<Operand> {
        let from = self.module.scalar(from)?;
        let width = self.module.target.width(self.module.scalar(to)?);
        let mut results = Vec::new();
        for position in 0..count {
            let lanes: Vec<Operand> =
                operands.iter().map(|operand| self.lane(*operand, from, position)).collect();
            results.push(operation(self, &lanes)?);
        }
        self.join_lanes(&results, width)
    }

    /// One lane of a vector.
    pub fn lane(&mut self, vector: Operand, kind: Type, position: u64) -> Operand {
        let width = self.module.target.width(kind);
        let low = position as u16 * width;
        match vector {
            Operand::Undefined(_) => Operand::Undefined(kind),
            Operand::Constant(bits) => Operand::Constant(Bits::new(bits.unsigned() >> low, width)),
            Operand::Register(_) | Operand::Global(_) | Operand::Function(_) => {
                self.apply(kind, Operator::Extract { low, width }, vec![vector])
            }
        }
    }

    /// A vector of these lanes, the first one lowest. Undefined lanes are zero:
    /// nothing may depend on them.
    pub fn join_lanes(&mut self, lanes: &[Operand], width: u16) -> Lowering<Operand> {
        let mut joined: Option<(Operand, u16)> = None;
        for lane in lanes {
            let lane = match lane {
                Operand::Undefined(_) => Operand::Constant(Bits::zero(width)),
                Operand::Constant(_)
                | Operand::Register(_)
                | Operand::Global(_)
                | Operand::Function(_) => *lane,
            };
            joined = Some(match joined {
                None => (lane, width),
                Some((below, below_width)) => {
                    let total = below_width + width;
                    let kind = Type::Integer(total);
                    let value = self.apply(kind, Operator::Concat, vec![lane, below]);
                    (value, total)
                }
            });
        }
        joined.map(|(value, _)| value).ok_or_else(|| Unsupported::new("a vector without elements"))
    }

    /// All lanes of a vector operand, and their type.
    fn all_lanes(&mut self, vector: &ast::Operand<'a>) -> Lowering<(Vec<Operand>, Type)> {
        let (count, element) = self.vector_type(vector.type_id)?;
        let kind = self.module.scalar(element)?;
        let value = self.single(vector)?;
        let lanes = (0..count).map(|position| self.lane(value, kind, position)).collect();
        Ok((lanes, kind))
    }

    fn vector_type(&self, id: TypeId) -> Lowering<(u64, TypeId)> {
        // The whole must fit into a register before lanes are counted.
        self.module.scalar(id)?;
        self.module.lanes(id).ok_or_else(|| Unsupported::new("a vector operation on no vector"))
    }

    fn constant_index(&self, index: &ast::Operand<'a>) -> Option<u64> {
        let Value::Constant(constant) = &index.value else {
            return None;
        };
        match self.module.evaluate_typed(index.type_id, constant) {
            Ok(Evaluated::Bits(bits)) => u64::try_from(bits.unsigned()).ok(),
            Ok(Evaluated::Address { .. } | Evaluated::Undefined(_)) | Err(_) => None,
        }
    }

    pub fn lower_extract_element(
        &mut self,
        vector: &ast::Operand<'a>,
        index: &ast::Operand<'a>,
    ) -> Lowering<Operand> {
        let (lanes, kind) = self.all_lanes(vector)?;
        match self.constant_index(index) {
            Some(position) => Ok(usize::try_from(position)
                .ok()
                .and_then(|position| lanes.get(position).copied())
                .unwrap_or(Operand::Undefined(kind))),
            None => {
                let width = self.module.target.width(self.module.scalar(index.type_id)?);
                let index = self.single(index)?;
                let mut chosen = Operand::Undefined(kind);
                for (position, lane) in lanes.into_iter().enumerate() {
                    let here = Operand::Constant(Bits::new(position as u128, width));
                    let is_here = self.compare(Operator::Equal, index, here);
                    chosen = if let Operand::Undefined(_) = chosen {
                        lane
                    } else {
                        self.apply(kind, Operator::IfThenElse, vec![is_here, lane, chosen])
                    };
                }
                Ok(chosen)
            }
        }
    }

    pub fn lower_insert_element(
        &mut self,
        vector: &ast::Operand<'a>,
        value: &ast::Operand<'a>,
        index: &ast::Operand<'a>,
    ) -> Lowering<Operand> {
        let (mut lanes, kind) = self.all_lanes(vector)?;
        let value = self.single(value)?;
        match self.constant_index(index) {
            Some(position) => {
                let place =
                    usize::try_from(position).ok().and_then(|position| lanes.get_mut(position));
                if let Some(place) = place {
                    *place = value;
                }
            }
            None => {
                let width = self.module.target.width(self.module.scalar(index.type_id)?);
                let index = self.single(index)?;
                for (position, lane) in lanes.iter_mut().enumerate() {
                    let here = Operand::Constant(Bits::new(position as u128, width));
                    let is_here = self.compare(Operator::Equal, index, here);
                    *lane = self.apply(kind, Operator::IfThenElse, vec![is_here, value, *lane]);
                }
            }
        }
        let width = self.module.target.width(kind);
        self.join_lanes(&lanes, width)
    }

    pub fn lower_shuffle(
        &mut self,
        left: &ast::Operand<'a>,
        right: &ast::Operand<'a>,
        mask: &ast::Operand<'a>,
    ) -> Lowering<Operand> {
        let (mut lanes, kind) = self.all_lanes(left)?;
        let (others, _) = self.all_lanes(right)?;
        lanes.extend(others);
        let Some((count, _)) = self.module.lanes(mask.type_id) else {
            return Err(Unsupported::new("a shuffle without a mask"));
        };
        let width = self.module.target.width(kind);
        if count * u64::from(width) > u64::from(raddle_terms::bits::MAX_WIDTH) {
            return Err(Unsupported::new("a vector of more than 128 bits"));
        }
        let pick = |constant: &Constant<'a>| {
            let position = usize::try_from(constant.integer()?).ok()?;
            lanes.get(position).copied()
        };
        let undefined = Operand::Undefined(kind);
        let chosen: Vec<Operand> = match &mask.value {
            Value::Constant(Constant::Vector(positions)) => positions
                .iter()
                .map(|position| pick(&position.value).unwrap_or(undefined))
                .collect(),
            Value::Constant(Constant::Splat(position)) => {
                vec![pick(&position.value).unwrap_or(undefined); count as usize]
            }
            Value::Constant(constant) => vec![pick(constant).unwrap_or(undefined); count as usize],
            Value::Local(_) | Value::Metadata(_) => {
                return Err(Unsupported::new("a shuffle by a computed mask"));
            }
        };
        self.join_lanes(&chosen, width)
    }

    /// `select` by a vector of conditions.
    pub fn lower_lane_select(
        &mut self,
        choice: Operand,
        then: &ast::Operand<'a>,
        otherwise: &ast::Operand<'a>,
    ) -> Lowering<Operand> {
        let (first, kind) = self.all_lanes(then)?;
        let (second, _) = self.all_lanes(otherwise)?;
        let mut lanes = Vec::new();
        for (position, (first, second)) in first.into_iter().zip(second).enumerate() {
            let condition = self.lane(choice, Type::Integer(1), position as u64);
            lanes.push(self.apply(kind, Operator::IfThenElse, vec![condition, first, second]));
        }
        let width = self.module.target.width(kind);
        self.join_lanes(&lanes, width)
    }
}
