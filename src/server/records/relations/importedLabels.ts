import { companionKey } from '../../../domain/companionKey.ts';
import { relatedIds, type CompiledForm } from '../../../kernel/index.ts';
import type { Trx } from '../../store/transaction.ts';
import type { RecordValues } from '../tables.ts';
import { recordsOf } from '../columns/recordSource.ts';
import { relationsOf } from './relationsOf.ts';

const SEPARATOR = '、';

/**
 * Returns copies of imported records in which the companion of each relation is filled: a relation without a display
 * text gets the current titles of the related records. Relations that store no display text (`isLabel` '0') stay
 * unchanged.
 */
export async function withRelationLabels<T extends RecordValues>(
  trx: Trx,
  form: CompiledForm,
  records: readonly T[],
): Promise<T[]> {
  const labelledRelations = relationsOf(form).filter(({ node }) => (node as { isLabel?: string }).isLabel !== '0');
  if (labelledRelations.length === 0) return [...records];
  const idsByForm = new Map<string, Set<string>>();
  const visitRelations = (
    record: RecordValues,
    visit: (values: Record<string, unknown>, key: string, relatedFormKey: string) => void,
  ): void => {
    for (const { node, table, relation } of labelledRelations) {
      const rows = table === null ? [record] : (record.childTables[table] ?? []);
      for (const row of rows) visit(row.fieldsMap as Record<string, unknown>, node.__vModel__, relation.to);
    }
  };
  for (const record of records)
    visitRelations(record, (values, key, relatedFormKey) => {
      if (values[companionKey(key)]) return;
      const ids = idsByForm.get(relatedFormKey) ?? new Set<string>();
      idsByForm.set(relatedFormKey, ids);
      for (const id of relatedIds(values[key])) ids.add(id);
    });
  const titles = new Map<string, string>();
  for (const [relatedFormKey, ids] of idsByForm) {
    if (ids.size === 0) continue;
    const rows = await trx
      .selectFrom(await recordsOf(trx, relatedFormKey))
      .select(['id', 'title'])
      .where('form_key', '=', relatedFormKey)
      .where((where) => where.eb('id', '=', where.fn.any(where.val([...ids]))))
      .execute();
    for (const { id, title } of rows) titles.set(id, title);
  }
  return records.map((record) => {
    const copy = structuredClone({ fieldsMap: record.fieldsMap, childTables: record.childTables });
    visitRelations(copy, (values, key) => {
      const ids = relatedIds(values[key]);
      if (ids.length === 0 || values[companionKey(key)]) return;
      values[companionKey(key)] = ids.map((id) => titles.get(id) ?? id).join(SEPARATOR);
    });
    return { ...record, ...copy };
  });
}
