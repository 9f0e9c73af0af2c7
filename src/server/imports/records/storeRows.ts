import { sql } from 'kysely';
import type { Problem } from '../../../domain/problem/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { databaseRefusal } from '../../http/databaseRefusal.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { claimsOfNewRecord, saveRecord, saveTogether } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { BadCell, BadRow } from '../tables.ts';
import { shortenText } from '../texts.ts';

/** The values read from a row. `row`: its number in the sheet. */
export interface RowValues {
  row: number;
  values: Record<string, unknown>;
}

/**
 * Adds the results of a group of rows to the import's progress. `upTo`: the number of the last row to which the results
 * belong; absent: the results of all remaining rows of the group.
 */
export type AddProgress = (trx: Trx, savedCount: number, badRows: readonly BadRow[], upTo?: number) => Promise<void>;

/** Returns the cell that fills a field in a row; null if no column of the sheet fills the field. */
export type LocateCell = (row: number, key: string) => Pick<BadCell, 'cell' | 'label'> | null;

/** Maximum number of problems described for one row. In a row with more problems the columns are probably mixed up. */
const MAX_DESCRIBED_PROBLEMS = 8;

/** Creates the entry of a row that was not imported. `cells`: problems of cells; `others`: other problems as texts. */
export function createBadRow(row: number, cells: readonly BadCell[], others: readonly string[] = []): BadRow {
  const messages = [...cells.map(({ cell, label, message }) => `${cell} ${label}：${message}`), ...others];
  const message =
    messages.slice(0, MAX_DESCRIBED_PROBLEMS).join('；') +
    (messages.length > MAX_DESCRIBED_PROBLEMS ? `；另有 ${messages.length - MAX_DESCRIBED_PROBLEMS} 处` : '');
  return { row, message, ...(cells.length > 0 ? { cells: cells.slice(0, MAX_DESCRIBED_PROBLEMS) } : {}) };
}

/**
 * Creates the entry of a refused row from the problems of the refusal, with the cell of each problem if there is one.
 */
function createRefusedRow(row: number, refusal: Refusal, locateCell: LocateCell): BadRow {
  if (refusal.code === 'REQUEST_BUSY') return createBadRow(row, [], ['有人同时在保存，请重新导入此行']);
  const problems = (refusal.data as { problems?: Problem[] } | null | undefined)?.problems ?? [];
  const locatedProblems = problems.map(({ path, message }) => {
    const key = path.find((part) => part !== 'fieldsMap');
    return { cell: typeof key === 'string' ? locateCell(row, key) : null, message: shortenText(message) };
  });
  return createBadRow(
    row,
    locatedProblems.flatMap(({ cell, message }) => (cell ? [{ ...cell, message }] : [])),
    problems.length > 0 ? locatedProblems.flatMap(({ cell, message }) => (cell ? [] : [message])) : [refusal.message],
  );
}

const refusalOf = (error: unknown): Refusal => {
  const refusal = error instanceof Refusal ? error : databaseRefusal(error);
  if (!refusal) throw error;
  return refusal;
};

/** The person who runs the import, the form, and a function that locates cells for messages. */
export interface ImportTarget {
  user: RequestUser;
  formKey: string;
  locateCell: LocateCell;
}

const sentRecordOf = ({ values }: RowValues) => ({ fieldsMap: values, childTables: {} });

const MAX_ATTEMPTS = 3;

/**
 * Runs the work in one transaction, and repeats it after a conflict with another transaction. Returns the refusal, or
 * null.
 */
async function runTransaction(context: ServerContext, work: (trx: Trx) => Promise<void>): Promise<Refusal | null> {
  for (let attemptsLeft = MAX_ATTEMPTS; ; attemptsLeft -= 1) {
    const refusal = await context.db
      .transaction()
      .execute(work)
      .then(() => null, refusalOf);
    if (refusal?.code !== 'REQUEST_BUSY' || attemptsLeft === 1) return refusal;
  }
}

/**
 * Stores a group of rows with the same checks as other saves. Stores them as a batch or, if the batch is refused (a
 * unique value is taken, or the database rejects a value), row by row. The transaction that stores rows also writes
 * the progress and the preceding bad rows, so that the progress is correct even if the import is interrupted.
 */
export async function storeRows(
  context: ServerContext,
  { user, formKey, locateCell }: ImportTarget,
  { goodRows, badRows }: { goodRows: readonly RowValues[]; badRows: readonly BadRow[] },
  addProgress: AddProgress,
): Promise<void> {
  const batchRefusal = await runTransaction(context, async (trx) => {
    const refusals = await saveTogether(context, trx, user, formKey, goodRows.map(sentRecordOf));
    const refusedRows = refusals.flatMap((refusal, index) =>
      refusal ? [createRefusedRow(goodRows[index]?.row ?? 0, refusal, locateCell)] : [],
    );
    await addProgress(trx, goodRows.length - refusedRows.length, [...badRows, ...refusedRows]);
  });
  if (!batchRefusal) return;
  let pendingBadRows = [...badRows];
  for (const item of goodRows) {
    const refusal = await runTransaction(context, async (trx) => {
      await saveRecord(context, trx, user, formKey, sentRecordOf(item));
      await addProgress(
        trx,
        1,
        pendingBadRows.filter(({ row }) => row < item.row),
        item.row,
      );
    });
    pendingBadRows = refusal
      ? [...pendingBadRows, createRefusedRow(item.row, refusal, locateCell)]
      : pendingBadRows.filter(({ row }) => row > item.row);
  }
  await context.db.transaction().execute((trx) => addProgress(trx, 0, pendingBadRows));
}

/** Thrown to roll back the transaction of a trial. */
class TrialRollback extends Error {}

/**
 * Runs the work within a savepoint, which is rolled back after a refusal. The transaction continues. Returns the
 * refusal, or null.
 */
async function runInSavepoint(trx: Trx, work: () => Promise<void>): Promise<Refusal | null> {
  await sql`savepoint trial`.execute(trx);
  const refusal = await work().then(() => null, refusalOf);
  await (refusal ? sql`rollback to savepoint trial` : sql`release savepoint trial`).execute(trx);
  return refusal;
}

/**
 * Tries an import: stores rows like `storeRows`, then rolls back everything except the progress, also serials, unique
 * values and messages. `claimedValues`: ids of the unique values of the rows that earlier groups of the trial would
 * store; the ids of this group are added.
 */
export async function tryRows(
  context: ServerContext,
  { user, formKey, locateCell }: ImportTarget,
  { goodRows: validRows, badRows }: { goodRows: readonly RowValues[]; badRows: readonly BadRow[] },
  addProgress: AddProgress,
  claimedValues: Set<string>,
): Promise<void> {
  const refusalByRow = new Map<number, Refusal>();
  const { form } = await loadForm(context, context.db, formKey);
  const claimsByRow = new Map(
    validRows.map(({ row, values }) => [row, claimsOfNewRecord(form, user.unitId, values)] as const),
  );
  for (const [row, claims] of claimsByRow) {
    const problems = claims.filter(({ id }) => claimedValues.has(id)).map(({ problem }) => problem);
    const count = problems.length;
    if (count > 0) refusalByRow.set(row, new Refusal('RECORD_INVALID', { count }, { problems, count }));
  }
  const rowsToTry = validRows.filter(({ row }) => !refusalByRow.has(row));
  const work = async (trx: Trx): Promise<void> => {
    const batchRefusal = await runInSavepoint(trx, async () => {
      const refusals = await saveTogether(context, trx, user, formKey, rowsToTry.map(sentRecordOf));
      refusals.forEach((refusal, index) => {
        if (refusal) refusalByRow.set(rowsToTry[index]?.row ?? 0, refusal);
      });
    });
    for (const item of batchRefusal ? rowsToTry : []) {
      const refusal = await runInSavepoint(trx, async () => {
        await saveRecord(context, trx, user, formKey, sentRecordOf(item));
      });
      if (refusal) refusalByRow.set(item.row, refusal);
    }
    throw new TrialRollback();
  };
  await context.db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (!(error instanceof TrialRollback)) throw error;
    });
  const refusedRows = [...refusalByRow].map(([row, refusal]) => createRefusedRow(row, refusal, locateCell));
  await context.db
    .transaction()
    .execute((trx) => addProgress(trx, validRows.length - refusedRows.length, [...badRows, ...refusedRows]));
  for (const [row, claims] of claimsByRow)
    if (!refusalByRow.has(row)) for (const { id } of claims) claimedValues.add(id);
}
