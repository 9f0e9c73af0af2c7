/**
 * Expressions of documents are CEL. Everything else of the product knows only these four functions.
 * Numbers are doubles, empty values read as 0, '', [] or false by their type, and nothing here ever throws.
 */
import { type Problem, problem } from '../../domain/problem/index.ts';
import type { ValueType } from '../widget.ts';
import { environmentOf, type Parsed } from './environment.ts';
import { FUNCTIONS, METHODS } from './functions.ts';
import { LOOKUP } from './lookupText.ts';
import { translateEngineError, typeName } from './messages.ts';
import type { Reads } from './reads.ts';
import type { ExpressionTypes, ReadName } from './types.ts';
import { MAX_LOOPS, startEvaluation } from '../../domain/workBudget.ts';

const MAX_LENGTH = 4000;
const NO_TYPES: ExpressionTypes = {};
const NOTHING: Reads = { names: [], members: [], memberNames: new Set(), functions: [], methods: [], loops: 0 };

/** True for a text that is there to be evaluated. Functions and `{{ }}` of other systems are not expressions. */
export function isExpression(text: unknown): text is string {
  return typeof text === 'string' && text.trim() !== '' && !/^\s*\{\{[\s\S]*\}\}\s*$/.test(text);
}

function parse(
  text: string,
  types: ExpressionTypes,
  own: ReadonlySet<string> | null = null,
): { parsed: Parsed } | { problem: Problem } {
  if (text.length > MAX_LENGTH) return { problem: problem('DOC_EXPRESSION', [], { detail: '表达式过长或嵌套过深' }) };
  try {
    return { parsed: environmentOf(types).parse(text, own) };
  } catch (error) {
    return { problem: translateEngineError(error, text.length) };
  }
}

/** What it reads: names of the scope, members of `form`, rows' columns. Nothing when it cannot be parsed. */
export function readsIn(text: string): Reads {
  const outcome = parse(text, NO_TYPES);
  return 'parsed' in outcome ? outcome.parsed.reads : NOTHING;
}

/** Names of the scope that the expression reads, in order of first use. */
export const namesIn = (text: string): readonly string[] => readsIn(text).names;

/** Calls and loops that nobody may write. */
function forbiddenCalls({ functions, methods, loops }: Reads): Problem[] {
  const unknown = [
    ...functions.filter((name) => !FUNCTIONS.has(name)),
    ...methods.filter((name) => !METHODS.has(name)),
  ];
  return [
    ...unknown.map((name) =>
      problem('DOC_EXPRESSION', [], {
        detail: name === LOOKUP ? 'lookup 只能用在字段的计算公式中' : `没有函数“${name}”`,
      }),
    ),
    ...(loops > MAX_LOOPS
      ? [problem('DOC_EXPRESSION', [], { detail: `逐项计算（map、filter、all、exists）最多嵌套 ${MAX_LOOPS} 层` })]
      : []),
  ];
}

function resultProblem(type: string, expected: ValueType): Problem[] {
  const plain = type === 'int' ? 'double' : type;
  const isFit =
    expected === 'dyn' ||
    plain.startsWith('dyn') ||
    plain === expected ||
    (expected === 'list' && plain.startsWith('list'));
  return isFit
    ? []
    : [problem('DOC_EXPRESSION', [], { detail: `结果应为${typeName(expected)}，而不是${typeName(plain)}` })];
}

/**
 * Judges an expression against the names and types it may use, and what it must come to. Paths are empty: the
 * caller puts the place of the text before them. Missing names are all reported; of type errors, the first.
 */
export function checkExpression(text: string, types: ExpressionTypes, expected: ValueType = 'dyn'): Problem[] {
  const outcome = parse(text, types);
  if ('problem' in outcome) return [outcome.problem];
  const { reads } = outcome.parsed;
  const missing = reads.names
    .filter((name) => !Object.hasOwn(types, name))
    .map((name) => problem('DOC_EXPRESSION_NAME', [], { name }));
  const refused = [...missing, ...forbiddenCalls(reads)];
  if (refused.length > 0) return refused;
  const judged = outcome.parsed.check();
  if (!judged.valid) return [translateEngineError(judged.error, text.length)];
  return resultProblem(judged.type ?? 'dyn', expected);
}

/**
 * Parses once; the result asks `read` only for the names in the text. It never throws: what cannot be parsed,
 * judged or evaluated gives null. `own`: names of the row, for an expression that is asked of one row after another:
 * what does not read them is evaluated once for all rows. Lists of rows that it reads are never changed in place.
 */
export function compileExpression(
  text: string,
  types: ExpressionTypes,
  own: ReadonlySet<string> | null = null,
): (read: ReadName) => unknown {
  const outcome = parse(text, types, own);
  if ('problem' in outcome || forbiddenCalls(outcome.parsed.reads).length > 0 || !outcome.parsed.check().valid)
    return () => null;
  const { parsed } = outcome;
  return (read) => {
    try {
      startEvaluation();
      return parsed.evaluate(read);
    } catch {
      // a failed evaluation is a value, not a fault: a missing list position, a wrong type behind `dyn`
      return null;
    }
  };
}
