//! What links values to source variables: intrinsic calls before LLVM 19,
//! records since then. Both become the same [`DebugRecord`].

use super::{Parse, Parser};
use crate::llvm::ast::{
    Argument, Call, Callee, Constant, DebugKind, DebugRecord, DebugValue, Instruction,
    MetadataOperand, NodeId, Operation, Value,
};
use crate::llvm::lexer::Token;

impl<'a> Parser<'a> {
    /// The record that a call stands for, if it is a call of a debug intrinsic.
    pub(super) fn debug_call(
        &self,
        call: &Call<'a>,
        start: usize,
    ) -> Parse<Option<DebugRecord<'a>>> {
        let Callee::Direct(symbol) = call.callee else {
            return Ok(None);
        };
        let Some(intrinsic) =
            self.symbol_text(symbol).and_then(|name| name.strip_prefix("llvm.dbg."))
        else {
            return Ok(None);
        };
        let record = match (intrinsic, call.arguments.as_slice()) {
            ("label", [label]) => node(label).map(DebugRecord::Label),
            ("declare" | "addr" | "value", [value, variable, expression]) => {
                let kind = if intrinsic == "value" { DebugKind::Value } else { DebugKind::Declare };
                variable_record(kind, value, variable, expression)
            }
            ("assign", [value, variable, expression, ..]) => {
                variable_record(DebugKind::Assign, value, variable, expression)
            }
            _ => None,
        };
        match record {
            Some(record) => Ok(Some(record)),
            None => Err(self.error_at(start, "a debug intrinsic with wrong operands".to_owned())),
        }
    }

    /// `#dbg_declare(...)` and its kin.
    pub(super) fn parse_debug_record(
        &mut self,
        record: &'a str,
        line: u32,
    ) -> Parse<Instruction<'a>> {
        let kind = match record {
            "dbg_declare" => Some(DebugKind::Declare),
            "dbg_value" => Some(DebugKind::Value),
            "dbg_assign" => Some(DebugKind::Assign),
            "dbg_label" => None,
            _ => return Err(self.error(format!("unknown debug record `#{record}`"))),
        };
        self.advance();
        self.expect(b'(')?;
        let operation = match kind {
            None => DebugRecord::Label(self.parse_node()?),
            Some(kind) => {
                let value = debug_value(self.parse_metadata_operand()?);
                self.expect(b',')?;
                let variable = self.parse_node()?;
                self.expect(b',')?;
                let expression = match self.parse_metadata_operand()? {
                    MetadataOperand::Text(text) => text,
                    _ => "",
                };
                if kind == DebugKind::Assign {
                    self.skip_assignment()?;
                }
                DebugRecord::Variable { kind, value, variable, expression }
            }
        };
        self.expect(b',')?;
        let location = Some(self.parse_node()?);
        self.expect(b')')?;
        Ok(Instruction {
            result: None,
            operation: Operation::Debug(operation),
            location,
            from_sanitizer: false,
            line,
        })
    }

    /// `, !identifier, ptr %address, !DIExpression()` of an assignment.
    fn skip_assignment(&mut self) -> Parse<()> {
        for _ in 0..3 {
            self.expect(b',')?;
            self.parse_metadata_operand()?;
        }
        Ok(())
    }

    fn parse_node(&mut self) -> Parse<NodeId> {
        match self.token {
            Token::Node(number) => {
                self.advance();
                Ok(NodeId(number))
            }
            _ => Err(self.expected("a metadata node")),
        }
    }
}

fn node(argument: &Argument<'_>) -> Option<NodeId> {
    match argument.operand.value {
        Value::Metadata(MetadataOperand::Node(node)) => Some(node),
        _ => None,
    }
}

fn variable_record<'a>(
    kind: DebugKind,
    value: &Argument<'a>,
    variable: &Argument<'a>,
    expression: &Argument<'a>,
) -> Option<DebugRecord<'a>> {
    let Value::Metadata(value) = &value.operand.value else {
        return None;
    };
    let expression = match &expression.operand.value {
        Value::Metadata(MetadataOperand::Text(text)) => text,
        Value::Metadata(MetadataOperand::Node(_)) => "",
        _ => return None,
    };
    Some(DebugRecord::Variable {
        kind,
        value: debug_value(value.clone()),
        variable: node(variable)?,
        expression,
    })
}

fn debug_value(operand: MetadataOperand<'_>) -> DebugValue<'_> {
    match operand {
        MetadataOperand::Value(operand) => match operand.value {
            Value::Constant(Constant::Undefined | Constant::Poison) => DebugValue::Gone,
            Value::Constant(_) | Value::Local(_) | Value::Metadata(_) => {
                DebugValue::Operand(*operand)
            }
        },
        MetadataOperand::List(operands) => DebugValue::List(operands),
        // An empty node: nothing is left of the value.
        MetadataOperand::Node(_) | MetadataOperand::String(_) | MetadataOperand::Text(_) => {
            DebugValue::Gone
        }
    }
}
