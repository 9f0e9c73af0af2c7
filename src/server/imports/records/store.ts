import { sql } from 'kysely';
import type { Problem } from '../../../domain/problem/index.ts';
import type { ServerContext } from '../../context.ts';
import { databaseRefusal } from '../../http/databaseRefusal.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { saveRecord, saveTogether } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { BadCell, BadRow } from '../tables.ts';
import { brief } from '../texts.ts';

export interface Filled {
  row: number;
  values: Record<string, unknown>;
}

/** Adds to the import's progress what came of rows: of all up to a row, else of the whole group. */
export type Note = (trx: Trx, saved: number, bad: readonly BadRow[], upTo?: number) => Promise<void>;

/** Names the cell of a row that fills a field; null where no column of the sheet does. */
export type CellOf = (row: number, key: string) => Pick<BadCell, 'cell' | 'label'> | null;

/** How many mistakes of one row are told in words; a row with more has its columns mixed up. */
const MOST_TOLD = 8;

/** A row with every mistake that was found in it, those of cells with their cells. */
export function badRow(row: number, cells: readonly BadCell[], others: readonly string[] = []): BadRow {
  const all = [...cells.map(({ cell, label, message }) => `${cell} ${label}：${message}`), ...others];
  const message =
    all.slice(0, MOST_TOLD).join('；') + (all.length > MOST_TOLD ? `；另有 ${all.length - MOST_TOLD} 处` : '');
  return { row, message, ...(cells.length > 0 ? { cells: cells.slice(0, MOST_TOLD) } : {}) };
}

/** What a refusal says of one row: of each cell, and of what no cell holds. */
function refusedRow(row: number, refusal: Refusal, cellOf: CellOf): BadRow {
  if (refusal.code === 'REQUEST_BUSY') return badRow(row, [], ['有人同时在保存，请重新导入此行']);
  const problems = (refusal.data as { problems?: Problem[] } | null | undefined)?.problems ?? [];
  const told = problems.map(({ path, message }) => {
    const key = path.find((part) => part !== 'fieldsMap');
    return { place: typeof key === 'string' ? cellOf(row, key) : null, message: brief(message) };
  });
  return badRow(
    row,
    told.flatMap(({ place, message }) => (place ? [{ ...place, message }] : [])),
    problems.length > 0 ? told.flatMap(({ place, message }) => (place ? [] : [message])) : [refusal.message],
  );
}

const refusalOf = (error: unknown): Refusal => {
  const refusal = error instanceof Refusal ? error : databaseRefusal(error);
  if (!refusal) throw error;
  return refusal;
};

/** Who stores rows of which form, and where their cells stand. */
export interface Storing {
  user: RequestUser;
  formKey: string;
  cellOf: CellOf;
}

const sentOf = ({ values }: Filled) => ({ fieldsMap: values, childTables: {} });

const TRIES = 3;

/** Does it in one transaction, anew where the database gave it up for another's sake. Answers null, or why it is refused. */
async function attempt(context: ServerContext, work: (trx: Trx) => Promise<void>): Promise<Refusal | null> {
  for (let left = TRIES; ; left -= 1) {
    const refusal = await context.db
      .transaction()
      .execute(work)
      .then(() => null, refusalOf);
    if (refusal?.code !== 'REQUEST_BUSY' || left === 1) return refusal;
  }
}

/**
 * Stores rows by the same door as everybody's saves, together; where one's value is another's already, or the database
 * takes no such value, row by row. What is stored is noted in the transaction that stores it, with the rows before it
 * that were not taken: whatever ends an import, and whenever, the note says which rows are there.
 */
export async function store(
  context: ServerContext,
  { user, formKey, cellOf }: Storing,
  { filled, bad }: { filled: readonly Filled[]; bad: readonly BadRow[] },
  note: Note,
): Promise<void> {
  const refused = await attempt(context, async (trx) => {
    const refusals = await saveTogether(context, trx, user, formKey, filled.map(sentOf));
    const named = refusals.flatMap((refusal, index) =>
      refusal ? [refusedRow(filled[index]?.row ?? 0, refusal, cellOf)] : [],
    );
    await note(trx, filled.length - named.length, [...bad, ...named]);
  });
  if (!refused) return;
  let open = [...bad];
  for (const one of filled) {
    const refusal = await attempt(context, async (trx) => {
      await saveRecord(context, trx, user, formKey, sentOf(one));
      await note(
        trx,
        1,
        open.filter(({ row }) => row < one.row),
        one.row,
      );
    });
    open = refusal ? [...open, refusedRow(one.row, refusal, cellOf)] : open.filter(({ row }) => row > one.row);
  }
  await context.db.transaction().execute((trx) => note(trx, 0, open));
}

/** What ends the transaction of a trial. */
class Undone extends Error {}

/** Saves within a transaction that goes on; what is refused leaves nothing. */
async function within(trx: Trx, work: () => Promise<void>): Promise<Refusal | null> {
  await sql`savepoint trial`.execute(trx);
  const refusal = await work().then(() => null, refusalOf);
  await (refusal ? sql`rollback to savepoint trial` : sql`release savepoint trial`).execute(trx);
  return refusal;
}

/** Stores rows as `store` does, notes what came of it and leaves nothing else: numbers, values and messages are as before. */
export async function tryOut(
  context: ServerContext,
  { user, formKey, cellOf }: Storing,
  { filled, bad }: { filled: readonly Filled[]; bad: readonly BadRow[] },
  note: Note,
): Promise<void> {
  const refused = new Map<number, Refusal>();
  const work = async (trx: Trx): Promise<void> => {
    const together = await within(trx, async () => {
      const refusals = await saveTogether(context, trx, user, formKey, filled.map(sentOf));
      refusals.forEach((refusal, index) => {
        if (refusal) refused.set(filled[index]?.row ?? 0, refusal);
      });
    });
    for (const one of together ? filled : []) {
      const refusal = await within(trx, async () => {
        await saveRecord(context, trx, user, formKey, sentOf(one));
      });
      if (refusal) refused.set(one.row, refusal);
    }
    throw new Undone();
  };
  await context.db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  const named = [...refused].map(([row, refusal]) => refusedRow(row, refusal, cellOf));
  await context.db.transaction().execute((trx) => note(trx, filled.length - named.length, [...bad, ...named]));
}
