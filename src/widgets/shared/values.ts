/**
 * Reading of stored values that may be of any type: a record from another system, an older definition, a wrong
 * import. Nothing here throws; a definition's `text` stands on these.
 */

/** Joins the parts of a list for people. */
export const LIST_SEPARATOR = '、';

/** Any value as plain text; '' for nothing. Objects read as JSON, what has no JSON as its type's name in Chinese. */
export function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value))
    return value
      .map((item) => asText(item))
      .filter(Boolean)
      .join(LIST_SEPARATOR);
  if (typeof value === 'object') return objectText(value);
  return '（无法显示）';
}

function objectText(value: object): string {
  try {
    return JSON.stringify(value) ?? '（无法显示）';
  } catch {
    return '（无法显示）';
  }
}

/** The value as a list: an array as it is, a comma-joined text split, nothing as []. */
export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return asIds(value);
  return value === null || value === undefined ? [] : [value];
}

/** Comma-joined ids (FL-002, selectors) as a list without blanks and without repeats. */
export function asIds(value: unknown): string[] {
  const parts = Array.isArray(value)
    ? value.map((item) => asText(item))
    : asText(value)
        .split(/[,，]/)
        .map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))];
}

/** The names in a stored display text, as selectors write it. */
export const storedNames = (label: string): string[] => label.split(/[、,，]/).filter(Boolean);

/** Splits pasted text that names several things: 、 , ， ; ； / line ends. */
export const splitNames = (text: string): string[] =>
  text
    .split(/[、,，;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
