/** White space and characters without a visible glyph: zero-width ones, fillers, the blank Braille cell. */
const INVISIBLE = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const ALL_INVISIBLE = new RegExp(`^${INVISIBLE}*$`, 'u');
const ONE_INVISIBLE = new RegExp(INVISIBLE, 'u');

/** True for a text without visible characters, which does not count as filled in, and for a list of such texts. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((part) => typeof part === 'string' && ALL_INVISIBLE.test(part));
  return typeof value === 'string' && ALL_INVISIBLE.test(value);
}

/**
 * Removes invisible characters at both ends. Done in a loop, since a pattern for the end of a text would be tried at
 * each of its characters.
 */
export function withoutBlanks(text: string): string {
  if (isBlank(text)) return '';
  let [from, to] = [0, text.length];
  while (ONE_INVISIBLE.test(text.charAt(from))) from += 1;
  while (ONE_INVISIBLE.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
