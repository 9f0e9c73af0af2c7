import type { Problem } from '../../../domain/problem/index.ts';
import type { ServerContext } from '../../context.ts';
import { databaseRefusal } from '../../http/databaseRefusal.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { saveRecord, saveTogether } from '../../records/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { BadRow } from '../tables.ts';
import { brief } from '../texts.ts';

export interface Filled {
  row: number;
  values: Record<string, unknown>;
}

/** Adds to the import's progress what came of rows: of all up to a row, else of the whole group. */
export type Note = (trx: Trx, saved: number, bad: readonly BadRow[], upTo?: number) => Promise<void>;

/** What a refusal says of one row, in one sentence. */
function sentenceOf(refusal: Refusal): string {
  if (refusal.code === 'REQUEST_BUSY') return '有人同时在保存，请重新导入此行';
  const problems = (refusal.data as { problems?: Problem[] } | null | undefined)?.problems ?? [];
  return problems.length > 0
    ? problems
        .slice(0, 3)
        .map(({ message }) => brief(message))
        .join('；')
    : refusal.message;
}

const refusalOf = (error: unknown): Refusal => {
  const refusal = error instanceof Refusal ? error : databaseRefusal(error);
  if (!refusal) throw error;
  return refusal;
};

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
  { user, formKey }: { user: RequestUser; formKey: string },
  { filled, bad }: { filled: readonly Filled[]; bad: readonly BadRow[] },
  note: Note,
): Promise<void> {
  const sentOf = ({ values }: Filled) => ({ fieldsMap: values, childTables: {} });
  const refused = await attempt(context, async (trx) => {
    const refusals = await saveTogether(context, trx, user, formKey, filled.map(sentOf));
    const named = refusals.flatMap((refusal, index) =>
      refusal ? [{ row: filled[index]?.row ?? 0, message: sentenceOf(refusal) }] : [],
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
    open = refusal
      ? [...open, { row: one.row, message: sentenceOf(refusal) }]
      : open.filter(({ row }) => row > one.row);
  }
  await context.db.transaction().execute((trx) => note(trx, 0, open));
}
