import {
  type CompiledColumn,
  type CompiledForm,
  type CompiledTable,
  type Row,
  type Scope,
  placeholderValuesOf,
  defaultRowSource,
  pickerRowSource,
  recordListSource,
  type RowSource,
} from '../../../kernel/index.ts';
import { defaultCall, filledBySource, hasNoPageNumber, outsideCall } from '../../../requests/index.ts';
import { mergeHidden, isSameValue, initialValues, recordToValues, type Values } from '../../../records/index.ts';
import { mayHaveLoadedRows } from '../../../rules/defaultRows.ts';
import type { Situation } from '../../../rules/situation.ts';
import { mayAddRow, mayCopyRow, rowAddMethods } from '../../../rules/tables.ts';
import type { ServerContext } from '../../context.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import { findMatchedRowIds, type SoughtRow } from './matchedRows.ts';
import type { RecordValues } from '../tables.ts';
import type { SourceVerdicts } from './acceptChanges.ts';
import { valuesOf } from './writeRecord.ts';

/**
 * A source of new rows of a sub-table, and the body with which the server repeats the browser's call. `isPaged`: true
 * to search all pages of the answer, false to search only the page that the body requests. `isPicked`: true if the
 * person picks the rows, false if they are loaded as default rows.
 */
interface SourceCall {
  source: RowSource;
  body: unknown;
  isPaged: boolean;
  isPicked: boolean;
}

/** Returns the values that this person may see: the browser fills the placeholders of calls only from these values. */
export function visibleValues(form: CompiledForm, values: Values, situation: Situation): Values {
  const hidden = new Set([...form.fields.values()].filter((field) => !field.mayRead(situation)).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !hidden.has(key)));
}

/**
 * Returns the sources from which this person's browser may have taken new rows of the sub-table: the source for picking
 * rows, and the source of default rows. Includes only sources that list records of a form.
 */
function findSourceCalls(
  { node, key }: CompiledTable,
  values: Values,
  situation: Situation,
  stored: RecordValues | null,
): SourceCall[] {
  const placeholders = placeholderValuesOf(situation, values);
  const sourceCalls: SourceCall[] = [];
  const pickSource = mayAddRow(node, situation) && rowAddMethods(node).picked ? pickerRowSource(node) : null;
  const pickCall = pickSource && outsideCall(pickSource, placeholders, { keyword: '', pageNum: 1, pageSize: 10 });
  if (pickSource && pickCall?.ok)
    sourceCalls.push({
      source: { ...pickSource, url: pickCall.value.url },
      body: pickCall.value.params,
      isPaged: true,
      isPicked: true,
    });
  const dependencyKey = node.defaultTbDataDependKey;
  const hasDependencyChanged =
    dependencyKey !== undefined && !isSameValue(stored?.fieldsMap[dependencyKey], values[dependencyKey]);
  const defaultRowsSource = mayHaveLoadedRows(node, situation, {
    rowCount: stored?.childTables[key]?.length ?? 0,
    hasDependencyChanged,
  })
    ? defaultRowSource(node)
    : null;
  const defaultRowsCall = defaultRowsSource && defaultCall(defaultRowsSource, placeholders);
  if (defaultRowsSource && defaultRowsCall?.ok)
    sourceCalls.push({
      source: { ...defaultRowsSource, url: defaultRowsCall.value.url },
      body: defaultRowsCall.value.params,
      isPaged: hasNoPageNumber(defaultRowsCall.value),
      isPicked: false,
    });
  return sourceCalls.filter(({ source }) => recordListSource(source) !== null);
}

/** Checks whether picking from the source is the only way to add a row to the sub-table. */
const isFilledByPickingOnly = ({ node }: CompiledTable, situation: Situation): boolean => {
  const { typed, imported } = rowAddMethods(node);
  return !typed && !imported && !mayCopyRow(node, situation) && (node.defaultTbData?.length ?? 0) === 0;
};

/**
 * Returns the columns of a new row that the source must confirm: the source fills them, and this person can see them
 * but may not type in them. A column with its default value is not returned; an empty column always is.
 */
function columnsToConfirm(columns: readonly CompiledColumn[], row: Row, scope: Scope): CompiledColumn[] {
  const rowScope: Scope = { ...scope, row: row.fieldsMap, rowId: row.id, isNewRow: true };
  return columns.filter(
    (column) =>
      column.mayRead(scope.situation) &&
      !column.mayWrite(rowScope) &&
      (column.isEmpty(row.fieldsMap[column.key]) || !isSameValue(row.fieldsMap[column.key], column.initial(rowScope))),
  );
}

/**
 * Looks up new rows of a sub-table in one source and adds the results to `verdicts`. A value confirmed by another
 * source stays confirmed.
 */
async function verifyTableRows(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  table: CompiledTable,
  newRows: readonly Row[],
  sourceCall: SourceCall,
  scope: Scope,
  verdicts: Map<string, 'confirmed' | 'rejected'>,
): Promise<void> {
  const columns = filledBySource(table, sourceCall.source);
  const mustMatchPickedItem = isFilledByPickingOnly(table, openRecord.situation) && sourceCall.isPicked;
  const soughtRows = newRows.flatMap((row): SoughtRow[] => {
    const columnsToConfirmInRow = columnsToConfirm(columns, row, scope);
    // a row that can only be picked must also match an item of the source in its empty columns
    const neededColumns = mustMatchPickedItem
      ? columnsToConfirmInRow
      : columnsToConfirmInRow.filter((column) => !column.isEmpty(row.fieldsMap[column.key]));
    return neededColumns.length === 0 ? [] : [{ row, columns: neededColumns }];
  });
  if (soughtRows.length === 0) return;
  const matchedIds = await findMatchedRowIds({ context, trx, user: openRecord.user, table, ...sourceCall }, soughtRows);
  for (const { row, columns: neededColumns } of soughtRows) {
    const isFound = matchedIds.has(row.id);
    for (const { key } of neededColumns)
      if (isFound || !verdicts.has(`${table.key} ${row.id} ${key}`))
        verdicts.set(`${table.key} ${row.id} ${key}`, isFound ? 'confirmed' : 'rejected');
    if (mustMatchPickedItem && !isFound) verdicts.set(`${table.key} ${row.id}`, 'rejected');
  }
}

/**
 * Verifies new rows that were picked from a source or loaded as default rows (SC-020…024). A column in which this
 * person may not type is confirmed only if the source lists records of a form and has an item with the same values.
 * The source is read with this person's rights.
 */
export async function verifyPickedRows(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  sent: RecordValues,
): Promise<SourceVerdicts> {
  const {
    situation,
    loaded: { form },
  } = openRecord;
  const verdicts = new Map<string, 'confirmed' | 'rejected'>();
  const stored = openRecord.row ? valuesOf(openRecord.row) : null;
  let scope: Scope | null = null;
  for (const table of form.tables.values()) {
    const storedIds = new Set((stored?.childTables[table.key] ?? []).map((row) => row.id));
    const rows = sent.childTables[table.key];
    const newRows = Array.isArray(rows) ? rows.filter((row) => !storedIds.has(row.id)) : [];
    if (newRows.length === 0) continue;
    scope ??= {
      values: { ...(stored ? {} : initialValues(form, situation)), ...recordToValues(mergeHidden(stored, sent), form) },
      situation,
    };
    for (const sourceCall of findSourceCalls(table, visibleValues(form, scope.values, situation), situation, stored)) {
      await verifyTableRows(context, trx, openRecord, table, newRows, sourceCall, scope, verdicts);
    }
  }
  return verdicts;
}
