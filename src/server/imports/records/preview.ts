import { isTable, type CompiledField } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { acceptNewRecords, labelOf, textOf } from '../../records/index.ts';
import { cellText, columnName, type Headings } from '../headings.ts';
import { notImportableReason } from '../rows.ts';
import type { ImportPreview } from '../tables.ts';
import { shortenText } from '../texts.ts';
import type { LocateCell, RowValues } from './storeRows.ts';

/** Number of rows in the sample of a preview. */
const SHOWN_ROWS = 10;
const MAX_TEXT_LENGTH = 100;

/**
 * Returns the fields that an import may fill: outside of sub-tables, and hidden neither by the definition nor by a
 * role of this person.
 */
export function importableFields(fields: Iterable<CompiledField>, user: RequestUser, formKey: string): CompiledField[] {
  const rules = user.fieldRules[formKey];
  const hiddenKeys = new Set(rules?.hidden ?? []);
  return [...fields].filter(
    (field) =>
      !isTable(field) && field.node.flowVisible !== '0' && field.node.isHideField !== '1' && !hiddenKeys.has(field.key),
  );
}

/** Returns the preview of a sheet without the sample: which column fills which field of the form. */
export const previewOf = ({ sheet, rowIndex, columns }: Headings, fields: readonly CompiledField[]): ImportPreview => ({
  columns: (sheet.rows[rowIndex] ?? []).map((cell, position) => ({
    at: columnName(position),
    heading: shortenText(cellText(cell), MAX_TEXT_LENGTH),
    key: columns[position]?.key ?? '',
  })),
  fields: fields
    .filter((field) => notImportableReason(field as never) === null)
    .map((field) => ({ key: field.key, label: labelOf(field), isRequired: field.node.required === true })),
  sample: [],
});

/**
 * Loads the first rows as they would be stored, as display texts, including computed values. Leaves out rows that
 * would be refused; therefore it reads twice as many rows as it returns.
 */
export async function loadSample(
  context: ServerContext,
  { user, formKey }: { user: RequestUser; formKey: string },
  fields: readonly CompiledField[],
  rows: readonly RowValues[],
): Promise<ImportPreview['sample']> {
  const firstRows = rows.slice(0, SHOWN_ROWS * 2);
  const sentRecords = firstRows.map(({ values }) => ({ fieldsMap: values, childTables: {} }));
  const valuesOrRefusals = await context.db
    .transaction()
    .execute((trx) => acceptNewRecords(context, trx, user, formKey, sentRecords as never));
  const sample = valuesOrRefusals.flatMap((values, index) =>
    values instanceof Refusal
      ? []
      : [
          {
            row: firstRows[index]?.row ?? 0,
            texts: Object.fromEntries(
              fields
                .map((field) => [field.key, shortenText(textOf(field, values.fieldsMap), MAX_TEXT_LENGTH)] as const)
                .filter(([, text]) => text !== ''),
            ),
          },
        ],
  );
  return sample.slice(0, SHOWN_ROWS);
}

/**
 * Returns a function that returns, for a row of the sheet and a field, the reference of the cell that fills the field
 * (such as `B7`) and the field's label; null if no column fills the field.
 */
export const createCellLocator =
  ({ columns }: Pick<Headings, 'columns'>): LocateCell =>
  (row, key) => {
    const position = columns.findIndex((column) => column?.key === key);
    const column = columns[position];
    return column ? { cell: `${columnName(position)}${row}`, label: column.node.label ?? key } : null;
  };
