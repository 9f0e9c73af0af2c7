/**
 * Where a JSON text breaks. Engines word and place their errors differently (or not at all), so the place is found
 * here: a scan over tokens with a stack of open brackets, no recursion, linear in the text.
 */

const TOKEN =
  /[\s]*(?:([{}[\],:])|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*(")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])()|(?:true|false|null)(?!\w)())/uy;

type Expect = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or close' | 'end';
type Kind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar';

function step(expect: Expect, kind: Kind, open: ('{' | '[')[]): Expect | null {
  const after = (): Expect => (open.length === 0 ? 'end' : ', or close');
  const close = (bracket: '{' | '['): Expect | null => (open.pop() === bracket ? after() : null);
  if (kind === ']') return expect === 'value or ]' || expect === ', or close' ? close('[') : null;
  if (kind === '}') return expect === 'key or }' || expect === ', or close' ? close('{') : null;
  if (kind === ':') return expect === ':' ? 'value' : null;
  if (kind === ',') return expect !== ', or close' ? null : open.at(-1) === '{' ? 'key' : 'value';
  if (expect === 'key' || expect === 'key or }') return kind === 'string' ? ':' : null;
  if (expect !== 'value' && expect !== 'value or ]') return null;
  if (kind === 'string' || kind === 'scalar') return after();
  open.push(kind);
  return kind === '{' ? 'key or }' : 'value or ]';
}

function firstNonBlank(text: string, offset: number): number {
  const found = text.slice(offset).search(/\S/);
  return found === -1 ? text.length : offset + found;
}

/** Offset of the first character that does not belong; the text's end when it stops too early. */
export function findSyntaxError(text: string): number {
  const open: ('{' | '[')[] = [];
  let expect: Expect | null = 'value';
  let offset = 0;
  while (offset < text.length) {
    TOKEN.lastIndex = offset;
    const found = TOKEN.exec(text);
    if (!found) return firstNonBlank(text, offset);
    const kind = (found[1] ?? (found[2] === undefined ? 'scalar' : 'string')) as Kind;
    expect = step(expect, kind, open);
    if (expect === null) return firstNonBlank(text, offset);
    offset = TOKEN.lastIndex;
  }
  return text.length;
}
