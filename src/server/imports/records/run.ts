import { setImmediate as breathe } from 'node:timers/promises';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { outageCode } from '../../http/outages.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { chosenColumns, columnName, findHeadings, SEARCHED_ROWS, type Headings } from '../headings.ts';
import type { Cell } from '../messages.ts';
import { recordsByName } from '../names.ts';
import { isEmpty, isTotal, rowsOfSheet, unfilled } from '../rows.ts';
import { openRows, type StreamedRow, type StreamLimits } from '../stream/rows.ts';
import { UnreadableBook } from '../stream/unreadable.ts';
import type { BadCell, BadRow } from '../tables.ts';
import { brief, lengthOf } from '../texts.ts';
import { endImport, noteProgress, notePreview } from './job.ts';
import { cellsBy, importable, previewOf, sampleOf } from './preview.ts';
import { badRow, store, tryOut, type Filled } from './store.ts';

/** Largest list that is taken, and how far its file may unfold. */
export const MOST_ROWS = 200_000;
const LIMITS: StreamLimits = { unpacked: 1024 * 1024 * 1024, columns: 256, row: 1024 * 1024, texts: 64 * 1024 * 1024 };
/** Rows of one transaction: others get their turn in between. */
const GROUP = 250;
/** A group is full with this many characters, too. */
const GROUP_LENGTH = 2_000_000;

export interface Import {
  id: string;
  user: RequestUser;
  formKey: string;
  path: string;
  /** Stores nothing, and tells what would be stored. */
  isTrial?: boolean;
  /** Keys of the fields that the columns fill, by their positions, as the person chose; absent: as the heading says. */
  columns?: readonly string[] | undefined;
}

/** The next rows, with empty ones; fewer at the end, and where they are full of text. */
async function take(rows: AsyncGenerator<StreamedRow>, count: number): Promise<StreamedRow[]> {
  const taken: StreamedRow[] = [];
  for (let length = 0; taken.length < count && length < GROUP_LENGTH;) {
    const { done, value } = await rows.next();
    if (done) break;
    taken.push(value);
    length += lengthOf(value.cells);
  }
  return taken;
}

const sheetOf = (rows: readonly StreamedRow[]) => ({
  name: '',
  from: rows[0]?.number ?? 1,
  rows: rows.map(({ cells }): Cell[] => cells),
});

/** Reads rows by their columns. A row with a cell that cannot be read is not taken, nor is a line of sums. */
async function read(
  context: ServerContext,
  user: RequestUser,
  headings: Headings,
  rows: readonly StreamedRow[],
): Promise<{ filled: Filled[]; bad: BadRow[] }> {
  const filled: Filled[] = [];
  const bad: BadRow[] = [];
  const body: StreamedRow[] = [];
  for (const row of rows) {
    if (isTotal(row.cells)) bad.push({ row: row.number, message: '是合计行' });
    else if (!isEmpty(row.cells)) body.push(row);
  }
  const { rows: found, bad: cells } = await rowsOfSheet(
    context.db,
    { ...headings, row: -1, unknown: [], sheet: sheetOf(body) },
    recordsByName(context, context.db, user),
  );
  const numbers = body.map(({ number }) => number);
  const wrong = new Map<number, BadCell[]>();
  for (const { index, key, label, message } of cells) {
    const at = headings.columns.findIndex((column) => column?.key === key);
    wrong.set(index, [
      ...(wrong.get(index) ?? []),
      { cell: `${columnName(at)}${numbers[index] ?? 0}`, label, message: brief(message) },
    ]);
  }
  found.forEach((values, index) => {
    const row = numbers[index] ?? 0;
    const mistakes = wrong.get(index);
    if (mistakes === undefined) filled.push({ row, values });
    else bad.push(badRow(row, mistakes));
  });
  return { filled, bad };
}

/** Is the person still whom the import was begun by: not switched off, with the roles they had? It goes on for minutes, and no call asks for them in between. */
async function isStillThem({ db }: ServerContext, { id, roles }: RequestUser): Promise<boolean> {
  const held = await db
    .selectFrom('sys_user as u')
    .leftJoin('sys_user_role as r', 'r.user_id', 'u.id')
    .where('u.id', '=', id)
    .where('u.is_disabled', '=', false)
    .select('r.role_code')
    .execute();
  return held.length > 0 && roles.every((role) => held.some(({ role_code: code }) => code === role));
}

/** Takes the file's rows in, group after group. Throws UnreadableBook. */
async function takeIn(context: ServerContext, job: Import): Promise<string> {
  const { form } = await loadForm(context, context.db, job.formKey);
  const stream = await openRows(job.path, LIMITS);
  try {
    const head = await take(stream.rows, SEARCHED_ROWS);
    const fields = importable(form.fields.values(), job.user, job.formKey);
    const named = findHeadings(sheetOf(head), fields);
    if (!named)
      throw new UnreadableBook(
        `没有找到表头，表头应为：${fields
          .slice(0, 12)
          .map(({ node, key }) => node.label ?? key)
          .join('、')}`,
      );
    const headings = job.columns ? chosenColumns(named, fields, job.columns) : named;
    const preview = previewOf(headings, fields);
    await notePreview(context.db, job.id, preview);
    const storing = { ...job, cellOf: cellsBy(headings) };
    let isFirst = true;
    let group = head.slice(headings.row + 1);
    let taken = 0;
    for (;;) {
      group = [...group, ...(await take(stream.rows, GROUP - group.length))];
      if (group.length === 0) break;
      taken += group.length;
      if (taken > MOST_ROWS) throw new UnreadableBook(`超过 ${MOST_ROWS} 行，其后的未导入`);
      if (context.life.isEnding())
        throw new UnreadableBook(`服务停止，导入中断，第 ${group[0]?.number ?? 0} 行起未导入`);
      if (!(await isStillThem(context, job.user)))
        throw new UnreadableBook(`账号或角色已变更，导入中断，第 ${group[0]?.number ?? 0} 行起未导入`);
      const { filled, bad } = await read(context, job.user, headings, group);
      const lastRow = group.at(-1)?.number ?? 0;
      if (job.isTrial && isFirst)
        await notePreview(context.db, job.id, { ...preview, sample: await sampleOf(context, job, fields, filled) });
      isFirst = false;
      const cells = new Map(group.map((row) => [row.number, row.cells]));
      const cellsOf = (row: number): Cell[] => cells.get(row) ?? [];
      const keep = job.isTrial ? tryOut : store;
      await keep(context, storing, { filled, bad }, (trx, saved, refused, upTo = lastRow) =>
        noteProgress(trx, job.id, { share: stream.share(), lastRow: upTo, saved, bad: refused, cellsOf }),
      );
      group = [];
      await breathe();
    }
    if (taken === 0) throw new UnreadableBook('表头下没有数据');
    return [
      ...(headings.unknown.length > 0 ? [`表单中没有这些列，未导入：${headings.unknown.join('、')}`] : []),
      ...unfilled(headings.columns),
    ].join('；');
  } finally {
    await stream.close();
  }
}

/** Runs an import to its end and notes how it ended; never throws. */
export async function runImport(context: ServerContext, job: Import, onError: (error: unknown) => void): Promise<void> {
  try {
    await endImport(context.db, job.id, 'done', await takeIn(context, job));
  } catch (error) {
    if (!(error instanceof UnreadableBook || error instanceof Refusal)) onError(error);
    await endImport(context.db, job.id, 'failed', await reasonOf(context, job, error)).catch(onError);
  }
}

/** Why an import ended, and where one goes on where nothing is wrong with its rows. */
async function reasonOf({ db }: ServerContext, { id }: Import, error: unknown): Promise<string> {
  if (error instanceof UnreadableBook || error instanceof Refusal) return error.message;
  const outage = error instanceof Error ? outageCode(error) : null;
  const noted = await db
    .selectFrom('frm_import')
    .select('last_row')
    .where('id', '=', id)
    .executeTakeFirst()
    .catch(() => undefined);
  return `${outage ? new Refusal(outage).message : '系统错误'}，导入中断${noted?.last_row ? `，第 ${noted.last_row} 行及以前的已处理` : ''}`;
}
