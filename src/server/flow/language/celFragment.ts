/**
 * A piece of the CEL text that a translation yields. `precedence`: precedence of the outermost operator, as in CEL: 1
 * conditional, 2 `||`, 3 `&&`, 4 comparison, 5 sum, 6 product, 7 unary, 9 no operator (never needs brackets).
 * `difference`: the two operands of a `compareTo` call, which is translated only with the comparison that contains it.
 */
export interface CelFragment {
  text: string;
  precedence: number;
  difference?: readonly [CelFragment, CelFragment];
}

/** Thrown and caught within this folder when a text has no equivalent in CEL. */
export const UNTRANSLATABLE = new Error('no equivalent in CEL');

/**
 * Maximum length of a translation. Some translations repeat an operand, so nested translations could grow
 * exponentially.
 */
const MAX_CHARS = 4000;

/** Throws UNTRANSLATABLE when the text is too long. */
export function createFragment(text: string, precedence = 9): CelFragment {
  if (text.length > MAX_CHARS) throw UNTRANSLATABLE;
  return { text, precedence };
}

/** Returns the text of a fragment as an operand of an operator with this precedence, in brackets where needed. */
export function operandText(fragment: CelFragment, precedence: number): string {
  if (fragment.difference) throw UNTRANSLATABLE;
  return fragment.precedence < precedence ? `(${fragment.text})` : fragment.text;
}

export const negate = (fragment: CelFragment): CelFragment => createFragment(`!${operandText(fragment, 7)}`, 7);
