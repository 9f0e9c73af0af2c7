import { affectedText, impactOf } from '../documents/index.ts';
import type { ServerContext } from '../context.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { comparableText, hashOf } from './contents.ts';
import { isDocumentKind, type ItemId, idTextOf, type PackItem } from './packItem.ts';
import { findItem, formKeysOf, type InstalledItem } from './readItems.ts';

/**
 * State of a pack's item compared with this installation. `new`: not installed; `same`: equal, or this same item was
 * imported last and the installed item has not been changed since; `changed`: differs, and nobody has changed the
 * installed item since a pack or the product installed it; `conflict`: importing it would overwrite somebody's change,
 * or the installed item is disabled.
 */
export type ItemState = 'new' | 'same' | 'changed' | 'conflict';

export interface ComparedItem {
  item: PackItem;
  installed: InstalledItem | null;
  state: ItemState;
  /** Hash of the item after the last import; null: no import changed it. */
  base: string | null;
}

/** An effect of an import on items outside of the pack, or on records. */
export interface ImportEffect extends ItemId {
  name: string;
  message: string;
  isBreaking: boolean;
}

/** Compares each item of a pack with this installation. The result is in the order of `items`. */
export async function compareItems(trx: Trx, items: readonly PackItem[]): Promise<ComparedItem[]> {
  const forms = formKeysOf(items);
  const rows = await trx.selectFrom('sys_pack_base').selectAll().execute();
  const bases = new Map(rows.map((row) => [idTextOf(row), row]));
  const comparedItems: ComparedItem[] = [];
  for (const item of items) {
    const installed = await findItem(trx, item, forms);
    const base = bases.get(idTextOf(item)) ?? null;
    comparedItems.push({ item, installed, state: stateOf(item, installed, base), base: base?.hash ?? null });
  }
  return comparedItems;
}

function stateOf(
  item: PackItem,
  installed: InstalledItem | null,
  base: { hash: string; pack_hash: string } | null,
): ItemState {
  if (installed === null) return 'new';
  if (installed.isDisabled) return 'conflict';
  const [installedHash, packHash] = [hashOf(installed), hashOf(item)];
  if (installedHash === packHash || (base?.pack_hash === packHash && base.hash === installedHash)) return 'same';
  return installed.isAsShipped || base?.hash === installedHash ? 'changed' : 'conflict';
}

/** Returns the text by which a preview compares the item. */
export const previewTextOf = (item: Pick<PackItem, 'kind' | 'content'>): string => comparableText(item);

/** Returns the text that publishing the item would store. */
const textOf = ({ kind, content }: PackItem): string => (kind === 'flow' ? String(content) : JSON.stringify(content));

/**
 * Finds the effects of importing these items: other documents that break or are affected, fields with stored values
 * that are removed or change their type, and new changes of other forms without the rights of the person who acts.
 */
export async function findEffects(
  context: ServerContext,
  trx: Trx,
  importedItems: readonly ComparedItem[],
): Promise<ImportEffect[]> {
  const importedIds = new Set(importedItems.map(({ item }) => idTextOf(item)));
  const effects: ImportEffect[] = [];
  for (const { item, installed } of importedItems) {
    const { kind, key, name } = item;
    if (!isDocumentKind(kind) || (!installed && kind !== 'form')) continue;
    const impact = await impactOf(context, trx, { kind, key, text: textOf(item) });
    const addEffect = (message: string, isBreaking: boolean): void =>
      void effects.push({ kind, key, name, message, isBreaking });
    // `authority`: changes of other forms that the document makes without the rights of the person who acts
    for (const { text, isAdded } of impact.authority) if (isAdded) addEffect(`不看办理人的权限，${text}`, false);
    for (const affected of impact.breaks)
      if (!importedIds.has(idTextOf(affected))) addEffect(`${affectedText(affected)}将出错：${affected.detail}`, true);
    for (const affected of impact.touches)
      if (!importedIds.has(idTextOf(affected)))
        addEffect(
          `${affectedText(affected)}用到将去掉或改变类型的内容${affected.state === 'draft' ? '（草稿）' : ''}`,
          false,
        );
    for (const field of [...impact.removed, ...impact.changed])
      if (field.records !== 0)
        addEffect(
          `字段“${field.label}”将${impact.removed.includes(field) ? '去掉' : '改变类型'}，${field.records === null ? '已有记录可能' : `${field.records}${field.isMore ? '+' : ''} 条记录`}填有此项`,
          false,
        );
  }
  return effects;
}

/**
 * Returns the hash of the state shown in a preview: an import is refused when the state has changed since. The hash
 * leaves out the numbers of records.
 */
export const previewHash = (comparedItems: readonly ComparedItem[], effects: readonly ImportEffect[]): string =>
  textHash(
    JSON.stringify([
      comparedItems.map(({ item, installed, state }) => [
        idTextOf(item),
        state,
        installed && hashOf(installed),
        installed?.isDisabled,
      ]),
      effects.map(({ kind, key, message }) => [kind, key, message.replace(/\d+\+? 条记录/, '')]),
    ]),
  );
