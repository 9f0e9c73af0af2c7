import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import type { RequestUser } from '../../http/user.ts';
import { recordTable, findReadingReasons, type ReadingReason } from '../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { sql } from 'kysely';
import { orgNames } from './whyForm.ts';

/** The record whose visibility is explained. */
export interface ExplainedRecord {
  id: string;
  form_key: string;
  create_by: string;
  title: string;
}

/** The Chinese texts of the reasons, except the reason `place`, whose text names the unit or department. */
const REASON_TEXTS: Readonly<Record<Exclude<ReadingReason['kind'], 'place'>, string>> = {
  admin: '系统管理员',
  own: '本人创建',
  hands: '经手、待办或抄送',
  all: '数据权限为全部记录',
  about: '记录所写的人是本人，或所写的部门由本人负责',
  delegated: '代办委托',
};

/** Loads a record of a published form. Refuses with 404 an unknown record. */
export async function loadExplainedRecord(db: Db, formKey: string, id: string): Promise<ExplainedRecord> {
  const { rows } = await sql<{ id: string; create_by: string; title: string }>`
    select id, create_by, title from ${recordTable(formKey)} as frm_record where id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('404');
  return { ...row, form_key: formKey };
}

/** Returns the reasons, as Chinese texts, why a person may read a record; empty if the person may not read it. */
export async function whyRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  record: ExplainedRecord,
): Promise<string[]> {
  const reasons = await findReadingReasons(context, db, user, record);
  const names = await orgNames(
    db,
    reasons.flatMap(({ place }) => (place ? [place.id] : [])),
  );
  const texts = reasons.map(({ kind, place }) =>
    kind === 'place'
      ? `记录属于“${names.get(place?.id ?? '') ?? ''}”，在可查看的${place?.column === 'unit_id' ? '单位' : '部门'}之内`
      : REASON_TEXTS[kind],
  );
  return [...new Set(texts)];
}
