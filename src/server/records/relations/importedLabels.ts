import { companionKey, relatedIds, type CompiledForm } from '../../../kernel/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordValues } from '../tables.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { relationsOf } from './placed.ts';

const SEPARATOR = '、';

/** Records of an older system with the titles of what they point at, where they came without: the present ones. */
export async function withImportedLabels<T extends RecordValues>(
  trx: Trx,
  form: CompiledForm,
  records: readonly T[],
): Promise<T[]> {
  const placed = relationsOf(form).filter(({ node }) => (node as { isLabel?: string }).isLabel !== '0');
  if (placed.length === 0) return [...records];
  const wanted = new Map<string, Set<string>>();
  const each = (
    record: RecordValues,
    take: (values: Record<string, unknown>, key: string, to: string) => void,
  ): void => {
    for (const { node, table, relation } of placed) {
      const sheets = table === null ? [record] : (record.childTables[table] ?? []);
      for (const sheet of sheets) take(sheet.fieldsMap as Record<string, unknown>, node.__vModel__, relation.to);
    }
  };
  for (const record of records)
    each(record, (values, key, to) => {
      if (values[companionKey(key)]) return;
      const ids = wanted.get(to) ?? new Set<string>();
      wanted.set(to, ids);
      for (const id of relatedIds(values[key])) ids.add(id);
    });
  const titles = new Map<string, string>();
  for (const [to, ids] of wanted) {
    if (ids.size === 0) continue;
    const rows = await trx
      .selectFrom(await recordsOf(trx, to))
      .select(['id', 'title'])
      .where('form_key', '=', to)
      .where((where) => where.eb('id', '=', where.fn.any(where.val([...ids]))))
      .execute();
    for (const { id, title } of rows) titles.set(id, title);
  }
  return records.map((record) => {
    const copy = structuredClone({ fieldsMap: record.fieldsMap, childTables: record.childTables });
    each(copy, (values, key) => {
      const ids = relatedIds(values[key]);
      if (ids.length === 0 || values[companionKey(key)]) return;
      values[companionKey(key)] = ids.map((id) => titles.get(id) ?? id).join(SEPARATOR);
    });
    return { ...record, ...copy };
  });
}
