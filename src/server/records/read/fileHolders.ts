import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { recordTable } from '../columns/recordSource.ts';
import type { RequestUser } from '../../http/user.ts';
import { askingGround } from '../../store/facts.ts';
import { delegatedSql } from '../access/delegated.ts';
import { readableSql, scopeOf } from '../access/readScope.ts';

/** A file, and a record that holds it and that somebody may read. */
export interface Holder {
  file_id: string;
  record_id: string;
  form_key: string;
}

/** Records that are looked into for one file: nearly always the first shows it. */
const MOST_EACH = 10;

/**
 * Of records that files stand in (`links`: file_id, record_id, form_key) those that this person may read, some for each
 * file, found by the database: however many others name a file, they keep nobody from it who may read one.
 */
export async function readableHolders(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  links: RawBuilder<unknown>,
): Promise<Holder[]> {
  const { rows: kinds } = await sql<{
    form_key: string;
  }>`select distinct l.form_key from (${links}) l join frm_table t on t.form_key = l.form_key and t.table_key = ''`.execute(
    db,
  );
  const holders: Holder[] = [];
  for (const { form_key: formKey } of kinds) {
    const { form } = await loadForm(context, db, formKey);
    const readable = await readableSql(context, db, user, formKey, scopeOf(form.definition), askingGround());
    const { rows } = await sql<Holder>`select file_id, record_id, ${formKey}::text as form_key from (
        select l.file_id, l.record_id, row_number() over (partition by l.file_id order by l.record_id desc) as place from (${links}) l
        join ${recordTable(formKey)} as frm_record on frm_record.id = l.record_id where l.form_key = ${formKey} ${readable ? sql`and (${readable.filter} or frm_record.id in (select g.record_id from ${delegatedSql(user.id)} g))` : sql``}
      ) found where place <= ${MOST_EACH} order by place`.execute(db);
    holders.push(...rows);
  }
  return holders;
}
