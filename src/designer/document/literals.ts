/** The value of a CEL literal that the designers can read and write: a text, a number, true or false. */
export type LiteralValue = string | number | boolean;

/** Source text of a regular expression that matches one literal. */
export const LITERAL_SOURCE = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false)`;

/** Converts a value to the CEL text of a literal. */
export const literalOf = (value: LiteralValue): string =>
  typeof value === 'string' ? `'${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'` : String(value);

/** Converts the CEL text of a literal to its value. */
export function valueOfLiteral(text: string): LiteralValue {
  if (/^['"]/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}
