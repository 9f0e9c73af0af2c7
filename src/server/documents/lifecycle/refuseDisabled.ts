import { sql } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import type { DocumentKind } from '../tables.ts';

/** By kind: its Chinese name, and what people can no longer do with a disabled document. */
const KIND_TEXTS: Readonly<Record<DocumentKind, readonly [kind: string, detail: string]>> = {
  form: ['表单', '不能再新增记录；已有的记录仍可查看和办理'],
  screen: ['界面', '请联系系统管理员'],
  flow: ['流程', '暂不能提交；办理中的申请不受影响'],
  dataset: ['数据集', '不能查询，请联系系统管理员'],
};

const findDisabled = (db: Db, kind: DocumentKind, key: string): Promise<{ name: string } | undefined> =>
  db
    .selectFrom('doc_document')
    .select('name')
    .where('kind', '=', kind)
    .where('doc_key', '=', key)
    .where('disabled_at', 'is not', null)
    .executeTakeFirst();

/** Returns whether an administrator has disabled a document. */
export const isDocumentDisabled = async (db: Db, kind: DocumentKind, key: string): Promise<boolean> =>
  (await findDisabled(db, kind, key)) !== undefined;

/** Refuses with DOC_DISABLED if an administrator has disabled the document. */
export async function refuseDisabled(db: Db, kind: DocumentKind, key: string): Promise<void> {
  const row = await findDisabled(db, kind, key);
  if (!row) return;
  const [kindName, detail] = KIND_TEXTS[kind];
  throw new Refusal('DOC_DISABLED', { kind: kindName, name: row.name, detail });
}

const DISABLED = 'out of use';

/** Returns the fact whose answer is the number of the last published version, or DISABLED. */
const enabledVersionFact = (kind: DocumentKind, key: string): Fact => ({
  key: `in use ${kind} ${key}`,
  answerSql: () =>
    sql<
      string | null
    >`(select case when d.disabled_at is null then d.published_version::text else ${sql.lit(DISABLED)} end
      from doc_document d where d.kind = ${kind} and d.doc_key = ${key})`,
});

/**
 * Returns the number of the last published version, possibly from the facts of the request. Refuses a disabled document
 * with DOC_DISABLED, and a document without a version with 404.
 */
export async function enabledVersion(db: Db, kind: DocumentKind, key: string, facts: FactReader): Promise<number> {
  const version = await facts.read(db, enabledVersionFact(kind, key));
  if (version === DISABLED) await refuseDisabled(db, kind, key);
  if (version === null || version === DISABLED) throw new Refusal('404');
  return Number(version);
}
