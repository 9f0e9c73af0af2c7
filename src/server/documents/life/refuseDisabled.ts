import { sql } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, Ground } from '../../store/facts.ts';
import type { DocumentKind } from '../tables.ts';

/** What a person cannot do with a document that is out of use. */
const KINDS: Readonly<Record<DocumentKind, readonly [kind: string, detail: string]>> = {
  form: ['表单', '不能再新增记录；已有的记录仍可查看和办理'],
  screen: ['界面', '请联系系统管理员'],
  flow: ['流程', '暂不能提交；办理中的申请不受影响'],
  dataset: ['数据集', '不能查询，请联系系统管理员'],
};

const disabled = (db: Db, kind: DocumentKind, key: string): Promise<{ name: string } | undefined> =>
  db
    .selectFrom('doc_document')
    .select('name')
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst();

/** Whether an administrator has taken a document out of use. */
export const isOutOfUse = async (db: Db, kind: DocumentKind, key: string): Promise<boolean> =>
  (await disabled(db, kind, key)) !== undefined;

/** Refuses with DOC_DISABLED where an administrator has taken a document out of use. */
export async function refuseDisabled(db: Db, kind: DocumentKind, key: string): Promise<void> {
  const row = await disabled(db, kind, key);
  if (!row) return;
  const [word, detail] = KINDS[kind];
  throw new Refusal('DOC_DISABLED', { kind: word, name: row.name, detail });
}

const OUT_OF_USE = 'out of use';

/** Number of the last published version of a document, unless it is out of use. */
const inUse = (kind: DocumentKind, key: string): Fact => ({
  key: `in use ${kind} ${key}`,
  text: () =>
    sql<
      string | null
    >`(select case when d.disabled_at is null then d.published_version::text else ${sql.lit(OUT_OF_USE)} end
      from doc_document d where d.kind = ${kind} and d.doc_key = ${key})`,
});

/** The last published version, as a request knows it. Refuses with DOC_DISABLED where it is out of use, with 404 where there is none. */
export async function knownVersionInUse(db: Db, kind: DocumentKind, key: string, ground: Ground): Promise<number> {
  const version = await ground.know(db, inUse(kind, key));
  if (version === OUT_OF_USE) await refuseDisabled(db, kind, key);
  if (version === null || version === OUT_OF_USE) throw new Refusal('404');
  return Number(version);
}
