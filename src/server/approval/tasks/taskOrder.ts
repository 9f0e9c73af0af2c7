import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import { NODE, TIMES, type TaskSort, type TaskSource } from './taskFilters.ts';

/** What a row shows of itself; without a title it bears its form's name. */
const SHOWN: Readonly<Record<string, string>> = {
  title: "coalesce(nullif(i.title, ''), i.form_name)",
  formName: 'i.form_name',
  startUserName: 'i.initiator_name',
};

/** How a list is ordered that asks for it, what has no value last; null where nothing is asked. Refuses a field that the list does not show. */
export function taskOrder(source: TaskSource, sort: TaskSort | null | undefined): RawBuilder<unknown> | null {
  if (!sort) return null;
  const { field, order = 'asc' } = sort;
  const columns: Readonly<Record<string, string>> = { ...SHOWN, ...TIMES[source], taskNode: NODE[source] };
  if (!Object.hasOwn(columns, field)) throw new Refusal('REQUEST_INVALID', { detail: `不能按“${field}”排序` });
  return sql`${sql.raw(columns[field] as string)} ${sql.raw(order)} nulls last`;
}
