import type { KeyType } from '../grammar/tags.ts';
import { readDocument } from '../kernel/index.ts';
import { isObject } from './source.ts';

/**
 * Converts a value to the type of its key. A value that cannot be converted is kept, so that the grammar reports it.
 */
export function convert(value: unknown, type: KeyType): unknown {
  switch (type) {
    case 'flag':
      return toFlag(value);
    case 'boolean':
      return toBoolean(value);
    case 'number':
      return toNumber(value);
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'cel':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'array':
    case 'object':
      return parseJsonText(value);
    default:
      return value;
  }
}

const TRUE_VALUES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'TRUE', 'yes', 'Y']);
const FALSE_VALUES: ReadonlySet<unknown> = new Set([false, 0, '0', 'false', 'FALSE', 'no', 'N']);

function toFlag(value: unknown): unknown {
  if (TRUE_VALUES.has(value)) return '1';
  return FALSE_VALUES.has(value) ? '0' : value;
}

function toBoolean(value: unknown): unknown {
  if (TRUE_VALUES.has(value)) return true;
  return FALSE_VALUES.has(value) ? false : value;
}

/** Converts “120px” and “120” to 120; other values are unchanged. */
function toNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const match = /^\s*(-?\d+(?:\.\d+)?)\s*(?:px)?\s*$/i.exec(value);
  return match ? Number(match[1]) : value;
}

/** Parses a text that begins like a JSON list or object; other values are unchanged. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  const readResult = readDocument(value);
  // the text is not JSON, or it is too large or nested too deep; it is kept, and the grammar reports the expected type
  return readResult.ok ? readResult.value : value;
}

/**
 * Converts a list of `{ key, value }` to an object of texts; `name` or `label` may be used instead of `key`. Numbers
 * and booleans become texts; items with another kind of key or value are left out. Returns a value that is not a list
 * unchanged.
 */
export function toTextMap(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const pairs = value
    .filter(isObject)
    .map((item) => [convert(item.key ?? item.name ?? item.label, 'string'), convert(item.value, 'string')] as const);
  return Object.fromEntries(pairs.filter(([key, item]) => typeof key === 'string' && typeof item === 'string'));
}
