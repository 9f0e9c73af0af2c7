import { asUpdate, buildRequest, fillCallOf, mapByNames, type RequestCall } from '../../../requests/index.ts';
import { placeholderSourceOf, readAnswer, type CompiledColumn, type Row } from '../../../kernel/index.ts';
import { isSameValue } from '../../../records/index.ts';
import { relationFills } from '../../../rules/fills.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import type { TableModel } from '../model.ts';
import { fillFromAnswer } from './fillFromAnswer.ts';

/** Maximum number of simultaneous requests. */
const MAX_CONCURRENT_CALLS = 4;
const NO_KEYS: ReadonlySet<string> = new Set();

/** Returns true for a relation that fills other columns of its row. */
export const fillsRows = (column: CompiledColumn): boolean => relationFills(column.node).length > 0;

/** Returns the request for the current values of the record to which the row refers; null for a row without one. */
function callOf({ table, session }: TableModel, column: CompiledColumn, row: Row): RequestCall | null {
  const fill = fillCallOf(column.node, (key) => table.columns.find((other) => other.key === key));
  if (!fill?.clears || column.isEmpty(row.fieldsMap[column.key])) return null;
  const { values, situation } = session.scope;
  const call = buildRequest(asUpdate(fill).request, placeholderSourceOf(situation, { ...values, ...row.fieldsMap }));
  return call.ok ? call.value : null;
}

/** Sends these requests and returns the answers by request text. Equal requests of several rows are sent once. */
async function answersTo(
  { session }: TableModel,
  calls: ReadonlyMap<string, RequestCall>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>();
  const queue = [...calls];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
      answers.set(next[0], await session.services.request(next[1]));
      onProgress(answers.size);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CALLS }, work));
  return answers;
}

/**
 * Runs 更新带出 of a relation in a sub-table: copies the current values of the related records into all rows, as one undo
 * step. Values that the person may not see stay unchanged. Shows the number of changed rows, and of rows whose related
 * record the person may not see.
 */
export async function updateFills(model: TableModel, column: CompiledColumn): Promise<void> {
  const { store, actions, table } = model;
  const rows = store.rows.all().filter((row) => actions.isEditable(column, row));
  const callByRow = new Map(rows.map((row) => [row.id, callOf(model, column, row)]));
  const calls = new Map([...callByRow.values()].flatMap((call) => (call ? [[JSON.stringify(call), call]] : [])));
  const fill = fillCallOf(column.node, (key) => table.columns.find((other) => other.key === key));
  if (calls.size === 0 || fill === null) {
    notice('info', '没有可以更新的行');
    return;
  }
  let answers: ReadonlyMap<string, unknown> | null;
  try {
    answers = await store.jobs.runAsync('正在更新带出', calls.size, (onProgress, signal) =>
      answersTo(model, calls, onProgress, signal),
    );
  } catch (error) {
    notice('warning', `未能更新带出：${failureText(error)}`);
    return;
  }
  if (answers === null) return;
  const batch = actions.batch();
  let hiddenCount = 0;
  store.rows.all().forEach((row, index) => {
    const call = callByRow.get(row.id);
    const isAsked = call && isSameCall(call, callOf(model, column, row));
    if (!isAsked) return;
    const answer = readAnswer(answers.get(JSON.stringify(call)), fill.position);
    if (Object.keys(mapByNames(answer, fill.names)).length === 0) hiddenCount += 1;
    const { values } = fillFromAnswer(answer, fill.names, table.columns, NO_KEYS, actions.options);
    const changed = Object.entries(values).filter(([key, value]) => !isSameValue(row.fieldsMap[key], value));
    if (changed.length > 0) batch.edit(row, index, Object.fromEntries(changed));
  });
  const count = batch.commit().length;
  const hiddenText = `${hiddenCount} 行的来源您不能查看，未更新`;
  if (count > 0)
    notice('success', [`已更新 ${count} 行带出的内容`, ...(hiddenCount > 0 ? [hiddenText] : [])].join('；'));
  else notice('info', hiddenCount > 0 ? hiddenText : '各行与来源一致，不需要更新');
}

/** Returns false if the row got another record while the requests were running; the answer then does not fit. */
const isSameCall = (a: RequestCall, b: RequestCall | null): boolean => JSON.stringify(a) === JSON.stringify(b);
