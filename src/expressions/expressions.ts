/*
 * Expressions of documents are CEL. The rest of the product uses only the functions exported here. Numbers are doubles,
 * empty values read as 0, '', [] or false by their type, and no function here throws.
 */
import { type Problem, problem } from '../domain/problem/index.ts';
import { MAX_LOOP_DEPTH, startEvaluation } from '../domain/workBudget.ts';
import type { ValueType, ExpressionTypes, ReadName } from './types.ts';
import { environmentOf, type Parsed } from './environment.ts';
import { DATE_FUNCTIONS, FUNCTIONS, METHODS } from './functions.ts';
import { LOOKUP } from './lookupText.ts';
import { translateEngineError, typeName } from './messages.ts';
import type { Reads } from './reads.ts';

const MAX_LENGTH = 4000;
const NO_TYPES: ExpressionTypes = {};
const NO_READS: Reads = { names: [], members: [], memberNames: new Set(), functions: [], methods: [], loopDepth: 0 };

function parse(
  text: string,
  types: ExpressionTypes,
  rowNames: ReadonlySet<string> | null = null,
): { parsed: Parsed } | { problem: Problem } {
  if (text.length > MAX_LENGTH) return { problem: problem('DOC_EXPRESSION', [], { detail: '表达式过长或嵌套过深' }) };
  try {
    return { parsed: environmentOf(types).parse(text, rowNames) };
  } catch (error) {
    return { problem: translateEngineError(error, text.length) };
  }
}

/** Returns the names, members and row columns that an expression reads, and its calls. Empty if it cannot be parsed. */
export function readsIn(text: string): Reads {
  const outcome = parse(text, NO_TYPES);
  return 'parsed' in outcome ? outcome.parsed.reads : NO_READS;
}

/**
 * Returns the first called function whose result depends on the current date, so that the expression can give another
 * result on the next day; null if there is none.
 */
export const dateFunctionIn = (text: string): string | null =>
  text === '' ? null : (readsIn(text).functions.find((name) => DATE_FUNCTIONS.has(name)) ?? null);

/** Returns the names of the scope that the expression reads, in order of first use. */
export const namesIn = (text: string): readonly string[] => readsIn(text).names;

/** Returns the problems of calls of unknown functions, and of loops that are nested too deeply. */
function callProblems({ functions, methods, loopDepth }: Reads): Problem[] {
  const unknownNames = [
    ...functions.filter((name) => !FUNCTIONS.has(name)),
    ...methods.filter((name) => !METHODS.has(name)),
  ];
  return [
    ...unknownNames.map((name) =>
      problem('DOC_EXPRESSION', [], {
        detail: name === LOOKUP ? 'lookup 只能用在字段的计算公式中' : `没有函数“${name}”`,
      }),
    ),
    ...(loopDepth > MAX_LOOP_DEPTH
      ? [problem('DOC_EXPRESSION', [], { detail: `逐项计算（map、filter、all、exists）最多嵌套 ${MAX_LOOP_DEPTH} 层` })]
      : []),
  ];
}

/** Returns a problem if a result of this type is not of the expected type. */
function resultProblems(type: string, expected: ValueType): Problem[] {
  const actualType = type === 'int' ? 'double' : type;
  const isExpectedType =
    expected === 'dyn' ||
    actualType.startsWith('dyn') ||
    actualType === expected ||
    (expected === 'list' && actualType.startsWith('list'));
  return isExpectedType
    ? []
    : [problem('DOC_EXPRESSION', [], { detail: `结果应为${typeName(expected)}，而不是${typeName(actualType)}` })];
}

/**
 * Checks an expression against the names and types that it may use, and its result against the expected type. Paths are
 * empty; the caller prepends the path of the text. Reports all missing names, but only the first type error.
 */
export function checkExpression(text: string, types: ExpressionTypes, expected: ValueType = 'dyn'): Problem[] {
  const outcome = parse(text, types);
  if ('problem' in outcome) return [outcome.problem];
  const { reads } = outcome.parsed;
  const missingProblems = reads.names
    .filter((name) => !Object.hasOwn(types, name))
    .map((name) => problem('DOC_EXPRESSION_NAME', [], { name }));
  const nameProblems = [...missingProblems, ...callProblems(reads)];
  if (nameProblems.length > 0) return nameProblems;
  const checkResult = outcome.parsed.check();
  if (!checkResult.valid) return [translateEngineError(checkResult.error, text.length)];
  return resultProblems(checkResult.type ?? 'dyn', expected);
}

/**
 * Compiles an expression; the compiled function calls `read` only for the names in the text. It never throws: an
 * expression that cannot be parsed, checked or evaluated gives null. `rowNames`: names whose value differs from row to
 * row, for an expression that is evaluated for many rows; parts that do not read them are evaluated once for all rows.
 * The caller must never change a list of rows in place.
 */
export function compileExpression(
  text: string,
  types: ExpressionTypes,
  rowNames: ReadonlySet<string> | null = null,
): (read: ReadName) => unknown {
  const outcome = parse(text, types, rowNames);
  if ('problem' in outcome || callProblems(outcome.parsed.reads).length > 0 || !outcome.parsed.check().valid)
    return () => null;
  const { parsed } = outcome;
  return (read) => {
    try {
      startEvaluation();
      return parsed.evaluate(read);
    } catch {
      // a failed evaluation gives null: for example a missing list index, or a wrong type of a value that is declared
      // as `dyn`
      return null;
    }
  };
}
