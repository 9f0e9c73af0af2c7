import { sql, type Selectable } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { sayInUse } from '../folder.ts';
import type { BadRow, ImportTables } from '../tables.ts';

/** What the page asks for while an import runs, and at its end. */
export interface ImportState {
  id: string;
  fileName: string;
  state: 'running' | 'done' | 'failed';
  message: string;
  /** 0 to 1. */ share: number;
  lastRow: number;
  saved: number;
  refused: number;
  bad: readonly BadRow[];
}

/** A server that works on an import says so at least this often. */
const SILENCE_SECONDS = 60;
/** Rows that are named; the rest is counted. */
export const MAX_BAD = 200;

type Row = Selectable<ImportTables['frm_import']>;

const stateOf = (row: Row & { is_silent: boolean }): ImportState => {
  const isBroken = row.state === 'running' && row.is_silent;
  return {
    id: row.id,
    fileName: row.file_name,
    state: isBroken ? 'failed' : row.state,
    message: isBroken ? `导入中断，第 ${row.last_row} 行及以前的已处理` : row.message,
    share: row.share,
    lastRow: row.last_row,
    saved: row.saved,
    refused: row.refused,
    bad: row.bad,
  };
};

/** An import of one's own; undefined when there is none by this id. */
export async function importState(db: Db, userId: string, id: string): Promise<ImportState | undefined> {
  const row = await db
    .selectFrom('frm_import')
    .selectAll()
    // by the clock that wrote it: this machine's may stand elsewhere
    .select(sql<boolean>`updated_at < now() - make_interval(secs => ${SILENCE_SECONDS})`.as('is_silent'))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && stateOf(row);
}

export interface Progress {
  share: number;
  lastRow: number;
  saved: number;
  bad: readonly BadRow[];
}

/** Adds what a group of rows came to, in the transaction that stored them: a crash keeps both or neither. Refused rows are told in their order. */
export async function noteProgress(
  trx: Trx,
  id: string,
  { share, lastRow, saved, bad: refused }: Progress,
): Promise<void> {
  const bad = refused.toSorted((one, other) => one.row - other.row);
  await sql`update frm_import set share = ${share}, last_row = ${lastRow}, saved = saved + ${saved}, refused = refused + ${bad.length}, updated_at = now(),
    bad = case when jsonb_array_length(bad) < ${MAX_BAD} then bad || ${JSON.stringify(bad.slice(0, MAX_BAD))}::jsonb else bad end where id = ${id}`.execute(
    trx,
  );
}

const BEAT_MS = (SILENCE_SECONDS * 1000) / 3;

/** Says that an import and the folder of its file are still cared for, while it waits or works. Answers how to stop. */
export function keepAlive(
  db: Db,
  { id, folder }: { id: string; folder: string },
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    sayInUse(folder).catch(onError);
    db.updateTable('frm_import')
      .set({ updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
      .catch(onError);
  }, BEAT_MS);
  return () => clearInterval(timer);
}

export async function endImport(db: Db, id: string, state: 'done' | 'failed', message: string): Promise<void> {
  await db
    .updateTable('frm_import')
    .set({ state, message, updated_at: sql<Date>`now()`, ...(state === 'done' ? { share: 1 } : {}) })
    .where('id', '=', id)
    .execute();
}
