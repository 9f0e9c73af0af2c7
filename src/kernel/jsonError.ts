/**
 * Finds the position of a syntax error in JSON text. JavaScript engines report positions differently or not at all, so
 * the text is scanned here: by tokens, with a stack of open brackets, without recursion, in linear time.
 */

/**
 * Matches one token and the white space before it. Group 1 is a bracket, comma or colon; group 2 is set for a string.
 * Both are undefined for a number, `true`, `false` or `null`.
 */
const TOKEN =
  /[\s]*(?:([{}[\],:])|"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*(")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])()|(?:true|false|null)(?!\w)())/uy;

type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or close' | 'end';
type TokenKind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar';

/**
 * Returns what is expected after a token of kind `kind`, or null if this token is not allowed where `expected` is
 * expected. Updates the open brackets.
 */
function expectationAfter(expected: Expectation, kind: TokenKind, openBrackets: ('{' | '[')[]): Expectation | null {
  const expectationAfterValue = (): Expectation => (openBrackets.length === 0 ? 'end' : ', or close');
  const close = (bracket: '{' | '['): Expectation | null =>
    openBrackets.pop() === bracket ? expectationAfterValue() : null;
  if (kind === ']') return expected === 'value or ]' || expected === ', or close' ? close('[') : null;
  if (kind === '}') return expected === 'key or }' || expected === ', or close' ? close('{') : null;
  if (kind === ':') return expected === ':' ? 'value' : null;
  if (kind === ',') return expected !== ', or close' ? null : openBrackets.at(-1) === '{' ? 'key' : 'value';
  if (expected === 'key' || expected === 'key or }') return kind === 'string' ? ':' : null;
  if (expected !== 'value' && expected !== 'value or ]') return null;
  if (kind === 'string' || kind === 'scalar') return expectationAfterValue();
  openBrackets.push(kind);
  return kind === '{' ? 'key or }' : 'value or ]';
}

function firstNonBlank(text: string, offset: number): number {
  const distance = text.slice(offset).search(/\S/);
  return distance === -1 ? text.length : offset + distance;
}

/** Returns the offset of the first character that is not allowed; the end of the text if it is incomplete. */
export function findSyntaxError(text: string): number {
  const openBrackets: ('{' | '[')[] = [];
  let expected: Expectation | null = 'value';
  let offset = 0;
  while (offset < text.length) {
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(text);
    if (!match) return firstNonBlank(text, offset);
    const kind = (match[1] ?? (match[2] === undefined ? 'scalar' : 'string')) as TokenKind;
    expected = expectationAfter(expected, kind, openBrackets);
    if (expected === null) return firstNonBlank(text, offset);
    offset = TOKEN.lastIndex;
  }
  return text.length;
}
