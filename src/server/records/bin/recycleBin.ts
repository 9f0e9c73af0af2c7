import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { recordAuditEvent } from '../../audit/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, type LoadedForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import type { Page } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import { orderTerms, type Sort } from '../../http/sorting.ts';
import { timeText } from '../../http/time.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { escapeLikeText } from '../../store/escapeLikeText.ts';
import type { Trx } from '../../store/transaction.ts';
import { publishedAccess, mayEditOrDelete } from '../access/readScope.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { insertRecords } from '../columns/storeRecords.ts';
import { announceEvent } from '../events.ts';
import { claimUniquesOfNewRecords } from '../indexes/uniques.ts';
import { saveFileLinks } from '../read/recordFiles.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { indexNewRelations, relationRows } from '../relations/relationIndex.ts';
import { findRestrictedFields } from '../indexes/titles.ts';
import { writeAudit, derivedColumns } from '../save/writeRecord.ts';
import type { ClearedReference, RecordTables, RecordValues } from '../tables.ts';

/** Number of days during which a deleted record can be restored. */
export const BIN_DAYS = 30;

type BinRow = Selectable<RecordTables['frm_bin']>;

/** A deleted record as the recycle bin shows it. */
export interface BinEntry {
  id: string;
  formKey: string;
  formName: string;
  title: string;
  createByName: string;
  deletedByName: string;
  deletedTime: string;
  /** The event that deleted the record as an effect; '' if a person deleted it. */
  note: string;
  /** The number of files in the record. */
  files: number;
  /** Days until the record can no longer be restored, rounded up; at least 1. */
  daysLeft: number;
}

export interface BinQuery {
  /** A text in the title, the name of the form or the name of the person who deleted the record. */
  keyword?: string | null;
  formKey?: string | null;
  /** True: only records that this person deleted, even if this person is an administrator. */
  mine?: boolean | null;
  sort?: Sort<(typeof BIN_ORDERS)[number]> | null;
}

/** Columns by which the recycle bin may be sorted. */
export const BIN_ORDERS = [
  'title',
  'formName',
  'createByName',
  'deletedByName',
  'deletedTime',
  'daysLeft',
  'files',
] as const;

/** The condition that an entry has not expired. */
const isRestorable = sql<SqlBool>`deleted_at > now() - make_interval(days => ${sql.lit(BIN_DAYS)})`;

/**
 * Returns the condition that the entry has not expired, and that this person deleted the record or is an
 * administrator. `isOwnOnly`: this person must have deleted the record, even if they are an administrator.
 */
const isVisibleTo = (user: RequestUser, isOwnOnly = false): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isRestorable}${isAdmin(user) && !isOwnOnly ? sql`` : sql` and deleted_by = ${user.id}`})`;

/**
 * Returns one page of the entries that this person may see and that match the query. `total`: the number of these
 * entries on all pages.
 */
export async function listBin(
  db: Db,
  user: RequestUser,
  { keyword, formKey, mine, sort }: BinQuery,
  { pageNum, pageSize }: Page,
): Promise<{ rows: BinEntry[]; total: number }> {
  let query = db.selectFrom('frm_bin').where(isVisibleTo(user, mine === true));
  if (formKey) query = query.where('form_key', '=', formKey);
  if (keyword?.trim()) {
    const pattern = `%${escapeLikeText(keyword.trim())}%`;
    query = query.where((where) =>
      where.or([
        where('title', 'ilike', pattern),
        where('form_name', 'ilike', pattern),
        where('deleted_by_name', 'ilike', pattern),
      ]),
    );
  }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await query
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

/** Maximum number of records that an error message names. */
const MAX_NAMED = 5;

const restoreRefusal = (detail: string): Refusal => new Refusal('BIN_RESTORE', { detail });

/** Returns an entry of the bin and locks its row. Refuses with 404 if the entry is not visible to this person. */
async function findBinRowForUpdate(trx: Trx, user: RequestUser, id: string): Promise<BinRow> {
  const row = await trx
    .selectFrom('frm_bin')
    .selectAll()
    .where('record_id', '=', id)
    .where(isVisibleTo(user))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('404');
  return row;
}

/**
 * Refuses with BIN_RESTORE if the record `id` with these `values` refers to other records that do not exist. The
 * message names those of them that this person may restore from the bin: at most `MAX_NAMED`, beginning with the
 * earliest deletion, and their number if there are more. It also gives the number of those that only other people can
 * restore, and of those that nobody can restore, because they are not in the bin or have expired.
 */
async function refuseMissingTargets(
  trx: Trx,
  user: RequestUser,
  { form, formKey }: LoadedForm,
  id: string,
  values: RecordValues,
): Promise<void> {
  const idsByForm = new Map<string, Set<string>>();
  for (const { to_form, to_id } of relationRows(form, { id, form_key: formKey }, values))
    if (to_id !== id) idsByForm.set(to_form, (idsByForm.get(to_form) ?? new Set()).add(to_id));
  const missingIds: string[] = [];
  for (const [to, ids] of idsByForm) {
    const existingRows = await trx
      .selectFrom(await recordsOf(trx, to))
      .select('id')
      .where('form_key', '=', to)
      .where('id', 'in', [...ids])
      .execute();
    for (const row of existingRows) ids.delete(row.id);
    missingIds.push(...ids);
  }
  if (missingIds.length === 0) return;
  const binRows = await trx
    .selectFrom('frm_bin')
    .select(['form_name', 'title', 'record_id', isVisibleTo(user).as('is_visible')])
    .where('record_id', 'in', missingIds)
    .where(isRestorable)
    .orderBy('deleted_at')
    .execute();
  const visibleRows = binRows.filter((row) => row.is_visible);
  const names = visibleRows.slice(0, MAX_NAMED).map((row) => `${row.form_name}“${row.title || row.record_id}”`);
  const hiddenCount = binRows.length - visibleRows.length;
  const erasedCount = missingIds.length - binRows.length;
  throw restoreRefusal(
    [
      names.length > 0
        ? `它引用的${names.join('、')}${visibleRows.length > MAX_NAMED ? `等 ${visibleRows.length} 条记录` : ''}也在回收站，请先恢复`
        : '',
      hiddenCount > 0 ? `它引用的 ${hiddenCount} 条记录已由他人删除，请联系管理员恢复` : '',
      erasedCount > 0 ? `它引用的 ${erasedCount} 条记录已彻底删除` : '',
    ]
      .filter(Boolean)
      .join('；'),
  );
}

/**
 * Restores a deleted record with its files, relations and unique values. Returns the key of its form, its title and
 * the references to the record that its deletion removed from other records (`cleared`); these references are not
 * restored. Refuses with 404 if this person does not see the record in the bin; with 403 if they may not delete the
 * record; with BIN_RESTORE if the form or a referenced record does not exist; with RECORD_INVALID if another record
 * has taken a unique value.
 */
export async function restoreFromBin(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  id: string,
): Promise<{ formKey: string; title: string; cleared: readonly ClearedReference[] }> {
  const binRow = await findBinRowForUpdate(trx, user, id);
  const { form_key: formKey, document: values } = binRow;
  const loaded = await loadForm(context, trx, formKey).catch((error: unknown) => {
    throw error instanceof Refusal ? restoreRefusal(`表单“${binRow.form_name}”已不存在`) : error;
  });
  const binRecord = { form_key: formKey, create_by: binRow.system.create_by, unit_id: binRow.system.unit_id };
  if (!(await mayEditOrDelete(trx, user, binRecord, await publishedAccess(context, trx, formKey), 'delete')))
    throw new Refusal('403');
  await refuseMissingTargets(trx, user, loaded, id, values);
  const flow = await flowOfForm(context, trx, loaded.form.definition.flowKey);
  const system = {
    ...binRow.system,
    ...derivedColumns(loaded, await findRestrictedFields(trx, formKey, flow), values, binRow.system.create_by_name),
    id,
    // the audit entry of the deletion has the revision between the stored one and this one
    revision: binRow.system.revision + 2,
    update_by: user.id,
    update_by_name: user.name,
    create_time: new Date(binRow.system.create_time),
    update_time: new Date(),
  };
  await insertRecords(trx, formKey, [{ ...system, values }]);
  const row = (await trx
    .selectFrom(await recordsOf(trx, formKey))
    .selectAll()
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as RecordRow;
  await claimUniquesOfNewRecords(trx, loaded.form, [row]);
  await saveFileLinks(trx, formKey, id, binRow.file_ids, false);
  await indexNewRelations(trx, loaded.form, [{ id, form_key: formKey, values }]);
  await writeAudit(trx, row, user, 'restore', values, '', '从回收站恢复');
  await trx.deleteFrom('frm_bin').where('record_id', '=', id).execute();
  await announceEvent(context, trx, { event: 'restored', row, loaded, flow, user });
  return { formKey, title: row.title, cleared: binRow.cleared };
}

/**
 * Permanently removes entries from the bin and returns their number. `ids`: the record ids of the entries; null: all
 * entries that this person may see. With `isOwnOnly`, only records that this person deleted count as visible. Refuses
 * with 404 if an entry of `ids` is not visible to this person.
 */
export async function removeBinEntries(
  trx: Trx,
  user: RequestUser,
  ids: readonly string[] | null,
  isOwnOnly = false,
): Promise<number> {
  const deletion = trx.deleteFrom('frm_bin').where(isVisibleTo(user, isOwnOnly));
  const deletedRows = await (ids === null ? deletion : deletion.where('record_id', 'in', [...ids]))
    .returning(['record_id', 'title', 'form_name'])
    .execute();
  if (ids !== null && deletedRows.length < new Set(ids).size) throw new Refusal('404');
  if (ids === null && deletedRows.length > 0)
    await recordAuditEvent(trx, {
      action: 'binEmptied',
      object: 'frm_bin',
      objectId: '',
      objectName: isAdmin(user) && !isOwnOnly ? '全部' : user.name,
      detail: { records: deletedRows.length },
    });
  if (ids !== null)
    for (const { record_id, title, form_name } of deletedRows)
      await recordAuditEvent(trx, {
        action: 'binErased',
        object: 'frm_bin',
        objectId: record_id,
        objectName: `${form_name}“${title || record_id}”`,
      });
  return deletedRows.length;
}

/** Permanently removes expired entries and returns their number; the periodic housekeeping calls it. */
export async function removeExpiredBinEntries(db: Db): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from frm_bin where deleted_at <= now() - make_interval(days => ${sql.lit(BIN_DAYS)})`.execute(db);
  return Number(numAffectedRows);
}
