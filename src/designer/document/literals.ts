/** Literals of expressions (CEL) that the designers write and read: texts, numbers, true and false. */

export type Literal = string | number | boolean;

/** Source of a regular expression for one literal. */
export const LITERAL = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)`;

/** Returns the literal of a value. */
export const literalOf = (value: Literal): string =>
  typeof value === 'string' ? `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'` : String(value);

/** Returns the value of a literal. */
export function valueOfLiteral(text: string): Literal {
  if (/^['"]/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}
