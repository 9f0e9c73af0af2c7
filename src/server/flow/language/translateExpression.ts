import { createCursor, type Cursor } from './cursor.ts';
import { operandText, createFragment, negate, UNTRANSLATABLE, type CelFragment } from './celFragment.ts';
import { tokenize } from './tokens.ts';
import { parseOperand } from './parseOperand.ts';

const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/**
 * Creates a comparison. `a.compareTo(b)` compared with 0 (or by `==` with 1 or -1) becomes a comparison of `a` and
 * `b`. `==` and `!=` with null become `isEmpty`.
 */
function createComparison(left: CelFragment, operator: string, right: CelFragment): CelFragment {
  if (left.difference) {
    const [a, b] = left.difference;
    if (right.text === '0') return createComparison(a, operator, b);
    if (operator === '==' && right.text === '1') return createComparison(a, '>', b);
    if (operator === '==' && right.text === '-1') return createComparison(a, '<', b);
    throw UNTRANSLATABLE;
  }
  const comparedWithNull = right.text === 'null' ? left : left.text === 'null' ? right : null;
  if (comparedWithNull && (operator === '==' || operator === '!='))
    return operator === '=='
      ? createFragment(`isEmpty(${operandText(comparedWithNull, 1)})`)
      : createFragment(`!isEmpty(${operandText(comparedWithNull, 1)})`, 7);
  return createFragment(`${operandText(left, 5)} ${operator} ${operandText(right, 5)}`, 4);
}

/** Parses a chain of left-associative operators with the same precedence: `a + b - c`. */
function parseChain(
  cursor: Cursor,
  operators: readonly string[],
  precedence: number,
  parseTerm: (cursor: Cursor) => CelFragment,
): CelFragment {
  let fragment = parseTerm(cursor);
  while (operators.includes(cursor.operator())) {
    const operator = cursor.operator();
    cursor.skip(1);
    fragment = createFragment(
      `${operandText(fragment, precedence)} ${operator} ${operandText(parseTerm(cursor), precedence + 1)}`,
      precedence,
    );
  }
  return fragment;
}

const parseUnary = (cursor: Cursor): CelFragment =>
  cursor.nested(() => {
    if (cursor.consume('!') || (!cursor.isFeel && cursor.consume('not'))) return negate(parseUnary(cursor));
    if (cursor.consume('-')) return createFragment(`-${operandText(parseUnary(cursor), 7)}`, 7);
    if (!cursor.isFeel && cursor.consume('empty'))
      return createFragment(`isEmpty(${operandText(parseUnary(cursor), 1)})`);
    return parseOperand(cursor, parseConditional);
  });

const parseSum = (cursor: Cursor): CelFragment =>
  parseChain(cursor, ['+', '-'], 5, () => parseChain(cursor, ['*', '/', '%'], 6, parseUnary));

/** Parses the rest of `x in [1..5]`, `x in ("a", "b")` or `x in list` after `in`. */
function parseMembership(cursor: Cursor, left: CelFragment): CelFragment {
  const opening = ['[', '('].find((bracket) => cursor.consume(bracket));
  if (!opening) return createFragment(`${operandText(left, 5)} in ${operandText(parseSum(cursor), 5)}`, 4);
  const first = parseSum(cursor);
  if (cursor.consume('..')) {
    const last = parseSum(cursor);
    const includesLast = cursor.consume(']');
    if (!includesLast) cursor.expect(')');
    return createFragment(
      `${operandText(left, 5)} ${opening === '[' ? '>=' : '>'} ${operandText(first, 5)} && ${operandText(left, 5)} ${includesLast ? '<=' : '<'} ${operandText(last, 5)}`,
      3,
    );
  }
  const items = [first];
  while (cursor.consume(',')) items.push(parseSum(cursor));
  cursor.expect(opening === '[' ? ']' : ')');
  return createFragment(`${operandText(left, 5)} in [${items.map((item) => operandText(item, 1)).join(', ')}]`, 4);
}

/** Parses a comparison, or the operand if no comparison follows. */
function parseComparison(cursor: Cursor): CelFragment {
  const left = parseSum(cursor);
  if (cursor.consume('in')) return parseMembership(cursor, left);
  if (cursor.isFeel && cursor.consume('between')) {
    const from = parseSum(cursor);
    cursor.expect('and');
    return createFragment(
      `${operandText(left, 5)} >= ${operandText(from, 5)} && ${operandText(left, 5)} <= ${operandText(parseSum(cursor), 5)}`,
      3,
    );
  }
  const operator = cursor.operator();
  if (!COMPARISONS.has(operator)) return left;
  cursor.skip(1);
  const right = parseSum(cursor);
  // chained comparisons mean different things in different engines
  if (COMPARISONS.has(cursor.operator())) throw UNTRANSLATABLE;
  return createComparison(left, operator, right);
}

const createConditional = (condition: CelFragment, yes: CelFragment, no: CelFragment): CelFragment =>
  createFragment(`${operandText(condition, 2)} ? ${operandText(yes, 2)} : ${operandText(no, 2)}`, 1);

const parseConditional = (cursor: Cursor): CelFragment =>
  cursor.nested(() => {
    if (cursor.isFeel && cursor.consume('if')) {
      const condition = parseConditional(cursor);
      cursor.expect('then');
      const yes = parseConditional(cursor);
      cursor.expect('else');
      return createConditional(condition, yes, parseConditional(cursor));
    }
    const condition = parseChain(cursor, ['||'], 2, () => parseChain(cursor, ['&&'], 3, parseComparison));
    if (!cursor.consume('?')) return condition;
    const yes = parseConditional(cursor);
    cursor.expect(':');
    return createConditional(condition, yes, parseConditional(cursor));
  });

/**
 * Translates an expression of another engine (JUEL without its brackets, or FEEL) into CEL with the same meaning.
 * Returns null for an expression that CEL cannot express.
 */
export function translateExpression(text: string, isFeel = false): string | null {
  const tokens = tokenize(text, isFeel);
  if (!tokens) return null;
  const cursor = createCursor(tokens, isFeel);
  try {
    const fragment = parseConditional(cursor);
    return cursor.isAtEnd() ? operandText(fragment, 1) : null;
  } catch (error) {
    if (error === UNTRANSLATABLE) return null;
    throw error;
  }
}
