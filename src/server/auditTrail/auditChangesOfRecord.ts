import { isTable, type CompiledField, type CompiledForm, type CompiledTable } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { recordChanges, type RecordChange, type Values } from '../../records/index.ts';
import { labelOf, textOf, type RecordValues } from '../records/index.ts';
import type { AuditChange } from './changesOf.ts';

const EMPTY: RecordValues = { fieldsMap: {}, childTables: {} };

/** Returns the display text of a field before or after a change. */
function sideText(field: CompiledField, side: RecordChange['before']): string {
  if (side === null) return '';
  return textOf(field, {
    [field.key]: side.value,
    ...(side.label === undefined ? {} : { [companionKey(field.key)]: side.label }),
  });
}

/** Returns the text of a whole row: its filled columns, each with its label. */
function rowText(table: CompiledTable, side: RecordChange['before']): string {
  if (side === null) return '';
  const values = side.value as Values;
  const filled = table.columns
    .map((column) => [labelOf(column), textOf(column, values)] as const)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}：${text}`);
  return filled.length > 0 ? filled.join('；') : '（空行）';
}

function changeTexts(form: CompiledForm, change: RecordChange): AuditChange[] {
  const field = form.fields.get(change.key);
  if (!field) return [];
  if (!isTable(field))
    return [{ name: labelOf(field), before: sideText(field, change.before), after: sideText(field, change.after) }];
  const row = `${labelOf(field)} 第 ${change.rowNumber ?? '?'} 行`;
  const column = field.columns.find(({ key }) => key === change.column);
  return column
    ? [
        {
          name: `${row} · ${labelOf(column)}`,
          before: sideText(column, change.before),
          after: sideText(column, change.after),
        },
      ]
    : [{ name: row, before: rowText(field, change.before), after: rowText(field, change.after) }];
}

/**
 * Returns the changes of a write to a record, with labels and display texts of its form; for administrators, so no
 * value is hidden.
 */
export const auditChangesOfRecord = (
  form: CompiledForm,
  before: RecordValues | null,
  after: RecordValues | null,
): AuditChange[] => recordChanges(form, before ?? EMPTY, after ?? EMPTY).flatMap((change) => changeTexts(form, change));
