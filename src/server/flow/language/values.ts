import { calledFunction, calledMethod } from './calls.ts';
import { isOperatorWord, type Cursor } from './cursor.ts';
import { inside, made, negated, UNREAD, type Piece } from './piece.ts';

type Read = (cursor: Cursor) => Piece;

/** What engines put at hand, which is no variable of the process. */
const SCOPES = /^(?:execution|task|delegateTask|variableScope)$/;
/** A class, or one of those: what is asked of it is a function. */
const ASKED = /^(?:[A-Z]\w*(?:\.TRUE|\.FALSE)?|execution|task|delegateTask|variableScope)\.\w+$/;

function args(cursor: Cursor, choice: Read): Piece[] {
  if (cursor.take(')')) return [];
  const found = [choice(cursor)];
  while (cursor.take(',')) found.push(choice(cursor));
  cursor.need(')');
  return found;
}

function list(cursor: Cursor, choice: Read): Piece {
  const items: Piece[] = [];
  while (!cursor.take(']')) {
    items.push(choice(cursor));
    if (!cursor.is(']')) cursor.need(',');
  }
  return made(`[${items.map((item) => inside(item, 1)).join(', ')}]`);
}

/** How many members follow until something is called; 0 when nothing is. */
function wayToCall(cursor: Cursor): number {
  for (let length = 1; cursor.is('.', 2 * length - 2) && cursor.word(2 * length - 1) !== null; length += 1)
    if (cursor.is('(', 2 * length)) return length;
  return 0;
}

/** A name, a function (`fn:contains(…)`, FEEL's `not(…)`), or what a class is asked (`StringUtils.isBlank(…)`). */
function named(first: string, cursor: Cursor, choice: Read): Piece {
  if (cursor.isFeel && first === 'not' && cursor.take('(')) {
    const piece = negated(choice(cursor));
    cursor.need(')');
    return piece;
  }
  if (cursor.is(':') && cursor.word(1) !== null && cursor.is('(', 2)) {
    const name = `${first}:${cursor.word(1)}`;
    cursor.skip(3);
    return calledFunction(name, args(cursor, choice));
  }
  if (cursor.take('(')) return calledFunction(first, args(cursor, choice));
  const length = wayToCall(cursor);
  const path = [first, ...Array.from({ length }, (_, index) => cursor.word(2 * index + 1) ?? '')].join('.');
  if (length > 0 && ASKED.test(path)) {
    cursor.skip(2 * length + 1);
    return calledFunction(path, args(cursor, choice));
  }
  if (SCOPES.test(first)) throw UNREAD;
  return made(first);
}

function value(cursor: Cursor, choice: Read): Piece {
  const token = cursor.next();
  if (token.kind === 'number' || token.kind === 'text') return made(token.value);
  if (token.value === '[') return list(cursor, choice);
  if (token.value === '(') {
    const piece = choice(cursor);
    cursor.need(')');
    return piece;
  }
  if (token.kind !== 'word' || isOperatorWord(token.value)) throw UNREAD;
  return named(token.value, cursor, choice);
}

/** A value with its members and calls. `choice` reads what may stand in brackets. */
export function followed(cursor: Cursor, choice: Read): Piece {
  let piece = value(cursor, choice);
  for (;;) {
    if (cursor.take('[')) {
      piece = made(`${inside(piece, 9)}[${inside(choice(cursor), 1)}]`);
      cursor.need(']');
      continue;
    }
    const name = cursor.is('.') ? cursor.word(1) : null;
    if (name === null) return piece;
    cursor.skip(2);
    piece = cursor.take('(') ? calledMethod(piece, name, args(cursor, choice)) : made(`${inside(piece, 9)}.${name}`);
  }
}
