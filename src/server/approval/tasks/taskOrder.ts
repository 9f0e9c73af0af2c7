import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import { NODE_COLUMNS, TIME_COLUMNS, type TaskSort, type TaskSource } from './taskFilters.ts';

/** Sortable text columns. For a row without a title, the form's name replaces the title. */
const SORT_COLUMNS: Readonly<Record<string, string>> = {
  title: "coalesce(nullif(i.title, ''), i.form_name)",
  formName: 'i.form_name',
  startUserName: 'i.initiator_name',
};

/**
 * Returns the ORDER BY expression of a list, with empty values last; null without a sort. Refuses with REQUEST_INVALID
 * a field by which the list cannot be sorted.
 */
export function taskOrder(source: TaskSource, sort: TaskSort | null | undefined): RawBuilder<unknown> | null {
  if (!sort) return null;
  const { field, order = 'asc' } = sort;
  const columns: Readonly<Record<string, string>> = {
    ...SORT_COLUMNS,
    ...TIME_COLUMNS[source],
    taskNode: NODE_COLUMNS[source],
  };
  if (!Object.hasOwn(columns, field)) throw new Refusal('REQUEST_INVALID', { detail: `不能按“${field}”排序` });
  return sql`${sql.raw(columns[field] as string)} ${sql.raw(order)} nulls last`;
}
