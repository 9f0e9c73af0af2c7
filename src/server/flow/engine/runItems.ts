import { isTable, type CompiledForm, type Row, companionKey } from '../../../kernel/index.ts';
import { textOfField, toRows } from '../../../records/index.ts';
import { valueOf, type ConditionScope } from './condition.ts';
import type { FlowNode, Repeat } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { MAX_RUNS, type RunItem } from './repeat.ts';
import type { RepeatItem } from './flowState.ts';

/** Most characters by which a row is called: more does not fit into a list of tasks. */
const LONGEST_LABEL = 40;

const short = (text: string): string => (text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text);

/** A key alone is the field itself, with its rows or its texts; anything else is evaluated. */
const bare = (over: string): string => over.trim();

function labelOfRow(form: CompiledForm, table: string, row: Row, index: number, title: string): string {
  const field = form.fields.get(table);
  const columns = field && isTable(field) ? field.columns : [];
  const named = title === '' ? columns : columns.filter(({ key }) => key === title);
  const text = named
    .map((column) => textOfField(column, row.fieldsMap as Parameters<typeof textOfField>[1]).trim())
    .find(Boolean);
  return short(text ? `第 ${index + 1} 行 ${text}` : `第 ${index + 1} 行`);
}

const keyOf = (value: unknown): string => String((value as { id?: unknown } | null)?.id ?? value ?? '').trim();

/** The rows of a sub-table that a repeated sub-process is for; null where it is for something else. */
function rowsOf(repeat: Repeat, { form, values }: ConditionScope): Row[] | null {
  const field = form.fields.get(bare(repeat.over));
  return field && isTable(field) ? toRows(values.childTables?.[field.key]) : null;
}

/** Asked before anything is made of a number: somebody may have typed it. */
function requireFew(node: FlowNode, count: number): void {
  if (count > MAX_RUNS) throw new FlowFault(node.id, `“${node.name}”要重复 ${count} 次，最多 ${MAX_RUNS} 次`);
}

/** What a repeated sub-process runs for now. Throws FlowFault where that is no rows, no list and no number, or too many. */
export function itemsOf(node: FlowNode, scope: ConditionScope): RepeatItem[] {
  const items = node.repeat ? wantedItems(node, node.repeat, scope) : [];
  requireFew(node, items.length);
  return items;
}

function wantedItems(node: FlowNode, repeat: Repeat, scope: ConditionScope): RepeatItem[] {
  const over = bare(repeat.over);
  const rows = rowsOf(repeat, scope);
  if (rows)
    return rows.map((row, index) => ({ key: row.id, label: labelOfRow(scope.form, over, row, index, repeat.title) }));
  const isField = scope.form.fields.has(over);
  const value = isField ? scope.values.fieldsMap[over] : valueOf(over, scope);
  const count = typeof value === 'bigint' ? Number(value) : value;
  if (typeof count === 'number') requireFew(node, count);
  if (typeof count === 'number')
    return Array.from({ length: Math.max(0, Math.floor(count)) }, (_none, index) => ({
      key: String(index + 1),
      label: `第 ${index + 1} 份`,
    }));
  if (value === undefined || value === null || value === '') return [];
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : null;
  if (!list) throw new FlowFault(node.id, `“${node.name}”按“${over}”重复，但它不是列表、子表或数字`);
  const stored = isField ? scope.values.fieldsMap[companionKey(over)] : undefined;
  const names = typeof stored === 'string' ? stored.split('、') : [];
  const keys = list.map(keyOf).filter(Boolean);
  return keys.map((key, index) => ({ key, label: short(names.length === keys.length ? (names[index] ?? key) : key) }));
}

/** What one run is for: the row as it is now, or the single value; null outside of one, and for a row that is gone. */
export function itemOfRun(
  run: RunItem | null,
  repeat: Repeat | null | undefined,
  scope: ConditionScope,
): Readonly<Record<string, unknown>> | string | null {
  if (!run || !repeat) return null;
  const rows = rowsOf(repeat, scope);
  return rows ? (rows.find(({ id }) => id === run.key)?.fieldsMap ?? null) : run.key;
}
