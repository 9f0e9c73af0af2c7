import {
  companionKey,
  fillCallOf,
  type CompiledColumn,
  type Row,
  type Scope,
  sourceOf,
  readAnswer,
  buildRequest,
  type RequestCall,
  type Option,
} from '../../../kernel/index.ts';
import { filledKeys } from '../../../rules/fills.ts';
import type { CellCalls } from '../store/calls.ts';
import type { CellRef } from '../store/cursor.ts';
import type { Change } from '../store/splices.ts';
import { fillOf } from './fit.ts';

/** How long a value rests before it is asked about, in ms: as in a form field. */
const REST_MS = 400;
/** Calls under way at once, however many rows were pasted. */
const WIDTH = 4;
/** Questions taken up, and answers written, in one turn of the event loop. */
const PORTION = 200;

const NOTHING_FOUND = '没有查到对应的数据';

export interface RowWatchOptions {
  columns: readonly CompiledColumn[];
  scope(): Scope;
  calls: CellCalls;
  row(id: string): Row | undefined;
  request(call: RequestCall): Promise<unknown>;
  options(key: string): readonly Option[] | undefined;
  /** Writes into rows; not a step of the history of its own. Answers the rows before and after. */
  write(edits: readonly { rowId: string; values: Record<string, unknown> }[]): Change;
  /** The sentence of a failure. */
  failureText(error: unknown): string;
}

export interface RowWatch {
  /** A person's change of rows: asks for what its watched cells now say. */
  changed(change: Change): void;
  /** A row of the history as it was at `time`: what was filled into it since, for the same value, belongs to it. */
  settle(row: Row, time: number): Row;
  /** The time that `settle` compares with. */
  now(): number;
  retry(cell: CellRef): void;
  dispose(): void;
}

interface Ask {
  rowId: string;
  column: string;
  value: unknown;
  kept: ReadonlySet<string>;
  due: number;
}
interface Filled {
  value: unknown;
  values: Record<string, unknown>;
  time: number;
}

const NONE: ReadonlySet<string> = new Set();
const keyOf = ({ rowId, column }: CellRef): string => `${rowId}\n${column}`;

/**
 * SC-025…029, OD-057: a column with `openWatch` asks its `watchApi*` when its value in a row changed, by whatever way,
 * and fills other columns of the row. Once per value that came to rest; the last question of a cell counts; equal
 * questions of many rows are one call; a row that is gone is not asked for. A failure stands at its cell.
 */
export function createRowWatch({
  columns,
  scope,
  calls,
  row: rowOf,
  request,
  options,
  write,
  failureText,
}: RowWatchOptions): RowWatch {
  // what the system computes is nobody's change; the server lets only a column that can be written fill others
  const watched = columns.filter((column) => column.compute === null && filledKeys(column.node).length > 0);
  const byKey = new Map(watched.map((column) => [column.key, column]));
  const beside = (key: string): CompiledColumn | undefined => columns.find((column) => column.key === key);
  const callOf = (column: CompiledColumn) => fillCallOf(column.node, beside);
  const queue = new Map<string, Ask>();
  const answers = new Map<string, Promise<unknown>>();
  const filled = new Map<string, Filled>();
  let ready: { ask: Ask; answer: unknown }[] = [];
  let running = 0;
  let time = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: ReturnType<typeof setTimeout> | undefined;

  const isCurrent = ({ rowId, column, value }: Ask): boolean =>
    Object.is(rowOf(rowId)?.fieldsMap[column], value) && rowOf(rowId) !== undefined;

  const fail = (ask: Ask, message: string): void => {
    if (isCurrent(ask) && !queue.has(keyOf(ask))) calls.set(ask, ask.value, { state: 'failed', message });
  };
  const writeReady = (): void => {
    writing = undefined;
    const portion = ready.slice(0, PORTION);
    ready = ready.slice(PORTION);
    const edits: { ask: Ask; rowId: string; values: Record<string, unknown> }[] = [];
    for (const { ask, answer } of portion) {
      const column = byKey.get(ask.column);
      if (!column || !isCurrent(ask) || queue.has(keyOf(ask))) continue;
      const call = callOf(column);
      const found = readAnswer(answer, call?.position);
      // a list answers with its first item: one cell asks for one thing
      const item: unknown = Array.isArray(found) ? found[0] : found;
      if (item === undefined || item === null) {
        fail(ask, NOTHING_FOUND);
        continue;
      }
      const { values, misfits } = fillOf(item, call?.names ?? {}, columns, ask.kept, options);
      if (misfits.length > 0) fail(ask, `返回的“${misfits.join('、')}”不能填入`);
      else calls.set(ask, ask.value, null);
      edits.push({ ask, rowId: ask.rowId, values });
    }
    if (edits.length > 0) {
      const change = write(edits);
      time += 1;
      for (const { ask, values } of edits) filled.set(keyOf(ask), { value: ask.value, values, time });
      changed(change);
    }
    if (ready.length > 0) scheduleWrite();
  };
  const scheduleWrite = (): void => {
    writing ??= setTimeout(writeReady, 0);
  };

  const start = (ask: Ask): void => {
    const row = rowOf(ask.rowId);
    const column = byKey.get(ask.column);
    const fillCall = column && callOf(column);
    if (!row || !fillCall || !isCurrent(ask)) return;
    const { values, situation } = scope();
    const call = buildRequest(fillCall.request, sourceOf(situation, { ...values, id: row.id, ...row.fieldsMap }));
    if (!call.ok) {
      fail(ask, call.problems[0]?.message ?? '');
      return;
    }
    const name = JSON.stringify(call.value);
    let answer = answers.get(name);
    if (!answer) {
      running += 1;
      answer = request(call.value);
      answers.set(name, answer);
      const end = (): void => {
        running -= 1;
        pump();
      };
      // a failed call is made again when it is asked for again
      answer.then(end, () => {
        answers.delete(name);
        end();
      });
    }
    answer.then(
      (data) => {
        ready.push({ ask, answer: data });
        scheduleWrite();
      },
      (error: unknown) => fail(ask, failureText(error)),
    );
  };
  const pump = (): void => {
    clearTimeout(timer);
    for (let taken = 0; running < WIDTH && taken < PORTION; taken += 1) {
      const next = queue.values().next().value;
      if (next === undefined || next.due > Date.now()) break;
      queue.delete(keyOf(next));
      start(next);
    }
    const next = queue.values().next().value;
    if (next === undefined) {
      if (running === 0) answers.clear();
    } else if (running < WIDTH) timer = setTimeout(pump, Math.max(0, next.due - Date.now()));
  };
  /** A relation that points at nothing fills nothing: what it filled is emptied after this change. */
  const clear = (row: Row, column: CompiledColumn): void => {
    const emptied = filledKeys(column.node).flatMap((key) => {
      const filledColumn = beside(key);
      return filledColumn && !filledColumn.isEmpty(row.fieldsMap[key]) ? [filledColumn] : [];
    });
    if (emptied.length === 0) return;
    const values = Object.fromEntries(
      emptied.flatMap((one) => [
        [one.key, one.definition.emptyValue ?? null],
        ...(one.hasCompanion ? [[companionKey(one.key), '']] : []),
      ]),
    ) as Record<string, unknown>;
    setTimeout(() => {
      if (rowOf(row.id)?.fieldsMap[column.key] === row.fieldsMap[column.key]) write([{ rowId: row.id, values }]);
    }, 0);
  };
  const ask = (row: Row, column: CompiledColumn, kept: ReadonlySet<string>, rest: number): void => {
    const key = keyOf({ rowId: row.id, column: column.key });
    // to the end of the queue, which is in the order of `due`
    queue.delete(key);
    const value = row.fieldsMap[column.key];
    if (column.isEmpty(value)) {
      calls.set({ rowId: row.id, column: column.key }, value, null);
      if (callOf(column)?.clears) clear(row, column);
      return;
    }
    queue.set(key, { rowId: row.id, column: column.key, value, kept, due: Date.now() + rest });
    calls.set({ rowId: row.id, column: column.key }, value, { state: 'asking' });
  };
  const isFilled = (row: Row, key: string): boolean =>
    columns.find((column) => column.key === key)?.isEmpty(row.fieldsMap[key]) === false;
  const changed: RowWatch['changed'] = (change) => {
    if (watched.length === 0) return;
    for (const { removed, inserted } of change) {
      const before = new Map(removed.map((row) => [row.id, row]));
      for (const row of inserted) {
        const old = before.get(row.id);
        if (old === row) continue;
        for (const column of watched) {
          if (old && Object.is(old.fieldsMap[column.key], row.fieldsMap[column.key])) continue;
          const targets = filledKeys(column.node);
          // what the same change wrote by itself stays: a pasted line brings its own price
          const kept = new Set(
            targets.filter((key) => isFilled(row, key) && !Object.is(old?.fieldsMap[key], row.fieldsMap[key])),
          );
          if (targets.every((key) => kept.has(key))) continue;
          ask(row, column, kept, REST_MS);
        }
      }
    }
    if (queue.size > 0 && running < WIDTH) pump();
  };
  return {
    changed,
    settle(row, since) {
      let values: Record<string, unknown> = {};
      let hasFill = false;
      for (const column of watched) {
        const fill = filled.get(keyOf({ rowId: row.id, column: column.key }));
        if (fill && fill.time > since && Object.is(fill.value, row.fieldsMap[column.key])) {
          values = { ...values, ...fill.values };
          hasFill = true;
        }
      }
      return !hasFill ? row : { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
    },
    now: () => time,
    retry(cell) {
      const row = rowOf(cell.rowId);
      const column = byKey.get(cell.column);
      if (!row || !column) return;
      ask(row, column, NONE, 0);
      pump();
    },
    dispose() {
      clearTimeout(timer);
      clearTimeout(writing);
      queue.clear();
      ready = [];
    },
  };
}
