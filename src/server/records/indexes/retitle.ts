import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { flowOfForm, loadFlow } from '../../flowDocuments/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { documentTable, recordTable } from '../columns/recordSource.ts';
import { noteSearchable } from '../search/searchIndex.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { closedFields } from './closedFields.ts';
import { isOpenToAll, titleColumns } from './titles.ts';

const CHUNK = 500;
/** So many are titled anew while the version is published; the others soon after, for nobody could save one of them in the meantime. */
const AT_ONCE = 2_000;

type TitledRow = Pick<RecordRow, 'id' | 'version' | 'title' | 'fields' | 'create_by_name'> & {
  flow_key: string | null;
  flow_version: number | null;
};

/** Which fields of a record may stand in its title: in an approval by the rules it runs under, else by those in force, too. */
async function openIn(
  context: ServerContext,
  trx: Trx,
  { formKey, form, closed }: { formKey: string; form: CompiledForm; closed: ReadonlySet<string> },
  { version, flow_key, flow_version }: TitledRow,
): Promise<{ own: CompiledForm; isOpen(key: string): boolean }> {
  const { form: own } = await loadForm(context, trx, formKey, version);
  if (flow_key === null || flow_version === null) {
    const [isOpenThen, isOpenNow] = [isOpenToAll(own, closed), isOpenToAll(form, closed)];
    return { own, isOpen: (key) => isOpenThen(key) && isOpenNow(key) };
  }
  const flow = await loadFlow(context, trx, flow_key, flow_version);
  return { own, isOpen: isOpenToAll(own, await closedFields(trx, formKey, flow)) };
}

/**
 * Titles anew the next records in the order of their ids, of those in no approval, or `withApprovals`. `form` is the newest
 * version. Answers how many there were, and the last.
 */
async function titleChunk(
  context: ServerContext,
  trx: Trx,
  { formKey, form, withApprovals }: { formKey: string; form: CompiledForm; withApprovals: boolean },
  which: RawBuilder<SqlBool>,
): Promise<{ count: number; last: string }> {
  const closed = await closedFields(trx, formKey, await flowOfForm(context, trx, form.definition.flowKey));
  const { rows } =
    await sql<TitledRow>`select r.id, r.version, r.title, d.fields, r.create_by_name, i.flow_key, i.flow_version
    from ${recordTable(formKey)} r join ${documentTable(formKey)} d on d.id = r.id left join flw_instance i on i.record_id = r.id
    where ${which} and (${withApprovals} or i.record_id is null) order by r.id limit ${CHUNK} for update of r`.execute(
      trx,
    );
  const changed = [];
  for (const row of rows) {
    const { own, isOpen } = await openIn(context, trx, { formKey, form, closed }, row);
    changed.push({ id: row.id, ...titleColumns(own, isOpen, { fieldsMap: row.fields }, row.create_by_name) });
  }
  if (changed.length > 0)
    await sql`update ${recordTable(formKey)} r set title = s.title, search_text = s.search_text
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as s(id text, title text, search_text text) where r.id = s.id`.execute(
      trx,
    );
  await noteSearchable(trx, formKey, changed);
  if (changed.length > 0 && withApprovals)
    await sql`update flw_instance i set title = s.title
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as s(id text, title text) where i.record_id = s.id and i.title <> s.title`.execute(
      trx,
    );
  return { count: rows.length, last: rows.at(-1)?.id ?? '' };
}

/** The first records at once. Answers after which one others are to go on, and whether these are none. */
async function titleFirst(
  context: ServerContext,
  trx: Trx,
  what: { formKey: string; form: CompiledForm; withApprovals: boolean },
): Promise<{ after: string; isLate: boolean }> {
  let after = '';
  for (let done = 0; done < AT_ONCE; done += CHUNK) {
    const { count, last } = await titleChunk(context, trx, what, behind(after));
    if (count < CHUNK) return { after: '', isLate: true };
    after = last;
  }
  return { after, isLate: false };
}

/**
 * A role is kept from further fields of a form: what they held leaves titles and searches of all its records, those in
 * approvals, too; the first of them at once, the others, and what was saved meanwhile, by `goOnTitling`.
 */
export async function retitleForRoles(context: ServerContext, trx: Trx, formKey: string): Promise<void> {
  const { form, version } = await loadForm(context, trx, formKey);
  const { after, isLate } = await titleFirst(context, trx, { formKey, form, withApprovals: true });
  // whatever version a save meanwhile was by
  const state = { version: version + 1, after_id: after, is_late: isLate, with_approvals: true };
  await trx
    .insertInto('frm_retitle')
    .values({ form_key: formKey, ...state, since: sql<Date>`clock_timestamp()` })
    .onConflict((conflict) =>
      conflict.column('form_key').doUpdateSet({ ...state, since: sql<Date>`clock_timestamp()` }),
    )
    .execute();
}

const behind = (id: string): RawBuilder<SqlBool> => sql<SqlBool>`r.id > ${id}`;

/**
 * A version that hides a field from everybody, or leaves it out, takes what the field held out of titles and searches of
 * the records that are read in the newest version: those that are in no approval. They keep the template they were titled
 * by. The first of them at once, the others, and whatever was saved by the version before while this one was published,
 * by `goOnTitling`. `form` is the version that is being published, `before` the number of the one it follows.
 */
export async function retitle(
  context: ServerContext,
  trx: Trx,
  formKey: string,
  form: CompiledForm,
  before: number,
): Promise<void> {
  if (before === 0) return;
  const hidden = await closedFields(trx, formKey, await flowOfForm(context, trx, form.definition.flowKey));
  const isOpenNow = isOpenToAll(form, hidden);
  const { form: last } = await loadForm(context, trx, formKey, before);
  if (![...last.fields.keys()].some((key) => isOpenToAll(last, hidden)(key) && !isOpenNow(key))) return;
  const { after, isLate } = await titleFirst(context, trx, { formKey, form, withApprovals: false });
  const state = { version: before + 1, after_id: after, is_late: isLate, since: sql<Date>`clock_timestamp()` };
  await trx
    .insertInto('frm_retitle')
    .values({ form_key: formKey, ...state })
    // what a role is kept from is still to leave the titles of those in approvals: from the first on
    .onConflict((conflict) =>
      conflict.column('form_key').doUpdateSet({
        ...state,
        after_id: sql<string>`case when frm_retitle.with_approvals then '' else ${after} end`,
        is_late: sql<boolean>`not frm_retitle.with_approvals and ${isLate}`,
      }),
    )
    .execute();
}

/** A save that began by the version before has ended by then. */
const LATE = sql`interval '2 minutes'`;

/** The next records of one form, in a transaction with how far that is, so that a crash keeps both or neither. Answers whether more is to be done now. */
async function titleNext(context: ServerContext, trx: Trx, formKey: string): Promise<boolean> {
  const state = await trx
    .selectFrom('frm_retitle')
    .selectAll()
    .select(sql<boolean>`since < now() - ${LATE}`.as('isTime'))
    .where('form_key', '=', formKey)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!state || (state.is_late && !state.isTime)) return false;
  const { form } = await loadForm(context, trx, formKey);
  const late = sql<SqlBool>`r.version < ${state.version} and r.update_time > (select since - ${LATE} from frm_retitle where form_key = ${formKey})`;
  const { count, last } = await titleChunk(
    context,
    trx,
    { formKey, form, withApprovals: state.with_approvals },
    state.is_late ? sql<SqlBool>`${behind(state.after_id)} and ${late}` : behind(state.after_id),
  );
  const isEnd = count < CHUNK;
  if (isEnd && state.is_late) await trx.deleteFrom('frm_retitle').where('form_key', '=', formKey).execute();
  else
    await trx
      .updateTable('frm_retitle')
      .set(isEnd ? { after_id: '', is_late: true } : { after_id: last })
      .where('form_key', '=', formKey)
      .execute();
  return !isEnd;
}

/** Goes on with what publications left to be titled anew, piece by piece; any server does, and at an end stops between two pieces. */
export async function goOnTitling(context: ServerContext): Promise<void> {
  for (const { form_key: formKey } of await context.db.selectFrom('frm_retitle').select('form_key').execute()) {
    while (
      !context.life.isEnding() &&
      (await context.db.transaction().execute((trx) => titleNext(context, trx, formKey)))
    ) {
      /* the next piece */
    }
  }
}
