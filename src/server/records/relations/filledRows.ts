import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { type Problem, problem } from '../../../domain/problem/index.ts';
import {
  columnNodes,
  hasCompanion,
  isTableNode,
  relatedIds,
  type CompiledTable,
  type RowFill,
} from '../../../kernel/index.ts';
import { isSameValue, initialValues, mergeHidden, recordToValues } from '../../../records/index.ts';
import { fieldsOf } from '../../../relations/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import type { OpenRecord } from '../read/openForWrite.ts';
import type { RecordValues } from '../tables.ts';
import { filledEntries, type HiddenFill } from './filledValues.ts';
import { listSelectable } from './selectableRecords.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Which record's rows are read, and with which of its columns the columns of the asking table are filled. */
export interface RowRequest extends Pick<RowFill, 'to' | 'from' | 'columns' | 'texts'> {
  id: string;
}

/**
 * The rows of a record's sub-table as a relation fills them into another form, with the rights of this person: the
 * values by column to fill, each with its display text. None where they may not read the record or the sub-table.
 */
export async function readFilledRows(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { to, id, from, columns, texts }: RowRequest,
): Promise<Record<string, unknown>[]> {
  if (id === '') return [];
  const { definition } = (await loadForm(context, db, to)).form;
  const table = fieldsOf(definition).get(from);
  if (!table || !isTableNode(table)) return [];
  const nodes = new Map(columnNodes(table).map((column) => [column.__vModel__, column]));
  const { rows } = await listSelectable(
    context,
    db,
    user,
    { to, plan: null, read: () => undefined },
    {
      isAny: true,
      withTables: true,
      page: { pageNum: 1, pageSize: 1 },
      conditions: [{ field: 'id', op: 'in', value: [id] }],
    },
  );
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

/** The columns of a table that its relation fills, with the rows of the source as they are stored there. */
interface FilledTable {
  table: CompiledTable;
  fill: RowFill;
  rows: readonly Fields[];
}

/**
 * Checks the sub-tables that relations fill, in the rows that are new or whose filled columns have changed, and in all
 * rows of a changed relation: each has either the values of a row of the source or none at all. What is unchanged stays
 * as it was filled, however the source has changed since. Columns that are hidden from this person are completed.
 */
export async function settleFilledRows(
  context: ServerContext,
  trx: Trx,
  open: OpenRecord,
  sent: RecordValues,
  stored: RecordValues | null,
): Promise<{ problems: Problem[]; hidden: HiddenFill[] }> {
  const { form } = open.loaded;
  const result: { problems: Problem[]; hidden: HiddenFill[] } = { problems: [], hidden: [] };
  const filledTables = [...form.tables.values()].filter(({ fill }) => fill !== null);
  if (filledTables.length === 0) return result;
  const merged = mergeHidden(stored, sent);
  const values = { ...(stored ? {} : initialValues(form, open.situation)), ...recordToValues(merged, form) };
  for (const table of filledTables) {
    const fill = table.fill as RowFill;
    const [id] = relatedIds(values[fill.relation]);
    if (id === undefined) continue;
    const isChanged = relatedIds(stored?.fieldsMap[fill.relation])[0] !== id;
    const before = new Map((stored?.childTables[table.key] ?? []).map((row) => [row.id, row.fieldsMap]));
    const keys = Object.keys(fill.columns);
    const isToCheck = (rowId: string, row: Fields): boolean => {
      const old = before.get(rowId);
      return isChanged || old === undefined || keys.some((key) => !isSameValue(row[key], old[key]));
    };
    const pending = (merged.childTables[table.key] ?? []).flatMap(({ id: rowId, fieldsMap }, index) =>
      isToCheck(rowId, fieldsMap) ? [{ index, row: fieldsMap }] : [],
    );
    if (pending.length === 0) continue;
    const rows = await readFilledRows(context, trx, open.user, { ...fill, id });
    for (const { index, row } of pending) checkRow({ table, fill, rows }, row, index, open, result);
  }
  return result;
}

/** Checks one row against those of the source; adds a problem, or the values of hidden columns, to `result`. */
function checkRow(
  { table, fill, rows }: FilledTable,
  row: Fields,
  index: number,
  { situation, loaded }: OpenRecord,
  result: { problems: Problem[]; hidden: HiddenFill[] },
): void {
  const columns = table.columns.filter(({ key }) => Object.hasOwn(fill.columns, key));
  const shown = columns.filter((column) => column.mayRead(situation));
  // a row that was added by hand
  if (shown.every((column) => column.isEmpty(row[column.key]))) return;
  const isSame = (source: Fields, key: string): boolean => isSameValue(row[key], source[key]);
  const match = rows.find((source) => shown.every(({ key }) => isSame(source, key)));
  const path = ['childTables', table.key, index, 'fieldsMap'];
  if (match === undefined) {
    const wrong = shown.find(({ key }) => !rows.some((source) => isSame(source, key))) ?? shown[0];
    const relation = loaded.form.fields.get(fill.relation)?.node;
    result.problems.push(
      problem('RELATION_FILL', [...path, wrong?.key ?? ''], {
        label: wrong?.node.label || (wrong?.key ?? ''),
        source: relation?.label || fill.relation,
        name: table.node.label || table.key,
      }),
    );
    return;
  }
  const hidden = columns.filter((column) => !column.mayRead(situation));
  if (hidden.length === 0) return;
  const values = hidden.map((column) => {
    const label = match[companionKey(column.key)];
    return filledEntries(column, match[column.key] ?? null, typeof label === 'string' ? label : '');
  });
  result.hidden.push({ path, values: Object.assign({}, ...values) as Fields });
}
