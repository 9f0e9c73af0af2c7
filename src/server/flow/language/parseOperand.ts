import { translateFunctionCall, translateMethodCall } from './translateCalls.ts';
import { isOperatorWord, type Cursor } from './cursor.ts';
import { operandText, createFragment, negate, UNTRANSLATABLE, type CelFragment } from './celFragment.ts';

type Parser = (cursor: Cursor) => CelFragment;

/** Objects that engines provide in expressions; they are not process variables. */
const ENGINE_OBJECTS = /^(?:execution|task|delegateTask|variableScope)$/;
/** Matches the path to a method of a class or of an engine object. Such a call is translated like a function call. */
const STATIC_METHOD = /^(?:[A-Z]\w*(?:\.TRUE|\.FALSE)?|execution|task|delegateTask|variableScope)\.\w+$/;

/** Parses the arguments of a call, whose opening bracket is already consumed, and the closing bracket. */
function parseArguments(cursor: Cursor, parseExpression: Parser): CelFragment[] {
  if (cursor.consume(')')) return [];
  const args = [parseExpression(cursor)];
  while (cursor.consume(',')) args.push(parseExpression(cursor));
  cursor.expect(')');
  return args;
}

/** Parses a list, whose opening bracket is already consumed, and the closing bracket. */
function parseList(cursor: Cursor, parseExpression: Parser): CelFragment {
  const items: CelFragment[] = [];
  while (!cursor.consume(']')) {
    items.push(parseExpression(cursor));
    if (!cursor.isNext(']')) cursor.expect(',');
  }
  return createFragment(`[${items.map((item) => operandText(item, 1)).join(', ')}]`);
}

/** Counts the `.name` members up to and including the first member that is called; 0 when none is called. */
function countMembersUntilCall(cursor: Cursor): number {
  for (let length = 1; cursor.isNext('.', 2 * length - 2) && cursor.wordAhead(2 * length - 1) !== null; length += 1)
    if (cursor.isNext('(', 2 * length)) return length;
  return 0;
}

/** Parses a name, a function (`fn:contains(…)`, FEEL's `not(…)`), or a static method (`StringUtils.isBlank(…)`). */
function parseName(first: string, cursor: Cursor, parseExpression: Parser): CelFragment {
  if (cursor.isFeel && first === 'not' && cursor.consume('(')) {
    const fragment = negate(parseExpression(cursor));
    cursor.expect(')');
    return fragment;
  }
  if (cursor.isNext(':') && cursor.wordAhead(1) !== null && cursor.isNext('(', 2)) {
    const name = `${first}:${cursor.wordAhead(1)}`;
    cursor.skip(3);
    return translateFunctionCall(name, parseArguments(cursor, parseExpression));
  }
  if (cursor.consume('(')) return translateFunctionCall(first, parseArguments(cursor, parseExpression));
  const length = countMembersUntilCall(cursor);
  const path = [first, ...Array.from({ length }, (_, index) => cursor.wordAhead(2 * index + 1) ?? '')].join('.');
  if (length > 0 && STATIC_METHOD.test(path)) {
    cursor.skip(2 * length + 1);
    return translateFunctionCall(path, parseArguments(cursor, parseExpression));
  }
  if (ENGINE_OBJECTS.test(first)) throw UNTRANSLATABLE;
  return createFragment(first);
}

/** Parses a number, a quoted text, a list, an expression in brackets, or a name. */
function parsePrimary(cursor: Cursor, parseExpression: Parser): CelFragment {
  const token = cursor.next();
  if (token.kind === 'number' || token.kind === 'text') return createFragment(token.value);
  if (token.value === '[') return parseList(cursor, parseExpression);
  if (token.value === '(') {
    const fragment = parseExpression(cursor);
    cursor.expect(')');
    return fragment;
  }
  if (token.kind !== 'word' || isOperatorWord(token.value)) throw UNTRANSLATABLE;
  return parseName(token.value, cursor, parseExpression);
}

/**
 * Parses a value with its members, indexes and calls. `parseExpression` parses an argument, an index, an item of a list
 * or an expression in brackets.
 */
export function parseOperand(cursor: Cursor, parseExpression: Parser): CelFragment {
  let fragment = parsePrimary(cursor, parseExpression);
  for (;;) {
    if (cursor.consume('[')) {
      fragment = createFragment(`${operandText(fragment, 9)}[${operandText(parseExpression(cursor), 1)}]`);
      cursor.expect(']');
      continue;
    }
    const name = cursor.isNext('.') ? cursor.wordAhead(1) : null;
    if (name === null) return fragment;
    cursor.skip(2);
    fragment = cursor.consume('(')
      ? translateMethodCall(fragment, name, parseArguments(cursor, parseExpression))
      : createFragment(`${operandText(fragment, 9)}.${name}`);
  }
}
