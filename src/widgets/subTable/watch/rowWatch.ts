import { companionKey } from '../../../domain/companionKey.ts';
import { fillCallOf, NOTHING_FOUND, buildRequest, type RequestCall } from '../../../requests/index.ts';
import {
  type CompiledColumn,
  type Row,
  type Scope,
  placeholderValuesOf,
  readAnswer,
  type Option,
} from '../../../kernel/index.ts';
import { filledKeys } from '../../../rules/fills.ts';
import type { CellCalls } from '../store/calls.ts';
import type { CellRef } from '../store/cursor.ts';
import type { Change } from '../store/splices.ts';
import { fillFromAnswer } from './fillFromAnswer.ts';

/** Debounce time in ms between a change of a value and its request; the same as for a form field. */
const DEBOUNCE_MS = 400;
/** Maximum number of simultaneous requests. */
const MAX_CONCURRENT_CALLS = 4;
/** Maximum number of requests started, or answers written, in one task of the event loop. */
const BATCH_SIZE = 200;

export interface RowWatchOptions {
  columns: readonly CompiledColumn[];
  scope(): Scope;
  cellCalls: CellCalls;
  findRow(id: string): Row | undefined;
  request(call: RequestCall): Promise<unknown>;
  options(key: string): readonly Option[] | undefined;
  /** Writes values into rows without a separate undo step. Returns the change. */
  write(edits: readonly { rowId: string; values: Record<string, unknown> }[]): Change;
  /** Returns the message for a failed call. */
  failureText(error: unknown): string;
}

export interface RowWatch {
  /** Call after rows have changed: schedules the requests of watched cells with changed values. */
  handleChange(change: Change): void;
  /** Call after an undo: drops the requests of values that the rows do not have any more. */
  handleUndo(change: Change): void;
  /**
   * Updates a row of the undo history that was recorded at `time`: adds the values that were filled in later, if the
   * value that caused them is unchanged. `before`: for a redo, the row's version before the step; values written by the
   * step itself stay.
   */
  addLaterFills(row: Row, time: number, before?: Row): Row;
  /** Logical time of the undo history: increases with every written batch of answers. */
  time(): number;
  /** Repeats the request of a cell, without debounce. */
  retry(cell: CellRef): void;
  /**
   * Drops scheduled requests and ignores the answers of running ones, because the table was closed and the rows may
   * have changed elsewhere since.
   */
  dispose(): void;
}

/** A scheduled or running request of a cell. */
interface PendingCall {
  rowId: string;
  column: string;
  /** The value of the cell that caused the request. */
  value: unknown;
  /** Keys of columns that the answer must not overwrite. */
  keptKeys: ReadonlySet<string>;
  /** Values of the row when the request was scheduled. */
  rowValues: Row['fieldsMap'];
  /** Earliest time of the request (as `Date.now()`). */
  dueAt: number;
}
/** Values that the answer for a cell has written into its row. */
interface WrittenFill {
  /** The value of the cell that caused the request. */
  value: unknown;
  /** The written values by column key. */
  values: Record<string, unknown>;
  /** Logical time of the undo history (`RowWatch.time`) at which they were written. */
  time: number;
}

const NO_KEYS: ReadonlySet<string> = new Set();
const cellKey = ({ rowId, column }: CellRef): string => `${rowId}\n${column}`;

/**
 * SC-025…029, OD-057: sends the request `watchApi*` when the value of a column with `openWatch` changes in a row, and
 * fills other columns of the row from the answer. Changes are debounced. Only the last request of a cell counts, equal
 * requests of several rows are sent once, and removed rows are ignored. When the cell is emptied or the request finds
 * nothing, the filled values are emptied too. Values that the person typed stay. A failure is shown at the cell.
 */
export function createRowWatch({
  columns,
  scope,
  cellCalls,
  findRow,
  request,
  options,
  write,
  failureText,
}: RowWatchOptions): RowWatch {
  // Computed columns are not watched, because their values are not input. The server lets only writable columns fill
  // other columns.
  const watchedColumns = columns.filter((column) => column.compute === null && filledKeys(column.node).length > 0);
  const watchedByKey = new Map(watchedColumns.map((column) => [column.key, column]));
  const columnOf = (key: string): CompiledColumn | undefined => columns.find((column) => column.key === key);
  const isFilled = (row: Row, key: string): boolean => columnOf(key)?.isEmpty(row.fieldsMap[key]) === false;
  const fillCallFor = (column: CompiledColumn) => fillCallOf(column.node, columnOf);
  const queue = new Map<string, PendingCall>();
  const answersByRequest = new Map<string, Promise<unknown>>();
  const fillsByCell = new Map<string, WrittenFill>();
  let unwrittenAnswers: { pending: PendingCall; answer: unknown }[] = [];
  let runningCount = 0;
  let time = 0;
  /** Number of calls of `dispose`. Answers to requests from before the last call are ignored. */
  let generation = 0;
  let startTimer: ReturnType<typeof setTimeout> | undefined;
  let writeTimer: ReturnType<typeof setTimeout> | undefined;

  const isCurrent = ({ rowId, column, value }: PendingCall): boolean =>
    Object.is(findRow(rowId)?.fieldsMap[column], value) && findRow(rowId) !== undefined;

  const setFailed = (pending: PendingCall, message: string): void => {
    if (isCurrent(pending) && !queue.has(cellKey(pending)))
      cellCalls.set(pending, pending.value, { state: 'failed', message });
  };
  /** Returns true if this value was written by the answer for another column of the row. */
  const isFromAnswer = (rowId: string, key: string, value: unknown): boolean =>
    watchedColumns.some((column) => {
      const fill = fillsByCell.get(cellKey({ rowId, column: column.key }));
      return fill !== undefined && Object.hasOwn(fill.values, key) && Object.is(fill.values[key], value);
    });
  /** Returns the values except those of columns that the person has filled while the request was running. */
  const withoutTyped = ({ rowId, rowValues }: PendingCall, values: WrittenFill['values']): WrittenFill['values'] => {
    const row = findRow(rowId);
    const typedKeys = Object.keys(values).filter((key) => {
      const value = row?.fieldsMap[key];
      return row && !Object.is(value, rowValues[key]) && isFilled(row, key) && !isFromAnswer(rowId, key, value);
    });
    if (typedKeys.length === 0) return values;
    const keptKeys = new Set(typedKeys.flatMap((key) => [key, companionKey(key)]));
    return Object.fromEntries(Object.entries(values).filter(([key]) => !keptKeys.has(key)));
  };
  /**
   * Returns empty values for the filled columns of a cell whose values are not valid any more. For a relation, these
   * are all columns that it fills. Otherwise they are the columns that still have the value of the cell's last answer,
   * and the columns that the person may not change. Computed columns and those in `keptKeys` are left out.
   */
  const emptyValuesOfFilled = (
    row: Row,
    column: CompiledColumn,
    keptKeys: ReadonlySet<string>,
  ): WrittenFill['values'] => {
    const fill = fillsByCell.get(cellKey({ rowId: row.id, column: column.key }));
    const isRelation = fillCallFor(column)?.isRelation === true;
    const rowScope: Scope = { ...scope(), row: row.fieldsMap, rowId: row.id, isNewRow: true };
    const values: WrittenFill['values'] = {};
    for (const key of filledKeys(column.node)) {
      const filledColumn = columnOf(key);
      const value = row.fieldsMap[key];
      if (!filledColumn || filledColumn.compute !== null || keptKeys.has(key) || filledColumn.isEmpty(value)) continue;
      const isFromLastAnswer =
        fill !== undefined && Object.hasOwn(fill.values, key) && Object.is(fill.values[key], value);
      if (!isRelation && !isFromLastAnswer && filledColumn.mayWrite(rowScope)) continue;
      values[key] = filledColumn.definition.emptyValue ?? null;
      if (filledColumn.hasCompanion) values[companionKey(key)] = '';
    }
    return values;
  };
  const writeAnswers = (): void => {
    writeTimer = undefined;
    const batch = unwrittenAnswers.slice(0, BATCH_SIZE);
    unwrittenAnswers = unwrittenAnswers.slice(BATCH_SIZE);
    const edits: { pending: PendingCall; rowId: string; values: Record<string, unknown> }[] = [];
    for (const { pending, answer } of batch) {
      const column = watchedByKey.get(pending.column);
      if (!column || !isCurrent(pending) || queue.has(cellKey(pending))) continue;
      const call = fillCallFor(column);
      const answeredValue = readAnswer(answer, call?.position);
      // the request is for a single cell, so only the first item of a list is used
      const item: unknown = Array.isArray(answeredValue) ? answeredValue[0] : answeredValue;
      const row = findRow(pending.rowId);
      const emptyValues = row ? emptyValuesOfFilled(row, column, pending.keptKeys) : {};
      if (item === undefined || item === null) {
        setFailed(pending, NOTHING_FOUND);
        if (Object.keys(emptyValues).length > 0) edits.push({ pending, rowId: pending.rowId, values: emptyValues });
        continue;
      }
      const { values: answeredValues, rejectedLabels } = fillFromAnswer(
        item,
        call?.names ?? {},
        columns,
        pending.keptKeys,
        options,
      );
      if (rejectedLabels.length > 0) setFailed(pending, `返回的“${rejectedLabels.join('、')}”不能填入`);
      else cellCalls.set(pending, pending.value, null);
      // a column whose value is missing in the answer is emptied
      edits.push({ pending, rowId: pending.rowId, values: { ...emptyValues, ...answeredValues } });
    }
    if (edits.length > 0) {
      const change = write(edits.map((edit) => ({ ...edit, values: withoutTyped(edit.pending, edit.values) })));
      time += 1;
      for (const { pending, values } of edits)
        fillsByCell.set(cellKey(pending), { value: pending.value, values, time });
      handleChange(change);
    }
    if (unwrittenAnswers.length > 0) scheduleWrite();
  };
  const scheduleWrite = (): void => {
    writeTimer ??= setTimeout(writeAnswers, 0);
  };

  const makeCall = (pending: PendingCall): void => {
    const row = findRow(pending.rowId);
    const column = watchedByKey.get(pending.column);
    const fillCall = column && fillCallFor(column);
    if (!row || !fillCall || !isCurrent(pending)) return;
    const { values, situation } = scope();
    const call = buildRequest(
      fillCall.request,
      placeholderValuesOf(situation, { ...values, id: row.id, ...row.fieldsMap }),
    );
    if (!call.ok) {
      setFailed(pending, call.problems[0]?.message ?? '');
      return;
    }
    const requestKey = JSON.stringify(call.value);
    let answer = answersByRequest.get(requestKey);
    if (!answer) {
      runningCount += 1;
      answer = request(call.value);
      answersByRequest.set(requestKey, answer);
      const onSettled = (): void => {
        runningCount -= 1;
        startDueCalls();
      };
      // removes a failed call from the cache, so that a retry repeats it
      answer.then(onSettled, () => {
        answersByRequest.delete(requestKey);
        onSettled();
      });
    }
    const startedIn = generation;
    answer.then(
      (data) => {
        if (generation !== startedIn) return;
        unwrittenAnswers.push({ pending, answer: data });
        scheduleWrite();
      },
      (error: unknown) => {
        if (generation === startedIn) setFailed(pending, failureText(error));
      },
    );
  };
  const startDueCalls = (): void => {
    clearTimeout(startTimer);
    for (let startedCount = 0; runningCount < MAX_CONCURRENT_CALLS && startedCount < BATCH_SIZE; startedCount += 1) {
      const next = queue.values().next().value;
      if (next === undefined || next.dueAt > Date.now()) break;
      queue.delete(cellKey(next));
      makeCall(next);
    }
    const next = queue.values().next().value;
    if (next === undefined) {
      if (runningCount === 0) answersByRequest.clear();
    } else if (runningCount < MAX_CONCURRENT_CALLS)
      startTimer = setTimeout(startDueCalls, Math.max(0, next.dueAt - Date.now()));
  };
  /** Empties the values that the now empty cell has filled. Runs after the current change. */
  const emptyFilledColumns = (row: Row, column: CompiledColumn, keptKeys: ReadonlySet<string>): void => {
    const values = emptyValuesOfFilled(row, column, keptKeys);
    if (Object.keys(values).length === 0) return;
    const value = row.fieldsMap[column.key];
    setTimeout(() => {
      if (!Object.is(findRow(row.id)?.fieldsMap[column.key], value)) return;
      write([{ rowId: row.id, values }]);
      time += 1;
      fillsByCell.set(cellKey({ rowId: row.id, column: column.key }), { value, values, time });
    }, 0);
  };
  const schedule = (row: Row, column: CompiledColumn, keptKeys: ReadonlySet<string>, delayMs: number): void => {
    const key = cellKey({ rowId: row.id, column: column.key });
    // moves the request to the end of the queue, which is sorted by `dueAt` except for retries
    queue.delete(key);
    const value = row.fieldsMap[column.key];
    if (column.isEmpty(value)) {
      cellCalls.set({ rowId: row.id, column: column.key }, value, null);
      emptyFilledColumns(row, column, keptKeys);
      return;
    }
    queue.set(key, {
      rowId: row.id,
      column: column.key,
      value,
      keptKeys,
      rowValues: row.fieldsMap,
      dueAt: Date.now() + delayMs,
    });
    cellCalls.set({ rowId: row.id, column: column.key }, value, { state: 'asking' });
  };
  /**
   * Drops the scheduled request of a cell whose present value needs none. The answer of a running request is ignored,
   * because the value of the cell has changed since.
   */
  const drop = (row: Row, column: CompiledColumn): void => {
    const cell = { rowId: row.id, column: column.key };
    queue.delete(cellKey(cell));
    cellCalls.set(cell, row.fieldsMap[column.key], null);
  };
  const handleChange: RowWatch['handleChange'] = (change) => {
    if (watchedColumns.length === 0) return;
    for (const { removed, inserted } of change) {
      const removedById = new Map(removed.map((row) => [row.id, row]));
      for (const row of inserted) {
        const oldRow = removedById.get(row.id);
        if (oldRow === row) continue;
        for (const column of watchedColumns) {
          const oldValue = oldRow?.fieldsMap[column.key];
          const value = row.fieldsMap[column.key];
          if (oldRow && Object.is(oldValue, value)) continue;
          // the cell was and is empty, or the row is new and the cell is empty: there is nothing to fill or to empty
          if (column.isEmpty(value) && column.isEmpty(oldValue)) continue;
          const targetKeys = filledKeys(column.node);
          // columns written by the same change are not overwritten: a pasted row may contain its own price
          const keptKeys = new Set(
            targetKeys.filter((key) => isFilled(row, key) && !Object.is(oldRow?.fieldsMap[key], row.fieldsMap[key])),
          );
          if (targetKeys.every((key) => keptKeys.has(key))) drop(row, column);
          else schedule(row, column, keptKeys, DEBOUNCE_MS);
        }
      }
    }
    if (queue.size > 0 && runningCount < MAX_CONCURRENT_CALLS) startDueCalls();
  };
  return {
    handleChange,
    handleUndo(change) {
      for (const { removed, inserted } of change)
        for (const [i, row] of inserted.entries())
          for (const column of watchedColumns) {
            const oldRow = removed[i]?.id === row.id ? removed[i] : undefined;
            if (!Object.is(oldRow?.fieldsMap[column.key], row.fieldsMap[column.key])) drop(row, column);
          }
    },
    addLaterFills(row, since, before) {
      const values: Record<string, unknown> = {};
      let hasFill = false;
      for (const column of watchedColumns) {
        const fill = fillsByCell.get(cellKey({ rowId: row.id, column: column.key }));
        if (fill && fill.time > since && Object.is(fill.value, row.fieldsMap[column.key])) {
          for (const [key, value] of Object.entries(fill.values))
            if (!before || Object.is(before.fieldsMap[key], row.fieldsMap[key])) values[key] = value;
          hasFill = true;
        }
      }
      return !hasFill ? row : { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
    },
    time: () => time,
    retry(cell) {
      const row = findRow(cell.rowId);
      const column = watchedByKey.get(cell.column);
      if (!row || !column) return;
      schedule(row, column, NO_KEYS, 0);
      startDueCalls();
    },
    dispose() {
      clearTimeout(startTimer);
      clearTimeout(writeTimer);
      writeTimer = undefined;
      generation += 1;
      queue.clear();
      unwrittenAnswers = [];
    },
  };
}
