import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import {
  columnNodes,
  hasCompanion,
  isTableNode,
  relatedIds,
  type CompiledColumn,
  type RowFill,
} from '../../../kernel/index.ts';
import { initialValues, isSameValue, mergeHidden, recordToValues, sameValueText } from '../../../records/index.ts';
import { fieldsOf } from '../../../relations/index.ts';
import { mayAddRow, mayCopyRow } from '../../../rules/tables.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { unlessRefused } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordValues } from '../tables.ts';
import { filledEntries, type HiddenFill } from './filledValues.ts';
import { listSelectable, type SelectableQuery } from './selectableRecords.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Which rows a relation reads: form (`to`), record (`id`) and sub-table (`from`). `columns`: the key of the column to
 * read, by the key of the column to fill. `texts`: the columns to fill with a display text instead of a value.
 */
export interface FilledRowsRequest extends Pick<RowFill, 'to' | 'from' | 'columns' | 'texts'> {
  id: string;
}

/**
 * Returns the rows of a record's sub-table as a relation fills them into another record: the values by column to fill,
 * each with its companion, except for the columns in `texts`. Returns no rows if this person may not read the form, the
 * record or the sub-table, or if the form was removed.
 */
export async function readFilledRows(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { to, id, from, columns, texts }: FilledRowsRequest,
): Promise<Record<string, unknown>[]> {
  if (id === '') return [];
  const source = await unlessRefused(loadForm(context, db, to), ['404'], null);
  const table = source === null ? undefined : fieldsOf(source.form.definition).get(from);
  if (!table || !isTableNode(table)) return [];
  const nodes = new Map(columnNodes(table).map((column) => [column.__vModel__, column]));
  const query: SelectableQuery = {
    isAnyReadable: true,
    includesTables: true,
    page: { pageNum: 1, pageSize: 1 },
    conditions: [{ field: 'id', op: 'in', value: [id] }],
  };
  const recordPage = listSelectable(context, db, user, { to, plan: null, read: () => undefined }, query);
  const { rows } = await unlessRefused(recordPage, ['403'], { rows: [] });
  const [record] = rows as FormRecord[];
  return (record?.childTables[from] ?? []).map(({ fieldsMap }) =>
    Object.fromEntries(
      Object.entries(columns).flatMap(([key, name]): [string, unknown][] => {
        const node = nodes.get(name);
        const isLabelled = node !== undefined && hasCompanion(node, context.vocabulary);
        const label = isLabelled ? (fieldsMap[companionKey(name)] ?? '') : '';
        return texts.includes(key)
          ? [[key, isLabelled ? label : (fieldsMap[name] ?? null)]]
          : [
              [key, fieldsMap[name] ?? null],
              [companionKey(key), label],
            ];
      }),
    ),
  );
}

/**
 * Checks the sub-tables that relations fill. `sent`: the values to be saved; `stored`: the stored ones, null for a new
 * record. Returns the problems, and the filled values of columns that are hidden from this person
 * (`fillsOfHiddenFields`). Checked rows are new rows, rows with changes in filled columns, and all rows of a changed
 * relation. In the filled columns that this person may read, each must have the values of a row of the source. A new
 * row, or any row of a changed relation, may also have no values there. Unchanged rows stay as they were filled, even
 * if the source has changed since. For a person who may neither add nor copy rows, each row of the source may occur
 * only once.
 */
export async function settleFilledRows(
  context: ServerContext,
  trx: Trx,
  openRecord: OpenRecord,
  sent: RecordValues,
  stored: RecordValues | null,
): Promise<{ problems: Problem[]; fillsOfHiddenFields: HiddenFill[] }> {
  const { situation } = openRecord;
  const { form } = openRecord.loaded;
  const result: { problems: Problem[]; fillsOfHiddenFields: HiddenFill[] } = { problems: [], fillsOfHiddenFields: [] };
  const filledTables = [...form.tables.values()].filter(({ rowFill }) => rowFill !== null);
  if (filledTables.length === 0) return result;
  const mergedRecord = mergeHidden(stored, sent);
  const values = { ...(stored ? {} : initialValues(form, situation)), ...recordToValues(mergedRecord, form) };
  for (const table of filledTables) {
    const fill = table.rowFill as RowFill;
    const [id] = relatedIds(values[fill.relation]);
    if (id === undefined) continue;
    const columns = table.columns.filter(({ key }) => Object.hasOwn(fill.columns, key));
    const visibleColumns = columns.filter((column) => column.mayRead(situation));
    const hiddenColumns = columns.filter((column) => !column.mayRead(situation));
    const isRelationChanged = relatedIds(stored?.fieldsMap[fill.relation])[0] !== id;
    const storedFieldsById = new Map((stored?.childTables[table.key] ?? []).map((row) => [row.id, row.fieldsMap]));
    const sentRows = (mergedRecord.childTables[table.key] ?? []).map(
      ({ id: rowId, fieldsMap: row }, index): SentRow => {
        const storedValues = storedFieldsById.get(rowId);
        const isUnchanged =
          !isRelationChanged &&
          storedValues !== undefined &&
          columns.every(({ key }) => isSameValue(row[key], storedValues[key]));
        const isEmpty = visibleColumns.every((column) => column.isEmpty(row[column.key]));
        // a row without filled values counts as added by hand if it is new or the relation has changed; otherwise a
        // stored row may not lose its filled values
        return { index, row, isUnchanged, isByHand: isEmpty && (isRelationChanged || storedValues === undefined) };
      },
    );
    const rowsToCheck = sentRows.filter(({ isUnchanged, isByHand }) => !isUnchanged && !isByHand);
    if (rowsToCheck.length === 0) continue;
    const mayRepeat = mayAddRow(table.node, situation) || mayCopyRow(table.node, situation);
    const sourceRows = createSourceRows(
      await readFilledRows(context, trx, openRecord.user, { ...fill, id }),
      keysOf(visibleColumns),
    );
    // unchanged rows take their rows of the source first
    for (const { row, isUnchanged } of sentRows) if (isUnchanged) sourceRows.take(row, true);
    for (const { index, row } of rowsToCheck) {
      const sourceRow = sourceRows.take(row, mayRepeat);
      const path = ['childTables', table.key, index, 'fieldsMap'];
      if (sourceRow === null) {
        const relation = form.fields.get(fill.relation)?.node;
        result.problems.push(
          problem('ROW_FILL', [...path, sourceRows.wrongKey(row) ?? ''], {
            label: table.node.label || table.key,
            row: index + 1,
            source: relation?.label || fill.relation,
          }),
        );
      } else if (hiddenColumns.length > 0)
        result.fillsOfHiddenFields.push({ path, values: entriesOf(hiddenColumns, sourceRow) });
    }
  }
  return result;
}

interface SentRow {
  index: number;
  row: Fields;
  /** True for a stored row with unchanged filled columns and the same relation. */
  isUnchanged: boolean;
  /** True for a row without filled values that counts as added by the user. It is not compared with the source. */
  isByHand: boolean;
}

const keysOf = (columns: readonly CompiledColumn[]): string[] => columns.map(({ key }) => key);

/** Returns the entries of these filled columns with the values of a source row. */
function entriesOf(columns: readonly CompiledColumn[], source: Fields): Fields {
  const values = columns.map((column) => {
    const label = source[companionKey(column.key)];
    return filledEntries(column, source[column.key] ?? null, typeof label === 'string' ? label : '');
  });
  return Object.assign({}, ...values) as Fields;
}

interface SourceRows {
  /**
   * Takes a row of the source with the same values and returns it. Returns null if there is none, or if all such rows
   * are already taken and `mayRepeat` is false. With `mayRepeat`, they are then taken again from the first.
   */
  take(row: Fields, mayRepeat: boolean): Fields | null;
  /**
   * Returns the key of a column whose value is in no row of the source. If there is no such column, because the row
   * mixes values of several source rows or all equal source rows are taken, returns the key of the first column.
   */
  wrongKey(row: Fields): string | undefined;
}

/**
 * Assigns rows of the source (`rows`) to sent rows with the same values in the columns `keys`. Equal rows of the source
 * are taken one after the other, because they may differ in hidden columns.
 */
function createSourceRows(rows: readonly Fields[], keys: readonly string[]): SourceRows {
  const signature = (row: Fields): string => sameValueText(keys.map((key) => row[key] ?? null));
  const equalRowsBySignature = new Map<string, { rows: Fields[]; takenCount: number }>();
  for (const row of rows) {
    const equalRows = equalRowsBySignature.get(signature(row)) ?? { rows: [], takenCount: 0 };
    equalRows.rows.push(row);
    equalRowsBySignature.set(signature(row), equalRows);
  }
  const take = (row: Fields, mayRepeat: boolean): Fields | null => {
    const equalRows = equalRowsBySignature.get(signature(row));
    if (!equalRows || (!mayRepeat && equalRows.takenCount >= equalRows.rows.length)) return null;
    equalRows.takenCount += 1;
    return equalRows.rows[(equalRows.takenCount - 1) % equalRows.rows.length] ?? null;
  };
  const textsByKey = new Map<string, ReadonlySet<string>>();
  const textsOf = (key: string): ReadonlySet<string> => {
    const texts = textsByKey.get(key) ?? new Set(rows.map((row) => sameValueText(row[key] ?? null)));
    textsByKey.set(key, texts);
    return texts;
  };
  const wrongKey = (row: Fields): string | undefined =>
    keys.find((key) => !textsOf(key).has(sameValueText(row[key] ?? null))) ?? keys[0];
  return { take, wrongKey };
}
