/** White space and characters without a visible glyph: zero-width ones, fillers, the blank Braille cell. */
const INVISIBLE = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const ALL_INVISIBLE = new RegExp(`^${INVISIBLE}*$`, 'u');
const ONE_INVISIBLE = new RegExp(INVISIBLE, 'u');

/** Returns true if the value is a text without visible characters, or a list of such texts; forms treat it as empty. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string' && ALL_INVISIBLE.test(item));
  return typeof value === 'string' && ALL_INVISIBLE.test(value);
}

/**
 * Removes invisible characters at both ends. Uses a loop, since a regular expression for the end of the text would be
 * slow: it would be tried at every position.
 */
export function withoutBlanks(text: string): string {
  if (isBlank(text)) return '';
  let [start, end] = [0, text.length];
  while (ONE_INVISIBLE.test(text.charAt(start))) start += 1;
  while (ONE_INVISIBLE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
