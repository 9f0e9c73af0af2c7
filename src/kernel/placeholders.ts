import type { Situation } from '../rules/situation.ts';

/** What placeholders are filled from. */
export interface PlaceholderSource {
  /** PH-002: the value of `${curentUser}` (spelt so; `${currentUser}` is taken too). */
  userId: string;
  /** The values of `${curentDept}` and `${curentUnit}`: department and unit of the person signed in. */
  deptId?: string;
  unitId?: string;
  /** PH-003: values of the form's fields (in a sub-table, of the row over those of the form). */
  values: Readonly<Record<string, unknown>>;
}

/** Who is looking, and the values around. */
export const sourceOf = ({ user }: Situation, values: Readonly<Record<string, unknown>>): PlaceholderSource => ({
  userId: user.id,
  ...(user.dept ? { deptId: user.dept.id } : {}),
  ...(user.unit ? { unitId: user.unit.id } : {}),
  values,
});

const PERSONAL = /^curr?ent(User|Dept|Unit)$/;
const PLACEHOLDER = /\$\{\s*([^}\s]+)\s*\}/g;
const WHOLE = /^\s*\$\{\s*([^}\s]+)\s*\}\s*$/;

function lookUp(name: string, { userId, deptId, unitId, values }: PlaceholderSource): unknown {
  if (name === 'curentUser' || name === 'currentUser') return userId;
  if (name === 'curentDept' || name === 'currentDept') return deptId;
  if (name === 'curentUnit' || name === 'currentUnit') return unitId;
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object'
    ? Array.isArray(value)
      ? value.map(toText).join(',')
      : JSON.stringify(value)
    : String(value);
}

/** PH-001: one text. A text that is one placeholder and nothing else takes the value with its type; unknown names are empty. */
export function fillText(text: string, source: PlaceholderSource): unknown {
  const whole = WHOLE.exec(text);
  if (whole) return lookUp(whole[1] as string, source) ?? null;
  return text.replace(PLACEHOLDER, (_all, name: string) => toText(lookUp(name, source)));
}

/** PH-001…003: every text inside, at any depth; keys and other values stay. The input stays as it was. */
export function fillPlaceholders<T>(params: T, source: PlaceholderSource): T {
  if (typeof params === 'string') return fillText(params, source) as T;
  if (Array.isArray(params)) return params.map((item: unknown) => fillPlaceholders(item, source)) as T;
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, fillPlaceholders(value as unknown, source)]),
  ) as T;
}

/** Names of the fields that a value's placeholders read. */
export function placeholderNames(value: unknown): string[] {
  if (typeof value === 'string')
    return [...value.matchAll(PLACEHOLDER)].map((found) => found[1] as string).filter((name) => !PERSONAL.test(name));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(placeholderNames) : [];
}
