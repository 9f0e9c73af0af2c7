import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { flowOfForm } from '../../flowDocuments/index.ts';
import { hiddenFields } from '../../flow/index.ts';
import type { Trx } from '../../store/transaction.ts';
import { documentTable, recordTable } from '../columns/recordSource.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { isOpenToAll, titleColumns } from './titles.ts';

const CHUNK = 500;
/** So many are titled anew while the version is published; the others soon after, for nobody could save one of them in the meantime. */
const AT_ONCE = 2_000;

/** Titles anew the next records in the order of their ids, of those in no approval. `form` is the newest version. Answers how many there were, and the last. */
async function titleChunk(
  context: ServerContext,
  trx: Trx,
  formKey: string,
  form: CompiledForm,
  which: RawBuilder<SqlBool>,
): Promise<{ count: number; last: string }> {
  const hidden = hiddenFields((await flowOfForm(context, trx, form.definition.flowKey))?.definition ?? null);
  const isOpenNow = isOpenToAll(form, hidden);
  const rows = await trx
    .selectFrom(
      sql<RecordRow>`(select r.*, d.fields from ${recordTable(formKey)} r join ${documentTable(formKey)} d on d.id = r.id)`.as(
        'r',
      ),
    )
    .where(which)
    .where(sql<boolean>`not exists (select 1 from flw_instance i where i.record_id = r.id)`)
    .select(['r.id', 'r.version', 'r.title', 'r.fields', 'r.create_by_name'])
    .orderBy('r.id')
    .limit(CHUNK)
    .forUpdate()
    .execute();
  const changed = [];
  for (const { id, version, fields, create_by_name } of rows) {
    const { form: own } = await loadForm(context, trx, formKey, version);
    const isOpenThen = isOpenToAll(own, hidden);
    changed.push({
      id,
      ...titleColumns(own, (key) => isOpenThen(key) && isOpenNow(key), { fieldsMap: fields }, create_by_name),
    });
  }
  if (changed.length > 0)
    await sql`update ${recordTable(formKey)} r set title = s.title, search_text = s.search_text
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as s(id text, title text, search_text text) where r.id = s.id`.execute(
      trx,
    );
  return { count: rows.length, last: rows.at(-1)?.id ?? '' };
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
  const hidden = hiddenFields((await flowOfForm(context, trx, form.definition.flowKey))?.definition ?? null);
  const isOpenNow = isOpenToAll(form, hidden);
  const { form: last } = await loadForm(context, trx, formKey, before);
  if (![...last.fields.keys()].some((key) => isOpenToAll(last, hidden)(key) && !isOpenNow(key))) return;
  let after = '';
  let isLate = false;
  for (let done = 0; !isLate && done < AT_ONCE; done += CHUNK) {
    const { count, last: id } = await titleChunk(context, trx, formKey, form, behind(after));
    isLate = count < CHUNK;
    after = isLate ? '' : id;
  }
  const state = { version: before + 1, after_id: after, is_late: isLate, since: sql<Date>`clock_timestamp()` };
  await trx
    .insertInto('frm_retitle')
    .values({ form_key: formKey, ...state })
    .onConflict((conflict) => conflict.column('form_key').doUpdateSet(state))
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
    formKey,
    form,
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
