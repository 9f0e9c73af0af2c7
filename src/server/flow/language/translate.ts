import { cursorOver, type Cursor } from './cursor.ts';
import { inside, made, negated, UNREAD, type Piece } from './piece.ts';
import { tokensOf } from './tokens.ts';
import { followed } from './values.ts';

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

/** `a.compareTo(b)` compared with nought is the comparison itself; what is compared with null is asked whether it is empty. */
function comparison(left: Piece, sign: string, right: Piece): Piece {
  if (left.difference) {
    const [a, b] = left.difference;
    const meant =
      right.text === '0'
        ? sign
        : sign === '==' && right.text === '1'
          ? '>'
          : sign === '==' && right.text === '-1'
            ? '<'
            : null;
    if (meant === null) throw UNREAD;
    return comparison(a, meant, b);
  }
  const asked = right.text === 'null' ? left : left.text === 'null' ? right : null;
  if (asked && (sign === '==' || sign === '!='))
    return sign === '==' ? made(`isEmpty(${inside(asked, 1)})`) : made(`!isEmpty(${inside(asked, 1)})`, 7);
  return made(`${inside(left, 5)} ${sign} ${inside(right, 5)}`, 4);
}

function chain(cursor: Cursor, signs: readonly string[], at: number, read: (cursor: Cursor) => Piece): Piece {
  let piece = read(cursor);
  while (signs.includes(cursor.operator())) {
    const sign = cursor.operator();
    cursor.skip(1);
    piece = made(`${inside(piece, at)} ${sign} ${inside(read(cursor), at + 1)}`, at);
  }
  return piece;
}

const signed = (cursor: Cursor): Piece =>
  cursor.deeper(() => {
    if (cursor.take('!') || (!cursor.isFeel && cursor.take('not'))) return negated(signed(cursor));
    if (cursor.take('-')) return made(`-${inside(signed(cursor), 7)}`, 7);
    if (!cursor.isFeel && cursor.take('empty')) return made(`isEmpty(${inside(signed(cursor), 1)})`);
    return followed(cursor, choice);
  });

const sum = (cursor: Cursor): Piece => chain(cursor, ['+', '-'], 5, () => chain(cursor, ['*', '/', '%'], 6, signed));

/** `x in [1..5]`, `x in ("a", "b")`, `x in list`. */
function within(cursor: Cursor, left: Piece): Piece {
  const opening = ['[', '('].find((sign) => cursor.take(sign));
  if (!opening) return made(`${inside(left, 5)} in ${inside(sum(cursor), 5)}`, 4);
  const first = sum(cursor);
  if (cursor.take('..')) {
    const last = sum(cursor);
    const isClosed = cursor.take(']');
    if (!isClosed) cursor.need(')');
    return made(
      `${inside(left, 5)} ${opening === '[' ? '>=' : '>'} ${inside(first, 5)} && ${inside(left, 5)} ${isClosed ? '<=' : '<'} ${inside(last, 5)}`,
      3,
    );
  }
  const items = [first];
  while (cursor.take(',')) items.push(sum(cursor));
  cursor.need(opening === '[' ? ']' : ')');
  return made(`${inside(left, 5)} in [${items.map((item) => inside(item, 1)).join(', ')}]`, 4);
}

function compared(cursor: Cursor): Piece {
  const left = sum(cursor);
  if (cursor.take('in')) return within(cursor, left);
  if (cursor.isFeel && cursor.take('between')) {
    const from = sum(cursor);
    cursor.need('and');
    return made(`${inside(left, 5)} >= ${inside(from, 5)} && ${inside(left, 5)} <= ${inside(sum(cursor), 5)}`, 3);
  }
  const sign = cursor.operator();
  if (!COMPARES.has(sign)) return left;
  cursor.skip(1);
  const right = sum(cursor);
  // three in a row mean different things in different engines
  if (COMPARES.has(cursor.operator())) throw UNREAD;
  return comparison(left, sign, right);
}

const chosen = (condition: Piece, yes: Piece, no: Piece): Piece =>
  made(`${inside(condition, 2)} ? ${inside(yes, 2)} : ${inside(no, 2)}`, 1);

const choice = (cursor: Cursor): Piece =>
  cursor.deeper(() => {
    if (cursor.isFeel && cursor.take('if')) {
      const condition = choice(cursor);
      cursor.need('then');
      const yes = choice(cursor);
      cursor.need('else');
      return chosen(condition, yes, choice(cursor));
    }
    const condition = chain(cursor, ['||'], 2, () => chain(cursor, ['&&'], 3, compared));
    if (!cursor.take('?')) return condition;
    const yes = choice(cursor);
    cursor.need(':');
    return chosen(condition, yes, choice(cursor));
  });

/**
 * An expression of another engine (JUEL without its brackets, or FEEL) in our language. Null when it holds anything
 * that only that engine can do: what is translated means the same.
 */
export function translatedExpression(text: string, isFeel = false): string | null {
  const tokens = tokensOf(text, isFeel);
  if (!tokens) return null;
  const cursor = cursorOver(tokens, isFeel);
  try {
    const piece = choice(cursor);
    return cursor.isAtEnd() ? inside(piece, 1) : null;
  } catch (error) {
    if (error === UNREAD) return null;
    throw error;
  }
}
