import { parseFormDefinition } from '../../importer/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { EVERYBODY } from '../../rules/formRights.ts';
import type { ServerContext } from '../context.ts';
import { publishDataset } from '../datasets/index.ts';
import {
  type Author,
  type PendingForms,
  enableDocument,
  publishKeepingDraft,
  publishForm,
  publishScreen,
  withdrawDocument,
} from '../documents/index.ts';
import { publishFlow } from '../flowDocuments/index.ts';
import { Refusal } from '../http/refusal.ts';
import { addRole, changeRole, removeRole, saveGrid } from '../roles/index.ts';
import type { Trx } from '../store/transaction.ts';
import { type EntryOwn, putByCode, removeByCode, removeDictionary, saveDictionary } from '../system/index.ts';
import type { DictionaryContent, MenuContent, RoleContent } from './contents.ts';
import { type DocumentPackKind, isDocument, type ItemId, nameOfItem, type PackItem } from './kinds.ts';
import { OWN_ROLES, type RoleOwn } from './readItems.ts';

/** Who stores things, and what is said of it in the versions that it makes. */
export interface By {
  author: Author;
  note: string;
  /** Forms that are published together: they may point at each other. */
  beside: PendingForms;
  isReplaced: (kind: string, key: string) => boolean;
}

export type Put = Pick<PackItem, 'kind' | 'key' | 'content'> & { own?: unknown };

/** Forms may point at each other, whichever is published first; and are judged with what comes along. */
export function byOf(
  { vocabulary }: ServerContext,
  author: Author,
  note: string,
  items: readonly Pick<PackItem, 'kind' | 'key' | 'content'>[],
): By {
  const parsed = new Map<string, FormDefinition | null>();
  const given = new Map(items.filter(({ kind }) => kind === 'form').map(({ key, content }) => [key, content]));
  const names = new Set(items.map(nameOfItem));
  return {
    author,
    note,
    isReplaced: (kind, key) => names.has(nameOfItem({ kind, key })),
    beside: (formKey) => {
      if (!given.has(formKey)) return null;
      const known = parsed.get(formKey);
      if (known !== undefined) return known;
      const read = parseFormDefinition(given.get(formKey), vocabulary, { formKey });
      parsed.set(formKey, read.ok ? read.value : null);
      return read.ok ? read.value : null;
    },
  };
}

function publish(context: ServerContext, trx: Trx, by: By, kind: DocumentPackKind, key: string, content: unknown) {
  const { author, note, beside, isReplaced } = by;
  if (kind === 'flow') return publishFlow(context, { xml: String(content), note, author, flowKey: key }, trx);
  if (kind === 'dataset') return publishDataset(context, { datasetKey: key, definition: content, note, author }, trx);
  if (kind === 'screen') return publishScreen(context, { screenKey: key, definition: content, note, author }, trx);
  return publishForm(
    context,
    { formKey: key, definition: content, note, author, pendingForms: beside, isReplaced, isReleased: true },
    trx,
  );
}

async function putDictionary(trx: Trx, { key, content, own }: Put): Promise<void> {
  await saveDictionary(trx, { typeCode: key, ...(content as DictionaryContent) });
  const { isChanged = true } = (own ?? {}) as { isChanged?: boolean };
  if (!isChanged) await trx.updateTable('sys_dict_type').set({ is_changed: false }).where('code', '=', key).execute();
}

/** Name and permissions of a role. Forms and menu entries may name it from then on. */
export async function putRoleHead(trx: Trx, { key, content }: Put): Promise<void> {
  if (OWN_ROLES.includes(key)) throw new Refusal('REQUEST_INVALID', { detail: '系统角色不能由配置包修改' });
  if (key === EVERYBODY) return;
  const { name, note, sn, permissions } = content as RoleContent;
  const there = await trx.selectFrom('sys_role').select('code').where('code', '=', key).executeTakeFirst();
  if (there) await changeRole(trx, key, { name, note, sn, permissions });
  else await addRole(trx, { code: key, name, note, sn, permissions });
}

/** Rights and reach of a role in the forms that its content names. */
async function putRole(context: ServerContext, trx: Trx, { author }: By, put: Put): Promise<void> {
  await putRoleHead(trx, put);
  const { scopes, forms } = put.content as RoleContent;
  const { chosen = {} } = (put.own ?? {}) as Partial<RoleOwn>;
  const ruled = await trx.selectFrom('sys_form_grid').select('form_key').execute();
  const isRuled = new Set(ruled.map(({ form_key: key }) => key));
  // a form that goes by its own rules yet is not put under the grid for a role that has no right there
  const lines = forms.filter(
    (one) => isRuled.has(one.formKey) || one.rights.length + one.hidden.length + one.locked.length > 0,
  );
  await saveGrid(context, trx, author.name, { code: put.key, forms: lines });
  if (put.key === EVERYBODY) return;
  const there = await trx.selectFrom('sys_role_scope').selectAll().where('role_code', '=', put.key).execute();
  const concerned = ['', ...forms.map(({ formKey }) => formKey)];
  for (const { form_key: formKey } of there)
    if (concerned.includes(formKey) && !scopes.some((one) => one.formKey === formKey))
      await trx.deleteFrom('sys_role_scope').where('role_code', '=', put.key).where('form_key', '=', formKey).execute();
  for (const { formKey, scope } of scopes) {
    // chosen departments are this company's own: they stay, and are not made up
    if (scope === 'chosen' && !Object.hasOwn(chosen, formKey)) continue;
    const line = { scope, dept_ids: JSON.stringify(scope === 'chosen' ? chosen[formKey] : []) };
    await trx
      .insertInto('sys_role_scope')
      .values({ role_code: put.key, form_key: formKey, ...line })
      .onConflict((conflict) => conflict.columns(['role_code', 'form_key']).doUpdateSet(line))
      .execute();
  }
}

/** Stores one thing as a pack says, or as it stood before. Answers the warnings of its publication. */
export async function putItem(
  context: ServerContext,
  trx: Trx,
  by: By,
  put: Put,
): Promise<{
  version?: number;
  problems: readonly { level: string; path: readonly (string | number)[]; message: string }[];
}> {
  const { kind, key, content } = put;
  if (isDocument(kind)) {
    const published = await publishKeepingDraft(context, trx, { kind, key }, () =>
      publish(context, trx, by, kind, key, content),
    );
    await enableDocument(trx, { kind, key, author: by.author });
    return published;
  }
  if (kind === 'dictionary') await putDictionary(trx, put);
  else if (kind === 'role') await putRole(context, trx, by, put);
  else await putByCode(trx, by.author.name, key, content as MenuContent, put.own as EntryOwn | undefined);
  return { problems: [] };
}

/** Takes back what came new, together with others. Refuses with DOC_IN_USE or IN_USE where something else uses it by now. */
export async function takeBack(
  trx: Trx,
  author: Author,
  { kind, key }: ItemId,
  together: (kind: string, key: string) => boolean,
): Promise<void> {
  if (isDocument(kind)) await withdrawDocument(trx, { kind, key, author }, together);
  else if (kind === 'menu') await removeByCode(trx, author.name, key);
  else if (kind === 'dictionary') await removeDictionary(trx, key);
  else if (key !== EVERYBODY) {
    await trx.deleteFrom('sys_role_scope').where('role_code', '=', key).execute();
    await removeRole(trx, key);
  }
}
