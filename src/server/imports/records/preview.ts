import { isTable, type CompiledField } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { acceptedNew, labelOf, textOf } from '../../records/index.ts';
import { cellText, columnName, type Headings } from '../headings.ts';
import { whyNot } from '../rows.ts';
import type { ImportPreview } from '../tables.ts';
import { brief } from '../texts.ts';
import type { CellOf, Filled } from './store.ts';

/** So many rows are shown as they would be stored. */
const SHOWN_ROWS = 10;
const LONGEST = 100;

/** Fields a list may fill: shown ones outside of tables that no role keeps this person from. */
export function importable(fields: Iterable<CompiledField>, user: RequestUser, formKey: string): CompiledField[] {
  const rules = user.fieldRules[formKey];
  const closed = new Set(rules?.hidden ?? []);
  return [...fields].filter(
    (field) =>
      !isTable(field) && field.node.flowVisible !== '0' && field.node.isHideField !== '1' && !closed.has(field.key),
  );
}

/** How the columns of a sheet fill the fields of a form. */
export const previewOf = ({ sheet, row, columns }: Headings, fields: readonly CompiledField[]): ImportPreview => ({
  columns: (sheet.rows[row] ?? []).map((cell, at) => ({
    at: columnName(at),
    heading: brief(cellText(cell), LONGEST),
    key: columns[at]?.key ?? '',
  })),
  fields: fields
    .filter((field) => whyNot(field as never) === null)
    .map((field) => ({ key: field.key, label: labelOf(field), isRequired: field.node.required === true })),
  sample: [],
});

/** The first rows as they would be stored, with what the form computes, in words. Rows that would be refused are left out. */
export async function sampleOf(
  context: ServerContext,
  { user, formKey }: { user: RequestUser; formKey: string },
  fields: readonly CompiledField[],
  filled: readonly Filled[],
): Promise<ImportPreview['sample']> {
  const first = filled.slice(0, SHOWN_ROWS * 2);
  const sents = first.map(({ values }) => ({ fieldsMap: values, childTables: {} }));
  const accepted = await context.db
    .transaction()
    .execute((trx) => acceptedNew(context, trx, user, formKey, sents as never));
  const shown = accepted.flatMap((values, index) =>
    values instanceof Refusal
      ? []
      : [
          {
            row: first[index]?.row ?? 0,
            texts: Object.fromEntries(
              fields
                .map((field) => [field.key, brief(textOf(field, values.fieldsMap), LONGEST)] as const)
                .filter(([, text]) => text !== ''),
            ),
          },
        ],
  );
  return shown.slice(0, SHOWN_ROWS);
}

/** Where the value of a field stands in a row of the sheet. */
export const cellsBy =
  ({ columns }: Pick<Headings, 'columns'>): CellOf =>
  (row, key) => {
    const at = columns.findIndex((column) => column?.key === key);
    const column = columns[at];
    return column ? { cell: `${columnName(at)}${row}`, label: column.node.label ?? key } : null;
  };
