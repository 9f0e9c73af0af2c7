import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { noteEvent } from '../../audit/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import type { Page } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import { orderTerms, type Sort } from '../../http/sorting.ts';
import { timeText } from '../../http/time.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { likeText } from '../../store/likeText.ts';
import type { Trx } from '../../store/transaction.ts';
import { accessNow, mayKeep } from '../access/readScope.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { insertRecords } from '../columns/storeRecords.ts';
import { announceEvent } from '../events.ts';
import { claimNewUniques } from '../indexes/uniques.ts';
import { noteFiles } from '../read/recordFiles.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { noteNewRelations, relationRows } from '../relations/relationIndex.ts';
import { closedFields } from '../indexes/closedFields.ts';
import { audit, derivedColumns } from '../save/writeRecord.ts';
import type { Cleared, RecordTables, RecordValues } from '../tables.ts';

/** So long a deleted record can be restored. */
export const BIN_DAYS = 30;

type BinRow = Selectable<RecordTables['frm_bin']>;

export interface BinView {
  id: string;
  formKey: string;
  formName: string;
  title: string;
  createByName: string;
  deletedByName: string;
  deletedTime: string;
  note: string;
  files: number;
  daysLeft: number;
}

export interface BinQuery {
  keyword?: string | null;
  formKey?: string | null;
  sort?: Sort<(typeof BIN_ORDERS)[number]> | null;
}

/** What the recycle bin may be sorted by. */
export const BIN_ORDERS = [
  'title',
  'formName',
  'createByName',
  'deletedByName',
  'deletedTime',
  'daysLeft',
  'files',
] as const;

/** What a person finds in the bin: what they deleted themselves, administrators everything; never what is past its time. */
const seenBy = (user: RequestUser): RawBuilder<SqlBool> =>
  sql<SqlBool>`(deleted_at > now() - make_interval(days => ${sql.lit(BIN_DAYS)})${isAdmin(user) ? sql`` : sql` and deleted_by = ${user.id}`})`;

export async function listBin(
  db: Db,
  user: RequestUser,
  { keyword, formKey, sort }: BinQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: BinView[]; total: number }> {
  let found = db.selectFrom('frm_bin').where(seenBy(user));
  if (formKey) found = found.where('form_key', '=', formKey);
  if (keyword?.trim()) {
    const pattern = `%${likeText(keyword.trim())}%`;
    found = found.where((where) =>
      where.or([
        where('title', 'ilike', pattern),
        where('form_name', 'ilike', pattern),
        where('deleted_by_name', 'ilike', pattern),
      ]),
    );
  }
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .select(['record_id', 'form_key', 'form_name', 'title', 'deleted_by_name', 'deleted_at', 'note'])
    .select([
      sql<string>`coalesce(system ->> 'create_by_name', '')`.as('creator'),
      sql<number>`cardinality(file_ids)`.as('files'),
      sql<number>`greatest(1, ceil(extract(epoch from deleted_at + make_interval(days => ${sql.lit(BIN_DAYS)}) - now()) / 86400))::int`.as(
        'days_left',
      ),
    ])
    .orderBy(
      orderTerms(
        sort,
        {
          title: sql`title`,
          formName: sql`form_name`,
          createByName: sql`system ->> 'create_by_name'`,
          deletedByName: sql`deleted_by_name`,
          deletedTime: sql`deleted_at`,
          daysLeft: sql`deleted_at`,
          files: sql`cardinality(file_ids)`,
        },
        sql`deleted_at desc, record_id`,
      ),
    )
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      id: row.record_id,
      formKey: row.form_key,
      formName: row.form_name,
      title: row.title || row.record_id,
      createByName: row.creator,
      deletedByName: row.deleted_by_name,
      deletedTime: timeText(row.deleted_at),
      note: row.note,
      files: row.files,
      daysLeft: row.days_left,
    })),
  };
}

const cannot = (detail: string): Refusal => new Refusal('BIN_RESTORE', { detail });

/** The record as it stood, held until the transaction ends. Refuses with 404 what is not theirs, or past its time. */
async function heldInBin(trx: Trx, user: RequestUser, id: string): Promise<BinRow> {
  const row = await trx
    .selectFrom('frm_bin')
    .selectAll()
    .where('record_id', '=', id)
    .where(seenBy(user))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row;
}

/** Refuses what names records that are not there any more, and says which and whether they can be restored. */
async function refuseMissingTargets(
  trx: Trx,
  { form, formKey }: LoadedForm,
  id: string,
  values: RecordValues,
): Promise<void> {
  const byForm = new Map<string, Set<string>>();
  for (const { to_form, to_id } of relationRows(form, { id, form_key: formKey }, values))
    if (to_id !== id) byForm.set(to_form, (byForm.get(to_form) ?? new Set()).add(to_id));
  const missing: string[] = [];
  for (const [to, ids] of byForm) {
    const there = await trx
      .selectFrom(await recordsOf(trx, to))
      .select('id')
      .where('form_key', '=', to)
      .where('id', 'in', [...ids])
      .execute();
    for (const row of there) ids.delete(row.id);
    missing.push(...ids);
  }
  if (missing.length === 0) return;
  const inBin = await trx
    .selectFrom('frm_bin')
    .select(['form_name', 'title', 'record_id'])
    .where('record_id', 'in', missing)
    .limit(5)
    .execute();
  const gone = missing.length - inBin.length;
  throw cannot(
    [
      inBin.length > 0
        ? `它引用的${inBin.map((row) => `${row.form_name}“${row.title || row.record_id}”`).join('、')}也在回收站，请先恢复`
        : '',
      gone > 0 ? `它引用的 ${gone} 条记录已彻底删除` : '',
    ]
      .filter(Boolean)
      .join('；'),
  );
}

/**
 * Puts a deleted record back as it was, with its files, references, unique values and everything that is kept from it.
 * Answers it with the references to it that its deletion cleared. Refuses with 404, with 403 who may not delete records of
 * the form any more, with BIN_RESTORE what names records that are gone, and with RECORD_INVALID where a unique value is
 * taken by now.
 */
export async function restoreFromBin(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  id: string,
): Promise<{ formKey: string; title: string; cleared: readonly Cleared[] }> {
  const kept = await heldInBin(trx, user, id);
  const { form_key: formKey, document: values } = kept;
  const loaded = await loadForm(context, trx, formKey).catch((error: unknown) => {
    throw error instanceof Refusal ? cannot(`表单“${kept.form_name}”已不存在`) : error;
  });
  const place = { form_key: formKey, create_by: kept.system.create_by, unit_id: kept.system.unit_id };
  if (!(await mayKeep(trx, user, place, await accessNow(context, trx, formKey), 'delete'))) throw new Refusal('403');
  await refuseMissingTargets(trx, loaded, id, values);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const system = {
    ...kept.system,
    ...derivedColumns(loaded, await closedFields(trx, formKey, flow), values, kept.system.create_by_name),
    id,
    revision: kept.system.revision + 2,
    update_by: user.id,
    update_by_name: user.name,
    create_time: new Date(kept.system.create_time),
    update_time: new Date(),
  };
  await insertRecords(trx, formKey, [{ ...system, values }]);
  const row = (await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as RecordRow;
  await claimNewUniques(trx, loaded.form, [row]);
  await noteFiles(trx, formKey, id, kept.file_ids, false);
  await noteNewRelations(trx, loaded.form, [{ id, form_key: formKey, values }]);
  await audit(trx, row, user, 'restore', values, '', '从回收站恢复');
  await trx.deleteFrom('frm_bin').where('record_id', '=', id).execute();
  await announceEvent(context, trx, { event: 'restored', row, loaded, flow, user });
  return { formKey, title: row.title, cleared: kept.cleared };
}

/**
 * Removes records from the bin for good: those named, or (null) all that the person finds there. Answers how many. Refuses
 * with 404 what is not theirs.
 */
export async function emptyBin(trx: Trx, user: RequestUser, ids: readonly string[] | null): Promise<number> {
  const own = trx.deleteFrom('frm_bin').where(seenBy(user));
  const gone = await (ids === null ? own : own.where('record_id', 'in', [...ids]))
    .returning(['record_id', 'title', 'form_name'])
    .execute();
  if (ids !== null && gone.length < new Set(ids).size) throw new Refusal('404');
  if (ids === null && gone.length > 0)
    await noteEvent(trx, {
      action: 'binEmptied',
      object: 'frm_bin',
      objectId: '',
      objectName: isAdmin(user) ? '全部' : user.name,
      detail: { records: gone.length },
    });
  return gone.length;
}

/** Removes what is past its time; for the periodic work of the server. Answers how many. */
export async function sweepBin(db: Db): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from frm_bin where deleted_at <= now() - make_interval(days => ${sql.lit(BIN_DAYS)})`.execute(db);
  return Number(numAffectedRows);
}
