import type { CompiledForm } from '../../../kernel/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordListBody } from '../../http/schemas.ts';
import type { AnyOf, Condition } from './listConditions.ts';

type Data = NonNullable<NonNullable<RecordListBody>['data']>;
const OWN: ReadonlySet<string> = new Set(['conditions', 'keyword', 'sort', 'paths']);

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

/** Conditions that are written out, alone or in groups of which one must hold. */
export const writtenConditions = (data: Data | null | undefined): (Condition | AnyOf)[] =>
  (data?.conditions ?? []).map((written) =>
    'anyOf' in written && written.anyOf ? { anyOf: written.anyOf.map(whole) } : whole(written as Written),
  );

type Written = { field?: string; op?: string; value?: unknown };

function whole({ field, op = 'eq', value }: Written): Condition {
  if (typeof field !== 'string') throw new Refusal('REQUEST_INVALID', { detail: '查询条件缺少字段（field）' });
  return { field, op, value };
}
