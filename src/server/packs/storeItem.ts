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
import { addRole, changeRole, removeRole, saveRoleGrid } from '../roles/index.ts';
import type { Trx } from '../store/transaction.ts';
import {
  type EntryLocalData,
  saveByCode as saveMenuEntryByCode,
  removeByCode as removeMenuEntryByCode,
  removeDictionary,
  saveDictionary,
} from '../system/index.ts';
import type { DictionaryContent, MenuContent, RoleContent } from './contents.ts';
import { type DocumentPackKind, isDocumentKind, type ItemId, idTextOf, type PackItem } from './packItem.ts';
import { SYSTEM_ROLES, type RoleLocalData } from './readItems.ts';

/** Options for storing the items of one import. `author`, `note`: stored with each version that the import creates. */
export interface ImportOptions {
  author: Author;
  note: string;
  /** Finds a form of the same import by its key; null if the import contains no such form or the form is invalid. */
  pendingForms: PendingForms;
  /**
   * Returns whether the same import also stores this item. Its installed content will then be replaced, so references
   * in that content are ignored.
   */
  isReplaced: (kind: string, key: string) => boolean;
}

/**
 * The content of an item to be stored. `localData`: data of this installation that packs do not contain; given only
 * when an undo restores the item.
 */
export type StorableContent = Pick<PackItem, 'kind' | 'key' | 'content'> & { localData?: unknown };

/** Creates the options of an import of `items`, whose forms may refer to each other, whichever is published first. */
export function importOptions(
  { vocabulary }: ServerContext,
  author: Author,
  note: string,
  items: readonly Pick<PackItem, 'kind' | 'key' | 'content'>[],
): ImportOptions {
  const parsedForms = new Map<string, FormDefinition | null>();
  const formContents = new Map(items.filter(({ kind }) => kind === 'form').map(({ key, content }) => [key, content]));
  const itemIds = new Set(items.map(idTextOf));
  return {
    author,
    note,
    isReplaced: (kind, key) => itemIds.has(idTextOf({ kind, key })),
    pendingForms: (formKey) => {
      if (!formContents.has(formKey)) return null;
      const cached = parsedForms.get(formKey);
      if (cached !== undefined) return cached;
      const result = parseFormDefinition(formContents.get(formKey), vocabulary, { formKey });
      parsedForms.set(formKey, result.ok ? result.value : null);
      return result.ok ? result.value : null;
    },
  };
}

/**
 * Publishes a document of any kind. `wasPublishedBefore`: the screen was published before, here or in the installation
 * that made the pack, so problems that only later releases report are warnings. `appliesPermissions`: the permissions
 * of the form take effect.
 */
function publish(
  context: ServerContext,
  trx: Trx,
  options: ImportOptions,
  kind: DocumentPackKind,
  key: string,
  content: unknown,
) {
  const { author, note, pendingForms, isReplaced } = options;
  if (kind === 'flow') return publishFlow(context, { xml: String(content), note, author, flowKey: key }, trx);
  if (kind === 'dataset') return publishDataset(context, { datasetKey: key, definition: content, note, author }, trx);
  if (kind === 'screen')
    return publishScreen(context, { screenKey: key, definition: content, note, author, wasPublishedBefore: true }, trx);
  return publishForm(
    context,
    { formKey: key, definition: content, note, author, pendingForms, isReplaced, appliesPermissions: true },
    trx,
  );
}

/** Stores a dictionary; with local data, also whether it had been changed since the product shipped it. */
async function storeDictionary(trx: Trx, { key, content, localData }: StorableContent): Promise<void> {
  await saveDictionary(trx, { typeCode: key, ...(content as DictionaryContent) });
  const { isChanged = true } = (localData ?? {}) as { isChanged?: boolean };
  if (!isChanged) await trx.updateTable('sys_dict_type').set({ is_changed: false }).where('code', '=', key).execute();
}

/**
 * Stores the role itself (name, note, order number and permissions) without its rights on forms, so that forms and
 * menu entries may refer to it. Does nothing for EVERYBODY, which is not a stored role. Refuses with REQUEST_INVALID a
 * role of SYSTEM_ROLES.
 */
export async function storeRoleHead(trx: Trx, { key, content }: StorableContent): Promise<void> {
  if (SYSTEM_ROLES.includes(key)) throw new Refusal('REQUEST_INVALID', { detail: '系统角色不能由配置包修改' });
  if (key === EVERYBODY) return;
  const { name, note, sn, permissions } = content as RoleContent;
  const existingRole = await trx.selectFrom('sys_role').select('code').where('code', '=', key).executeTakeFirst();
  if (existingRole) await changeRole(trx, key, { name, note, sn, permissions });
  else await addRole(trx, { code: key, name, note, sn, permissions });
}

/**
 * Stores a role: the role itself (`storeRoleHead`), its rights on the forms in its content, its general data scope
 * (form key '') and its data scopes for these forms. Of these scopes, stored ones that the content does not have are
 * deleted. Rights and scopes for other forms stay. EVERYBODY has no scopes.
 */
async function storeRole(
  context: ServerContext,
  trx: Trx,
  { author }: ImportOptions,
  storable: StorableContent,
): Promise<void> {
  await storeRoleHead(trx, storable);
  const { scopes, forms } = storable.content as RoleContent;
  const { chosen = {} } = (storable.localData ?? {}) as Partial<RoleLocalData>;
  const gridRows = await trx.selectFrom('sys_form_grid').select('form_key').execute();
  const gridFormKeys = new Set(gridRows.map(({ form_key: key }) => key));
  // `sys_form_grid` lists the forms whose rights are stored by role. Saving `rights` adds a form to it, so `rights` is
  // left out for a form that is not in it and on which the role has no right
  const formRights = forms
    .filter(
      (form) => gridFormKeys.has(form.formKey) || form.rights.length + form.hidden.length + form.locked.length > 0,
    )
    .map(({ rights, ...form }) => (gridFormKeys.has(form.formKey) || rights.length > 0 ? { ...form, rights } : form));
  await saveRoleGrid(context, trx, author.name, { code: storable.key, forms: formRights });
  if (storable.key === EVERYBODY) return;
  const storedScopes = await trx
    .selectFrom('sys_role_scope')
    .selectAll()
    .where('role_code', '=', storable.key)
    .execute();
  const scopedFormKeys = ['', ...forms.map(({ formKey }) => formKey)];
  for (const { form_key: formKey } of storedScopes)
    if (scopedFormKeys.includes(formKey) && !scopes.some((scope) => scope.formKey === formKey))
      await trx
        .deleteFrom('sys_role_scope')
        .where('role_code', '=', storable.key)
        .where('form_key', '=', formKey)
        .execute();
  for (const { formKey, scope } of scopes) {
    // a pack contains no chosen departments, because each company has its own: its scope `chosen` is not stored, and
    // the stored scope stays
    if (scope === 'chosen' && !Object.hasOwn(chosen, formKey)) continue;
    const columns = { scope, dept_ids: JSON.stringify(scope === 'chosen' ? chosen[formKey] : []) };
    await trx
      .insertInto('sys_role_scope')
      .values({ role_code: storable.key, form_key: formKey, ...columns })
      .onConflict((conflict) => conflict.columns(['role_code', 'form_key']).doUpdateSet(columns))
      .execute();
  }
}

/**
 * Stores one item, from a pack or from the state before an import. For a document, returns the new version and the
 * warnings of its publication; for other items there are none.
 */
export async function storeItem(
  context: ServerContext,
  trx: Trx,
  options: ImportOptions,
  storable: StorableContent,
): Promise<{
  version?: number;
  problems: readonly { level: string; path: readonly (string | number)[]; message: string }[];
}> {
  const { kind, key, content } = storable;
  if (isDocumentKind(kind)) {
    const published = await publishKeepingDraft(context, trx, { kind, key }, () =>
      publish(context, trx, options, kind, key, content),
    );
    await enableDocument(trx, { kind, key, author: options.author });
    return published;
  }
  if (kind === 'dictionary') await storeDictionary(trx, storable);
  else if (kind === 'role') await storeRole(context, trx, options, storable);
  else
    await saveMenuEntryByCode(
      trx,
      options.author.name,
      key,
      content as MenuContent,
      storable.localData as EntryLocalData | undefined,
    );
  return { problems: [] };
}

/**
 * Removes an item that an import added; used by the undo of the import. `isRemovedToo`: whether the same undo also
 * removes this other item. Refuses with DOC_IN_USE or IN_USE when another item or a record now uses the item.
 */
export async function removeItem(
  context: ServerContext,
  trx: Trx,
  author: Author,
  { kind, key }: ItemId,
  isRemovedToo: (kind: string, key: string) => boolean,
): Promise<void> {
  if (isDocumentKind(kind)) await withdrawDocument(trx, { kind, key, author }, isRemovedToo);
  else if (kind === 'menu') await removeMenuEntryByCode(trx, author.name, key);
  else if (kind === 'dictionary') await removeDictionary(trx, key);
  else if (key !== EVERYBODY) {
    await trx.deleteFrom('sys_role_scope').where('role_code', '=', key).execute();
    await removeRole(context, trx, key);
  }
}
