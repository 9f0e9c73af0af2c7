import { sql, type Selectable } from 'kysely';
import { MAX_CELL_LENGTH } from '../../../domain/sheetText.ts';
import type { Db } from '../../store/database.ts';
import type { Trx } from '../../store/transaction.ts';
import { markInUse } from '../folder.ts';
import type { Cell } from '../messages.ts';
import { textLengthOf } from '../texts.ts';
import type { BadRow, ImportPreview, ImportTables } from '../tables.ts';

/** The state of an import, which the page requests repeatedly until the import ends. */
export interface ImportState {
  id: string;
  fileName: string;
  state: 'running' | 'done' | 'failed';
  message: string;
  /** The share of the sheet that was processed, 0 to 1. */
  share: number;
  lastRow: number;
  /** Numbers of stored and of refused rows so far. */
  saved: number;
  refused: number;
  bad: readonly BadRow[];
  /** Whether the import is a trial: nothing was stored, and `saved` is the number of rows that would be stored. */
  isTrial: boolean;
  preview: ImportPreview | null;
}

/** A running import counts as interrupted if its server has sent no heartbeat for this time. */
const HEARTBEAT_TIMEOUT_SECONDS = 60;
/** Maximum number of refused rows that the state lists. Further refused rows are only counted. */
export const MAX_BAD_ROWS = 200;
/** Maximum number of refused rows whose cells are stored for correction. Further rows are only counted. */
const MAX_STORED_BAD_ROWS = 5000;

type Row = Selectable<ImportTables['frm_import']>;

const stateOf = (row: Row & { is_silent: boolean }): ImportState => {
  const isInterrupted = row.state === 'running' && row.is_silent;
  return {
    id: row.id,
    fileName: row.file_name,
    state: isInterrupted ? 'failed' : row.state,
    message: isInterrupted ? `导入中断，第 ${row.last_row} 行及以前的已处理` : row.message,
    share: row.share,
    lastRow: row.last_row,
    saved: row.saved,
    refused: row.refused,
    bad: row.bad,
    isTrial: row.is_trial,
    preview: row.preview,
  };
};

/** Returns the state of this person's import; undefined if they have no import with this id. */
export async function loadImportState(db: Db, userId: string, id: string): Promise<ImportState | undefined> {
  const row = await db
    .selectFrom('frm_import')
    .selectAll()
    // use the clock of the database, which wrote the time: the clock of this machine may differ
    .select(sql<boolean>`updated_at < now() - make_interval(secs => ${HEARTBEAT_TIMEOUT_SECONDS})`.as('is_silent'))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && stateOf(row);
}

/**
 * The result of a group of rows: number of stored rows, and refused rows. `share` and `lastRow`: which share of the
 * sheet is processed after this group, and the number of the last processed row.
 */
export interface Progress {
  share: number;
  lastRow: number;
  savedCount: number;
  refusedRows: readonly BadRow[];
  /** Returns the cells of the sheet's row with this number. */
  cellsOf(row: number): readonly Cell[];
}

/** Number of characters in a row above which only the beginnings of its texts are stored. */
const MAX_ROW_LENGTH = 200_000;
const SHORTENED_TEXT_LENGTH = 200;

/** Returns the cells of a row for storage: removes characters that the database cannot store, and cuts long texts. */
const storableCells = (cells: readonly Cell[]): Cell[] => {
  const maxLength = textLengthOf(cells) > MAX_ROW_LENGTH ? SHORTENED_TEXT_LENGTH : MAX_CELL_LENGTH;
  const storable = (text: string): string => text.slice(0, maxLength).replaceAll('\0', '').toWellFormed();
  return cells.map((cell) => {
    if (typeof cell === 'string') return storable(cell);
    if (cell === null || typeof cell !== 'object') return cell;
    if ('error' in cell) return { error: storable(cell.error) };
    return 'text' in cell && cell.text !== undefined ? { ...cell, text: storable(cell.text) } : cell;
  });
};

/**
 * Adds the result of a group of rows to the import. Called in the transaction that stores the rows, so that both are
 * committed together.
 */
export async function addProgress(
  trx: Trx,
  id: string,
  { share, lastRow, savedCount, refusedRows, cellsOf }: Progress,
): Promise<void> {
  const sortedRefusedRows = refusedRows.toSorted((a, b) => a.row - b.row);
  await sql`update frm_import set share = ${share}, last_row = ${lastRow}, saved = saved + ${savedCount}, refused = refused + ${sortedRefusedRows.length}, updated_at = now(),
    bad = case when jsonb_array_length(bad) < ${MAX_BAD_ROWS} then bad || jsonb_path_query_array(${JSON.stringify(sortedRefusedRows.slice(0, MAX_BAD_ROWS))}::jsonb, '$[0 to $last]', jsonb_build_object('last', ${MAX_BAD_ROWS - 1} - jsonb_array_length(bad))) else bad end where id = ${id}`.execute(
    trx,
  );
  if (sortedRefusedRows.length === 0) return;
  const storedRows = sortedRefusedRows.map(({ row, message }) => ({
    row,
    // remove cell references, because the row has another number in the file for correction
    message: message.replace(/(^|；)[A-Z]{1,3}\d+ /g, '$1'),
    cells: storableCells(cellsOf(row)),
  }));
  await sql`insert into frm_import_row (import_id, row, cells, message) select ${id}, x.row, x.cells, x.message
    from jsonb_to_recordset(${JSON.stringify(storedRows)}::jsonb) as x(row integer, cells jsonb, message text) order by x.row
    limit (select greatest(0, ${MAX_STORED_BAD_ROWS} - refused + ${storedRows.length}) from frm_import where id = ${id}) on conflict do nothing`.execute(
    trx,
  );
}

/** Stores the preview with the import. */
export async function savePreview(db: Db, id: string, preview: ImportPreview): Promise<void> {
  await sql`update frm_import set preview = ${JSON.stringify(preview)}::jsonb where id = ${id}`.execute(db);
}

/**
 * Loads the rows that this person's import did not store, with the file's name and headings. Null if the person has
 * no import with this id.
 */
export async function loadBadRows(
  db: Db,
  userId: string,
  id: string,
): Promise<{
  fileName: string;
  heading: readonly string[];
  rows: readonly { cells: Cell[]; message: string }[];
} | null> {
  const importRow = await db
    .selectFrom('frm_import')
    .select(['file_name', 'preview'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!importRow) return null;
  const rows = await db
    .selectFrom('frm_import_row')
    .select(['cells', 'message'])
    .where('import_id', '=', id)
    .orderBy('row')
    .execute();
  return {
    fileName: importRow.file_name,
    heading: (importRow.preview?.columns ?? []).map(({ heading }) => heading),
    rows,
  };
}

const HEARTBEAT_MS = (HEARTBEAT_TIMEOUT_SECONDS * 1000) / 3;

/**
 * Marks an import and the folder of its file as in use, at intervals, while the import waits or runs. Returns a
 * function that stops the heartbeat.
 */
export function startHeartbeat(
  db: Db,
  { id, folder }: { id: string; folder: string },
  onError: (error: unknown) => void,
): () => void {
  const timer = setInterval(() => {
    markInUse(folder).catch(onError);
    db.updateTable('frm_import')
      .set({ updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
      .catch(onError);
  }, HEARTBEAT_MS);
  return () => clearInterval(timer);
}

/** Stores the final state of an import. */
export async function endImport(db: Db, id: string, state: 'done' | 'failed', message: string): Promise<void> {
  await db
    .updateTable('frm_import')
    .set({ state, message, updated_at: sql<Date>`now()`, ...(state === 'done' ? { share: 1 } : {}) })
    .where('id', '=', id)
    .execute();
}
