import { isTable, type CompiledForm, type Row } from '../../../kernel/index.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { textOfField, toRows } from '../../../records/index.ts';
import { evaluateExpression, type ExpressionScope } from './condition.ts';
import type { FlowNode, Repeat } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { MAX_RUNS, type RunItem } from './repeat.ts';
import type { RepeatItem } from './flowState.ts';

/** Maximum length of the label of a row or an item, so that it fits into a list of tasks. */
const MAX_LABEL_CHARS = 40;

/** Truncates a label between code points, because the database does not store half of a surrogate pair. */
function truncate(text: string): string {
  const chars = [...text];
  return chars.length > MAX_LABEL_CHARS ? `${chars.slice(0, MAX_LABEL_CHARS - 1).join('')}…` : text;
}

/**
 * Returns the label of a row: its number, and the text of the column `titleColumn`. If `titleColumn` is '', it is the
 * text of the first column that has one.
 */
function labelOfRow(form: CompiledForm, table: string, row: Row, index: number, titleColumn: string): string {
  const field = form.fields.get(table);
  const columns = field && isTable(field) ? field.columns : [];
  const labelColumns = titleColumn === '' ? columns : columns.filter(({ key }) => key === titleColumn);
  const text = labelColumns
    .map((column) => textOfField(column, row.fieldsMap as Parameters<typeof textOfField>[1]).trim())
    .find(Boolean);
  return truncate(text ? `第 ${index + 1} 行 ${text}` : `第 ${index + 1} 行`);
}

/** Returns the key of an item in a list of values: the id of an object, or the value as text. */
const keyOf = (value: unknown): string => String((value as { id?: unknown } | null)?.id ?? value ?? '').trim();

/**
 * Returns the rows of the sub-table over which a sub-process is repeated; null when `repeat.over` is not the key of a
 * sub-table.
 */
function rowsOf(repeat: Repeat, { form, values }: ExpressionScope): Row[] | null {
  const field = form.fields.get(repeat.over.trim());
  return field && isTable(field) ? toRows(values.childTables?.[field.key]) : null;
}

/**
 * Throws FlowFault when `count` exceeds MAX_RUNS. If `repeat.over` yields a number, this is called before that many
 * items are created, because a user may have entered a very large number.
 */
function requireAllowedCount(node: FlowNode, count: number): void {
  if (count > MAX_RUNS) throw new FlowFault(node.id, `“${node.name}”要重复 ${count} 次，最多 ${MAX_RUNS} 次`);
}

/**
 * Returns the current items of a repeated sub-process; none for an empty value. Throws FlowFault when `repeat.over`
 * yields more than MAX_RUNS items, or a value other than rows, a list, a text separated by commas or a number.
 */
export function itemsOfRepeat(node: FlowNode, scope: ExpressionScope): RepeatItem[] {
  const items = node.repeat ? evaluateItems(node, node.repeat, scope) : [];
  requireAllowedCount(node, items.length);
  return items;
}

function evaluateItems(node: FlowNode, repeat: Repeat, scope: ExpressionScope): RepeatItem[] {
  const expression = repeat.over.trim();
  const rows = rowsOf(repeat, scope);
  if (rows)
    return rows.map((row, index) => ({
      key: row.id,
      label: labelOfRow(scope.form, expression, row, index, repeat.title),
    }));
  const isField = scope.form.fields.has(expression);
  const value = isField ? scope.values.fieldsMap[expression] : evaluateExpression(expression, scope);
  const count = typeof value === 'bigint' ? Number(value) : value;
  if (typeof count === 'number') requireAllowedCount(node, count);
  if (typeof count === 'number')
    return Array.from({ length: Math.max(0, Math.floor(count)) }, (_item, index) => ({
      key: String(index + 1),
      label: `第 ${index + 1} 份`,
    }));
  if (value === undefined || value === null || value === '') return [];
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : null;
  if (!list) throw new FlowFault(node.id, `“${node.name}”按“${expression}”重复，但它不是列表、子表或数字`);
  const storedLabels = isField ? scope.values.fieldsMap[companionKey(expression)] : undefined;
  const labels = typeof storedLabels === 'string' ? storedLabels.split('、') : [];
  const keys = list.map(keyOf).filter(Boolean);
  return keys.map((key, index) => ({
    key,
    label: truncate(labels.length === keys.length ? (labels[index] ?? key) : key),
  }));
}

/**
 * Returns the item of one run of a repeated sub-process: the current values of its row or, if it is not repeated over a
 * sub-table, the key of the item. Null outside of a repeat, and when the row has been removed.
 */
export function itemOfRun(
  run: RunItem | null,
  repeat: Repeat | null | undefined,
  scope: ExpressionScope,
): Readonly<Record<string, unknown>> | string | null {
  if (!run || !repeat) return null;
  const rows = rowsOf(repeat, scope);
  return rows ? (rows.find(({ id }) => id === run.key)?.fieldsMap ?? null) : run.key;
}
