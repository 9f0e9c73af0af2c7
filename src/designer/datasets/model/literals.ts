/** A text as an expression writes it. */
export const quotedText = (text: string): string => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;

/** What a literal of an expression stands for. */
export function valueOfText(text: string): string | number | boolean {
  if (/^['"]/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return text === 'true' || text === 'false' ? text === 'true' : Number(text);
}
