import type { CompiledForm } from '../../../kernel/index.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RecordListBody } from '../../http/schemas.ts';
import type { AnyOf, Condition } from './listConditions.ts';

type Data = NonNullable<RecordListBody>['data'];
/** The keys of a list request that are not field keys. */
const LIST_KEYS: ReadonlySet<string> = new Set(['conditions', 'keyword', 'sort', 'paths', 'behind']);

/**
 * Returns the field values in a list request, which are all its entries except those under `LIST_KEYS` and
 * `ignoredKeys`. Calls that documents configure send filters in this way (specification, document 2, §7). Blank values
 * are left out.
 */
export const fieldValuesIn = (data: Data, ignoredKeys: ReadonlySet<string> = new Set()): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data ?? {}).filter(
      ([key, value]) =>
        !LIST_KEYS.has(key) && !ignoredKeys.has(key) && value !== null && value !== undefined && value !== '',
    ),
  );

const singleValueOperator = (form: CompiledForm, field: string): string =>
  form.fields.get(field)?.definition.isFreeText ? 'contains' : 'eq';

/**
 * Converts field values (`fieldValuesIn`) to conditions: `in` for several values, `contains` for fields of free text,
 * otherwise `eq`.
 */
export const fieldValueConditions = (form: CompiledForm, fieldValues: Readonly<Record<string, unknown>>): Condition[] =>
  Object.entries(fieldValues).map(([field, value]) => ({
    field,
    op: Array.isArray(value) ? 'in' : singleValueOperator(form, field),
    value,
  }));

/**
 * Returns the entry `conditions` of a list request: single conditions, and groups (`AnyOf`). Refuses a condition
 * without a field.
 */
export const conditionsIn = (data: Data): (Condition | AnyOf)[] =>
  (data?.conditions ?? []).map((sent) =>
    'anyOf' in sent && sent.anyOf
      ? { anyOf: sent.anyOf.map(completeCondition) }
      : completeCondition(sent as SentCondition),
  );

type SentCondition = { field?: string; op?: string; value?: unknown };

/** Returns a sent condition with `eq` as its default operator. Refuses a condition without a field. */
function completeCondition({ field, op = 'eq', value }: SentCondition): Condition {
  if (typeof field !== 'string') throw new Refusal('REQUEST_INVALID', { detail: '查询条件缺少字段（field）' });
  return { field, op, value };
}
