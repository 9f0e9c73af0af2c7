import { isTable, type CompiledField, type CompiledForm, type CompiledTable } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { recordChanges, type RecordChange, type Values } from '../../records/index.ts';
import { labelOf, textOf, type RecordValues } from '../records/index.ts';
import type { AuditChange } from './changesOf.ts';

const EMPTY_RECORD: RecordValues = { fieldsMap: {}, childTables: {} };

/** Returns the display text of a field's value before or after a change; '' for no value. */
function valueText(field: CompiledField, changedValue: RecordChange['before']): string {
  if (changedValue === null) return '';
  return textOf(field, {
    [field.key]: changedValue.value,
    ...(changedValue.label === undefined ? {} : { [companionKey(field.key)]: changedValue.label }),
  });
}

/** Returns the text of a whole row: its filled columns, each with its label. */
function rowText(table: CompiledTable, changedValue: RecordChange['before']): string {
  if (changedValue === null) return '';
  const values = changedValue.value as Values;
  const filledTexts = table.columns
    .map((column) => [labelOf(column), textOf(column, values)] as const)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label}：${text}`);
  return filledTexts.length > 0 ? filledTexts.join('；') : '（空行）';
}

/** Returns the texts of one change, or none if the form no longer has the field. */
function changeTexts(form: CompiledForm, change: RecordChange): AuditChange[] {
  const field = form.fields.get(change.key);
  if (!field) return [];
  if (!isTable(field))
    return [{ name: labelOf(field), before: valueText(field, change.before), after: valueText(field, change.after) }];
  const rowName = `${labelOf(field)} 第 ${change.rowNumber ?? '?'} 行`;
  const column = field.columns.find(({ key }) => key === change.column);
  return column
    ? [
        {
          name: `${rowName} · ${labelOf(column)}`,
          before: valueText(column, change.before),
          after: valueText(column, change.after),
        },
      ]
    : [{ name: rowName, before: rowText(field, change.before), after: rowText(field, change.after) }];
}

/**
 * Returns the changes of a write to a record, with labels and display texts of its form; for administrators, so no
 * value is hidden.
 */
export const auditChangesOfRecord = (
  form: CompiledForm,
  before: RecordValues | null,
  after: RecordValues | null,
): AuditChange[] =>
  recordChanges(form, before ?? EMPTY_RECORD, after ?? EMPTY_RECORD).flatMap((change) => changeTexts(form, change));
