import { columnValue } from '../../../records/index.ts';

/**
 * Parses the value of a date field (`2026-12-31`, `2026-12-31 09:00:00`) in China's time zone. Returns milliseconds
 * since 1970; null for any other value. A time zone in the value is ignored, as in forms and lists.
 */
export function parseDateTime(value: unknown): number | null {
  const text = columnValue('timestamp', value);
  return typeof text === 'string' ? Date.parse(`${text.replace(' ', 'T')}+08:00`) : null;
}
