/**
 * Conversion of stored values of any type, e.g. from a record of another system or of an older definition. The
 * functions do not throw; the `text` functions of definitions use them.
 */

/** Separator of list items in display texts. */
export const LIST_SEPARATOR = '、';

/** Returns any value as display text; '' for null and undefined, objects as JSON, （无法显示） for values without JSON. */
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

/**
 * Returns the value as an array: arrays unchanged, comma-joined texts split (`asIds`), null and undefined as [], any
 * other value as the only item.
 */
export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return asIds(value);
  return value === null || value === undefined ? [] : [value];
}

/** Splits comma-joined ids (FL-002, selectors) into an array without blanks and duplicates. */
export function asIds(value: unknown): string[] {
  const parts = Array.isArray(value)
    ? value.map((item) => asText(item))
    : asText(value)
        .split(/[,，]/)
        .map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))];
}

/** Splits the names in a companion label of a selector. */
export const storedNames = (label: string): string[] => label.split(/[、,，]/).filter(Boolean);

/** Splits pasted text into names at 、 , ， ; ； and line ends. A repeated name is returned once. */
export const splitPastedNames = (text: string): string[] => [
  ...new Set(
    text
      .split(/[、,，;；\n]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];
