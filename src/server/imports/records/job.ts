import { sql, type Selectable } from 'kysely';
import { LONGEST_CELL } from '../../../domain/sheetText.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { sayInUse } from '../folder.ts';
import type { Cell } from '../messages.ts';
import { lengthOf } from '../texts.ts';
import type { BadRow, ImportPreview, ImportTables } from '../tables.ts';

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
  /** Nothing was stored: `saved` is how many rows would be. */
  isTrial: boolean;
  preview: ImportPreview | null;
}

/** A server that works on an import says so at least this often. */
const SILENCE_SECONDS = 60;
/** Rows that are named; the rest is counted. */
export const MAX_BAD = 200;
/** Rows that are kept to be mended; the rest is counted. */
const MOST_KEPT = 5000;

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
    isTrial: row.is_trial,
    preview: row.preview,
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
  /** The cells of a row as the sheet has them. */
  cellsOf(row: number): readonly Cell[];
}

/** A row of more characters is no row of a list: of its texts the beginnings are kept. */
const LONGEST_ROW = 200_000;
const BEGINNING = 200;

/** The cells of a row as they can be stored, to be mended: what no database holds is left out, and texts that no cell holds are cut. */
const keptCells = (cells: readonly Cell[]): Cell[] => {
  const longest = lengthOf(cells) > LONGEST_ROW ? BEGINNING : LONGEST_CELL;
  const kept = (text: string): string => text.slice(0, longest).replaceAll('\0', '').toWellFormed();
  return cells.map((cell) => {
    if (typeof cell === 'string') return kept(cell);
    if (cell === null || typeof cell !== 'object') return cell;
    if ('error' in cell) return { error: kept(cell.error) };
    return 'text' in cell && cell.text !== undefined ? { ...cell, text: kept(cell.text) } : cell;
  });
};

/** Adds what a group of rows came to, in the transaction that stored them: a crash keeps both or neither. Refused rows are told in their order. */
export async function noteProgress(
  trx: Trx,
  id: string,
  { share, lastRow, saved, bad: refused, cellsOf }: Progress,
): Promise<void> {
  const bad = refused.toSorted((one, other) => one.row - other.row);
  await sql`update frm_import set share = ${share}, last_row = ${lastRow}, saved = saved + ${saved}, refused = refused + ${bad.length}, updated_at = now(),
    bad = case when jsonb_array_length(bad) < ${MAX_BAD} then bad || ${JSON.stringify(bad.slice(0, MAX_BAD))}::jsonb else bad end where id = ${id}`.execute(
    trx,
  );
  if (bad.length === 0) return;
  const lines = bad.map(({ row, message }) => ({
    row,
    // the row stands elsewhere in the file in which it is mended
    message: message.replace(/(^|；)[A-Z]{1,3}\d+ /g, '$1'),
    cells: keptCells(cellsOf(row)),
  }));
  await sql`insert into frm_import_row (import_id, row, cells, message) select ${id}, x.row, x.cells, x.message
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(row integer, cells jsonb, message text)
    where (select refused from frm_import where id = ${id}) <= ${MOST_KEPT} on conflict do nothing`.execute(trx);
}

/** Keeps what a person sees of the sheet beside the import. */
export async function notePreview(db: Db, id: string, preview: ImportPreview): Promise<void> {
  await sql`update frm_import set preview = ${JSON.stringify(preview)}::jsonb where id = ${id}`.execute(db);
}

/** The rows that an import of one's own did not take, with its file's name and heading; null when there is none by this id. */
export async function badRows(
  db: Db,
  userId: string,
  id: string,
): Promise<{
  fileName: string;
  heading: readonly string[];
  rows: readonly { cells: Cell[]; message: string }[];
} | null> {
  const found = await db
    .selectFrom('frm_import')
    .select(['file_name', 'preview'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!found) return null;
  const rows = await db
    .selectFrom('frm_import_row')
    .select(['cells', 'message'])
    .where('import_id', '=', id)
    .orderBy('row')
    .execute();
  return { fileName: found.file_name, heading: (found.preview?.columns ?? []).map(({ heading }) => heading), rows };
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
