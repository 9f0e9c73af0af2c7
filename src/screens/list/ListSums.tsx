import { useServices } from '../../runtime/contexts.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import { amountText } from '../related/amountText.ts';
import { messageOf } from '../shared/messages.ts';
import { useLoad } from '../shared/useLoad.ts';
import type { CompiledList } from './compile.ts';

/**
 * Sums of number fields below a list, over all records in force that match the conditions, on all pages. A change of
 * `refreshKey` loads the sums again.
 */
export function ListSums({ list, query, refreshKey }: { list: CompiledList; query: ListQuery; refreshKey: unknown }) {
  const services = useServices();
  const conditions = JSON.stringify([query.conditions, query.behind]);
  const { load } = useLoad(
    () =>
      services.relations.sums(
        list.formKey,
        query.conditions,
        list.sums.map(({ field }) => field),
        !list.isWholeUnit,
        query.behind,
      ),
    [services, list, conditions, refreshKey],
  );
  if (load.state === 'error') return <p className="sc-related-sums">合计未能取得：{messageOf(load.error)}</p>;
  if (!load.value) return null;
  const { sums, count } = load.value;
  return (
    <div className="sc-related-sums" data-sums={list.formKey}>
      <span>
        生效 <b>{count}</b> 条
      </span>
      {list.sums.map(({ field, label, precision, unit }) => (
        <span key={field} data-sum={field}>
          {label}合计 <b>{amountText(sums[field] ?? '0', precision)}</b>
          {unit ? ` ${unit}` : ''}
        </span>
      ))}
    </div>
  );
}
