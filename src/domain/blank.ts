/** White space, and characters that show nothing at all: zero-width ones, fillers, the blank Braille cell. */
const UNSEEN = String.raw`[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const ALL_UNSEEN = new RegExp(`^${UNSEEN}*$`, 'u');
const ONE_UNSEEN = new RegExp(UNSEEN, 'u');

/** Text in which nobody sees anything: no answer where one is asked for. A list of nothing else is none either. */
export function isBlank(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((part) => typeof part === 'string' && ALL_UNSEEN.test(part));
  return typeof value === 'string' && ALL_UNSEEN.test(value);
}

/** Text without the blanks around it. Step by step: a pattern for the end of a text would be tried at each of its characters. */
export function withoutBlanks(text: string): string {
  if (isBlank(text)) return '';
  let [from, to] = [0, text.length];
  while (ONE_UNSEEN.test(text.charAt(from))) from += 1;
  while (ONE_UNSEEN.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
