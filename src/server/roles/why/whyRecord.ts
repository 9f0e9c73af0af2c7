import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { recordTable, findReadingReasons, type ReadingReason } from '../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { sql } from 'kysely';
import { orgNames } from './whyForm.ts';

/** A record as an explanation names it. */
export interface AskedRecord {
  id: string;
  form_key: string;
  create_by: string;
  title: string;
}

const WORDS: Readonly<Record<Exclude<ReadingReason['kind'], 'place'>, string>> = {
  admin: '系统管理员',
  own: '本人创建',
  hands: '经手、待办或抄送',
  all: '数据权限为全部记录',
  about: '记录所写的人是本人，或所写的部门由本人负责',
  delegated: '代办委托',
};

/** A record of a published form. Refuses with 404. */
export async function askedRecord(db: Db, formKey: string, id: string): Promise<AskedRecord> {
  const { rows } = await sql<{ id: string; create_by: string; title: string }>`
    select id, create_by, title from ${recordTable(formKey)} as frm_record where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('404');
  return { ...row, form_key: formKey };
}

/** Why a person reads a record, in words; none: they may not. */
export async function whyRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  record: AskedRecord,
): Promise<string[]> {
  const reasons = await findReadingReasons(context, db, user, record);
  const names = await orgNames(
    db,
    reasons.flatMap(({ place }) => (place ? [place.id] : [])),
  );
  const words = reasons.map(({ kind, place }) =>
    kind === 'place'
      ? `记录属于“${names.get(place?.id ?? '') ?? ''}”，在可查看的${place?.column === 'unit_id' ? '单位' : '部门'}之内`
      : WORDS[kind],
  );
  return [...new Set(words)];
}
