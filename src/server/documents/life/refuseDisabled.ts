import { Refusal } from '../../http/refusal.ts';
import type { Db } from '../../store/database.ts';
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
