/**
 * A part of an expression in our language. `at`: how tightly it holds together, as CEL has it (1 choice, 2 or, 3 and,
 * 4 comparison, 5 sum, 6 product, 7 sign, 9 what needs no brackets). `difference`: what `compareTo` compared.
 */
export interface Piece {
  text: string;
  at: number;
  difference?: readonly [Piece, Piece];
}

/** Thrown and caught within this folder: the text holds what only the other engine can do. */
export const UNREAD = new Error('not ours');

/** No expression of ours is longer. Some say their left side twice, and within each other they would double again and again. */
const MOST = 4000;

export function made(text: string, at = 9): Piece {
  if (text.length > MOST) throw UNREAD;
  return { text, at };
}

/** The part as it stands inside of something that holds as tightly as `at`. */
export function inside(piece: Piece, at: number): string {
  if (piece.difference) throw UNREAD;
  return piece.at < at ? `(${piece.text})` : piece.text;
}

export const negated = (piece: Piece): Piece => made(`!${inside(piece, 7)}`, 7);
