/** The value of a CEL literal that the designers write and read: a text, a number, true or false. */
export type Literal = string | number | boolean;

/** Source of a regular expression for one literal. */
export const LITERAL = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)`;

/** Converts a value to a literal. */
export const literalOf = (value: Literal): string =>
  typeof value === 'string' ? `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'` : String(value);

/** Converts a literal to its value. */
export function valueOfLiteral(text: string): Literal {
  if (/^['"]/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}
