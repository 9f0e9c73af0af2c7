import { affectedText, impactOf } from '../documents/index.ts';
import type { ServerContext } from '../context.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';
import { comparable, hashOf } from './contents.ts';
import { isDocument, type ItemId, nameOfItem, type PackItem } from './kinds.ts';
import { findItem, formsOf, type Found } from './readItems.ts';

/**
 * `new`: not here; `same`: nothing to do; `changed`: what is here was left by a pack or shipped, and nobody changed it since;
 * `conflict`: taking it in would overwrite what somebody did here.
 */
export type ItemState = 'new' | 'same' | 'changed' | 'conflict';

export interface Compared {
  item: PackItem;
  here: Found | null;
  state: ItemState;
  base: string | null;
}

/** What becomes of things that are not in the pack, or of records, when one is taken in. */
export interface Effect extends ItemId {
  name: string;
  message: string;
  isBreaking: boolean;
}

/** How each thing of a pack stands to what is here. */
export async function compareItems(trx: Trx, items: readonly PackItem[]): Promise<Compared[]> {
  const forms = formsOf(items);
  const rows = await trx.selectFrom('sys_pack_base').selectAll().execute();
  const bases = new Map(rows.map((row) => [nameOfItem(row), row]));
  const compared: Compared[] = [];
  for (const item of items) {
    const here = await findItem(trx, item, forms);
    const own = here && hashOf(here);
    const [theirs, base] = [hashOf(item), bases.get(nameOfItem(item)) ?? null];
    const isSame = own === theirs || (base !== null && base.pack_hash === theirs && base.hash === own);
    const isUntouched = here?.isShipped || base?.hash === own;
    const state: ItemState =
      here === null
        ? 'new'
        : isSame && !here.isDisabled
          ? 'same'
          : isUntouched && !here.isDisabled
            ? 'changed'
            : 'conflict';
    compared.push({ item, here, state, base: base?.hash ?? null });
  }
  return compared;
}

export const compareText = (item: Pick<PackItem, 'kind' | 'content'>): string => comparable(item);

const textOf = ({ kind, content }: PackItem): string => (kind === 'flow' ? String(content) : JSON.stringify(content));

/** What taking these in does to what stands around them: other documents that break or are touched, records that lose a field. */
export async function effectsOf(context: ServerContext, trx: Trx, taken: readonly Compared[]): Promise<Effect[]> {
  const brought = new Set(taken.map(({ item }) => nameOfItem(item)));
  const effects: Effect[] = [];
  for (const { item, here } of taken) {
    const { kind, key, name } = item;
    if (!here || !isDocument(kind)) continue;
    const impact = await impactOf(context, trx, { kind, key, text: textOf(item) });
    const add = (message: string, isBreaking: boolean): void =>
      void effects.push({ kind, key, name, message, isBreaking });
    for (const one of impact.breaks)
      if (!brought.has(nameOfItem(one))) add(`${affectedText(one)}将出错：${one.detail}`, true);
    for (const one of impact.touches)
      if (!brought.has(nameOfItem(one)))
        add(`${affectedText(one)}用到将去掉或改变类型的内容${one.state === 'draft' ? '（草稿）' : ''}`, false);
    for (const field of [...impact.removed, ...impact.changed])
      if (field.records !== 0)
        add(
          `字段“${field.label}”将${impact.removed.includes(field) ? '去掉' : '改变类型'}，${field.records === null ? '已有记录可能' : `${field.records}${field.isMore ? '+' : ''} 条记录`}填有此项`,
          false,
        );
  }
  return effects;
}

/** Which state of this installation a check has seen: an import must still meet it. */
export const seenOf = (compared: readonly Compared[], effects: readonly Effect[]): string =>
  textHash(
    JSON.stringify([
      compared.map(({ item, here, state }) => [nameOfItem(item), state, here && hashOf(here), here?.isDisabled]),
      effects.map(({ kind, key, message }) => [kind, key, message.replace(/\d+\+? 条记录/, '')]),
    ]),
  );
