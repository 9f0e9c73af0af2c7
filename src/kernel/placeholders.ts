import type { Situation } from '../rules/situation.ts';

/** The values with which placeholders are filled. */
export interface PlaceholderValues {
  /** PH-002: the value of `${curentUser}` (spelt like this; `${currentUser}` is accepted too). */
  userId: string;
  /** The values of `${curentDept}` and `${curentUnit}`: department and unit of the person signed in. */
  deptId?: string;
  unitId?: string;
  /** PH-003: values of the form's fields; in a sub-table the values of the row take precedence. */
  values: Readonly<Record<string, unknown>>;
}

/** Returns the placeholder values of a person together with these field values. */
export const placeholderValuesOf = (
  { user }: Situation,
  values: Readonly<Record<string, unknown>>,
): PlaceholderValues => ({
  userId: user.id,
  ...(user.dept ? { deptId: user.dept.id } : {}),
  ...(user.unit ? { unitId: user.unit.id } : {}),
  values,
});

/** Matches the names that stand for the person signed in, their department or their unit. */
const PERSONAL_NAME = /^curr?ent(User|Dept|Unit)$/;
const PLACEHOLDER = /\$\{\s*([^}\s]+)\s*\}/g;
/** Matches a text that consists of one placeholder. */
export const WHOLE_PLACEHOLDER = /^\s*\$\{\s*([^}\s]+)\s*\}\s*$/;

function placeholderValue(name: string, { userId, deptId, unitId, values }: PlaceholderValues): unknown {
  if (name === 'curentUser' || name === 'currentUser') return userId;
  if (name === 'curentDept' || name === 'currentDept') return deptId;
  if (name === 'curentUnit' || name === 'currentUnit') return unitId;
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Returns the value as part of a text: a list with commas, an object as JSON. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object'
    ? Array.isArray(value)
      ? value.map(toText).join(',')
      : JSON.stringify(value)
    : String(value);
}

/**
 * PH-001: fills the placeholders of one text. A text that consists of one placeholder returns the value with its type,
 * null for an unknown name. In a longer text an unknown name gives ''.
 */
export function fillText(text: string, source: PlaceholderValues): unknown {
  const wholeMatch = WHOLE_PLACEHOLDER.exec(text);
  if (wholeMatch) return placeholderValue(wholeMatch[1] as string, source) ?? null;
  return text.replace(PLACEHOLDER, (_all, name: string) => toText(placeholderValue(name, source)));
}

/**
 * PH-001…003: fills the placeholders of every text in a value, at any depth; keys and other values are kept. The input
 * is not modified.
 */
export function fillPlaceholders<T>(params: T, source: PlaceholderValues): T {
  if (typeof params === 'string') return fillText(params, source) as T;
  if (Array.isArray(params)) return params.map((item: unknown) => fillPlaceholders(item, source)) as T;
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, fillPlaceholders(value as unknown, source)]),
  ) as T;
}

/**
 * Returns the names in the placeholders of all texts in a value, at any depth. Leaves out the names that stand for the
 * person signed in, their department or their unit.
 */
export function placeholderNames(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(PLACEHOLDER)]
      .map((match) => match[1] as string)
      .filter((name) => !PERSONAL_NAME.test(name));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(placeholderNames) : [];
}
