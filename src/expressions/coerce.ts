import type { ValueType } from './types.ts';
import { toEngineName } from './names.ts';

/** Returns true if a value counts as empty in expressions: null, undefined, '' or an empty list. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Array.isArray(value) ? value.map(toText).join(',') : '';
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.replace(/,/g, '')) : 0;
  return Number.isFinite(number) ? number : 0;
}

/** Values that are nested more deeply are read as null. */
const MAX_DEPTH = 20;
/** Keys that expressions cannot read, because they belong to the prototype of an object. */
const HIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Converts a value to plain data, which the expression engine can handle. Lists and objects are copied; a copied object
 * has only the object's own enumerable properties. NaN and infinities become 0; undefined and functions become null.
 */
function toPlain(value: unknown, depth = 0): unknown {
  if (value === undefined || value === null || depth > MAX_DEPTH) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : 0;
  if (Array.isArray(value)) return value.map((item) => toPlain(item, depth + 1));
  if (typeof value !== 'object') return null;
  const plainObject: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (HIDDEN_KEYS.has(key)) continue;
    plainObject[key] = toPlain(item, depth + 1);
    // expressions read a member by its engine name, which may differ from the key; this second property is not
    // enumerable, so that each member is listed only once
    const engineName = toEngineName(key);
    if (engineName !== key) Object.defineProperty(plainObject, engineName, { value: plainObject[key] });
  }
  return plainObject;
}

const toList = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value.map((item) => toPlain(item));
  return isEmptyValue(value) ? [] : [toPlain(value)];
};

/**
 * Converts a stored value to the declared type, on which the author of an expression can rely: except for `dyn`, an
 * empty value becomes 0, '', [] or false. A value of a wrong type never throws.
 */
export function coerce(value: unknown, type: ValueType): unknown {
  switch (type) {
    case 'string':
      return toText(value);
    case 'double':
      return toNumber(value);
    case 'bool':
      return value === true || value === 1 || value === '1' || value === 'true';
    case 'list':
      return toList(value);
    default:
      return toPlain(value);
  }
}

/** Converts the result of an expression: a BigInt becomes a number; NaN, infinities and class instances become null. */
export function fromResult(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(fromResult);
  if (typeof value === 'object' && value !== null)
    return Object.getPrototypeOf(value) === Object.prototype ? value : null;
  return value ?? null;
}
