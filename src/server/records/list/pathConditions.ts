import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { relationOf, type CompiledForm } from '../../../kernel/index.ts';
import type { Condition } from './listConditions.ts';

/** Returns a subquery with the ids of the records of a form that this person may read and that match the condition. */
export type IdsOf = (formKey: string, condition: Condition) => Promise<RawBuilder<unknown>>;

/** Returns the ids in a condition's value, which is one id or a list. */
const asIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '');

/**
 * Returns the first relation of a condition's path, its target form (`to`) and the rest of the path. `rest` is '' if
 * the condition compares the ids of the related records. Null if the condition compares a value of the record itself.
 */
export function relationOfCondition(
  form: CompiledForm,
  { field, op }: Condition,
): { name: string; to: string; rest: string } | null {
  const [name = '', ...path] = field.split('.');
  const firstField = form.fields.get(name);
  const relation = firstField ? relationOf(firstField.node) : null;
  if (!relation) return null;
  if (path.length > 0) return { name, to: relation.to, rest: path.join('.') };
  return op === 'eq' || op === 'in' ? { name, to: relation.to, rest: '' } : null;
}

/**
 * Returns a condition over a relation path as SQL over `frm_record`: the record refers to a record that matches the
 * rest of the condition and that this person may read. So a filter reveals nothing about records that the person may
 * not read. If `rest` is '', the record refers to one of the ids in the condition's value.
 */
export async function relationPathCondition(
  formKey: string,
  { name, to, rest }: { name: string; to: string; rest: string },
  condition: Condition,
  idsOf: IdsOf,
): Promise<RawBuilder<SqlBool>> {
  const ids =
    rest === ''
      ? sql`select unnest(${asIds(condition.value)}::text[])`
      : await idsOf(to, { ...condition, field: rest });
  return sql<SqlBool>`exists (select 1 from frm_relation rel where rel.from_id = frm_record.id and rel.from_form = ${formKey} and rel.table_key = '' and rel.field_key = ${name} and rel.to_id in (${ids}))`;
}
