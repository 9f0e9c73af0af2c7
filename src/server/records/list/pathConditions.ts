import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { relationOf, type CompiledForm } from '../../../kernel/index.ts';
import type { Condition } from './listConditions.ts';

/** The ids of the records of a form that this person may read and that meet the condition. */
export type IdsOf = (formKey: string, condition: Condition) => Promise<RawBuilder<unknown>>;

const asIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '');

/** The relation that a condition asks by: a path along relations, or which records a relation points at. Null: a field's own value. */
export function relationAsked(
  form: CompiledForm,
  { field, op }: Condition,
): { name: string; to: string; rest: string } | null {
  const [name = '', ...path] = field.split('.');
  const own = form.fields.get(name);
  const relation = own ? relationOf(own.node) : null;
  if (!relation) return null;
  if (path.length > 0) return { name, to: relation.to, rest: path.join('.') };
  return op === 'eq' || op === 'in' ? { name, to: relation.to, rest: '' } : null;
}

/**
 * A condition along a relation, over frm_record: the records that point at those which meet the rest of it, as far as this
 * person may read them. So nothing is found out about a record that may not be read.
 */
export async function pathCondition(
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
