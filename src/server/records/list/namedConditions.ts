import type { CompiledForm } from '../../../kernel/index.ts';
import type { ListBody } from '../../http/schemas.ts';
import type { Condition } from './listConditions.ts';

type Data = NonNullable<NonNullable<ListBody>['data']>;
const OWN: ReadonlySet<string> = new Set(['conditions', 'keyword', 'sort']);

/** What the body of a list names besides its own keys: fields and what they shall be, as calls that are configured send them (doc 2 §7). */
export const namedIn = (data: Data | null | undefined, but: ReadonlySet<string> = new Set()): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).filter(
      ([key, value]) => !OWN.has(key) && !but.has(key) && value !== null && value !== undefined && value !== '',
    ),
  );

/** Named fields as conditions: what is typed in is looked for within, several values are any of them, anything else is compared. */
export const namedConditions = (form: CompiledForm, named: Readonly<Record<string, unknown>>): Condition[] =>
  Object.entries(named).map(([field, value]) => ({
    field,
    op: Array.isArray(value) ? 'in' : form.fields.get(field)?.definition.isFreeText ? 'contains' : 'eq',
    value,
  }));

/** Conditions that are written out. */
export const writtenConditions = (data: Data | null | undefined): Condition[] =>
  (data?.conditions ?? []).map(({ field, op = 'eq', value }) => ({ field, op, value }));
