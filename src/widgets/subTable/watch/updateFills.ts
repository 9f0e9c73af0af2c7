import { toFillUpdateCall, buildRequest, fillCallOf, mapByNames, type RequestCall } from '../../../requests/index.ts';
import { placeholderValuesOf, readAnswer, type CompiledColumn, type Row } from '../../../kernel/index.ts';
import { isSameValue } from '../../../records/index.ts';
import { keysFilledByRelation } from '../../../rules/fills.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { labelKey } from '../cellText.ts';
import type { TableModel } from '../model.ts';
import { fillFromAnswer } from './fillFromAnswer.ts';

/** Maximum number of simultaneous requests. */
const MAX_CONCURRENT_CALLS = 4;
type Values = Readonly<Record<string, unknown>>;

const NO_KEYS: ReadonlySet<string> = new Set();

/** Returns true for a relation that fills other columns of its row, if the person may change it in at least one row. */
export const mayUpdateFills = ({ store, actions, isEditMode }: TableModel, relation: CompiledColumn): boolean =>
  isEditMode &&
  keysFilledByRelation(relation.node).length > 0 &&
  store.rows.all().some((row) => actions.access(relation, row).editable);

/**
 * Returns the request for the values of the record to which the row refers; null if the relation of the row is empty.
 */
function callOf({ table, session }: TableModel, column: CompiledColumn, row: Row): RequestCall | null {
  const fill = fillCallOf(column.node, (key) => table.columns.find((other) => other.key === key));
  if (!fill?.isRelation || column.isEmpty(row.fieldsMap[column.key])) return null;
  const { values, situation } = session.scope;
  const call = buildRequest(
    toFillUpdateCall(fill).request,
    placeholderValuesOf(situation, { ...values, ...row.fieldsMap }),
  );
  return call.ok ? call.value : null;
}

/** Sends these requests and returns the answers by request text. Equal requests of several rows are sent once. */
async function loadAnswers(
  { session }: TableModel,
  calls: ReadonlyMap<string, RequestCall>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  const queue = [...calls];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      const [requestText, call] = next;
      answers.set(requestText, await session.services.request(call));
      onProgress(answers.size);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, work));
  return answers;
}

/** The differences between the filled values of rows and the current values of the related records. */
export interface FillChanges {
  relation: CompiledColumn;
  /** For each changed row: the new values, the call that returned them, and the changed cells as texts. */
  rows: readonly {
    row: Row;
    index: number;
    values: Values;
    call: RequestCall;
    cells: readonly { column: CompiledColumn; before: string; after: string }[];
  }[];
  /** Number of rows whose source the person may not see. */
  hiddenRowCount: number;
}

const hiddenText = (count: number): string => `${count} 行的来源您不能查看，未更新`;

/**
 * Loads the current values of the records to which a relation of a sub-table refers, and returns the differences to the
 * filled values. Values that the person may not see stay unchanged. If there is no difference, or if the call fails,
 * shows a message and returns null.
 */
export async function findFillChanges(model: TableModel, relation: CompiledColumn): Promise<FillChanges | null> {
  const { store, actions, table } = model;
  const rows = store.rows.all().filter((row) => actions.isEditable(relation, row));
  const callByRow = new Map(rows.map((row) => [row.id, callOf(model, relation, row)]));
  const calls = new Map([...callByRow.values()].flatMap((call) => (call ? [[JSON.stringify(call), call]] : [])));
  const fill = fillCallOf(relation.node, (key) => table.columns.find((other) => other.key === key));
  if (calls.size === 0 || fill === null) {
    notice('info', '没有可以更新的行');
    return null;
  }
  let answers: ReadonlyMap<string, unknown> | null;
  try {
    answers = await store.jobs.runAsync('正在更新带出', calls.size, (onProgress, signal) =>
      loadAnswers(model, calls, onProgress, signal),
    );
  } catch (error) {
    notice('warning', `未能更新带出：${failureText(error)}`);
    return null;
  }
  if (answers === null) return null;
  let hiddenRowCount = 0;
  const changedRows: FillChanges['rows'][number][] = [];
  for (const [index, row] of store.rows.all().entries()) {
    const call = callByRow.get(row.id);
    if (!call || !isSameCall(call, callOf(model, relation, row))) continue;
    const answer = readAnswer(answers.get(JSON.stringify(call)), fill.position);
    if (Object.keys(mapByNames(answer, fill.names)).length === 0) hiddenRowCount += 1;
    const { values: filled } = fillFromAnswer(answer, fill.names, table.columns, NO_KEYS, actions.options);
    const values = Object.fromEntries(
      Object.entries(filled).filter(([key, value]) => !isSameValue(row.fieldsMap[key], value)),
    );
    if (Object.keys(values).length === 0) continue;
    const next: Row = { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
    const cells = model.layout
      .map(({ column }) => column)
      .filter(({ key }) => Object.hasOwn(values, key) || Object.hasOwn(values, labelKey(key)))
      .map((column) => ({ column, before: actions.text(column, row), after: actions.text(column, next) }));
    changedRows.push({ row, index, values, call, cells });
  }
  if (changedRows.length > 0) return { relation, rows: changedRows, hiddenRowCount };
  notice('info', hiddenRowCount > 0 ? hiddenText(hiddenRowCount) : '各行与来源一致，不需要更新');
  return null;
}

/**
 * Runs 更新带出 of a relation in a sub-table: writes these changes into the rows, as one undo step, and shows the number
 * of changed rows.
 */
export function applyFillChanges(model: TableModel, { relation, rows, hiddenRowCount }: FillChanges): void {
  const { store, actions } = model;
  const batch = actions.batch();
  for (const { row, index, values, call } of rows) {
    const current = store.rows.all()[store.rows.indexOf(row.id, index)];
    // skips rows that got another related record since the request
    if (current && isSameCall(call, callOf(model, relation, current))) batch.edit(current, index, values);
  }
  const count = batch.commit().length;
  if (count === 0) return notice('info', '这些行在此期间已有改动，没有更新');
  const texts = [`已更新 ${count} 行带出的内容`, ...(hiddenRowCount > 0 ? [hiddenText(hiddenRowCount)] : [])];
  notice('success', texts.join('；'));
}

const isSameCall = (a: RequestCall, b: RequestCall | null): boolean => JSON.stringify(a) === JSON.stringify(b);
