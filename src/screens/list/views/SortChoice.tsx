import { Select } from 'antd';
import type { ListColumn } from '../compile.ts';
import type { ListState } from '../query.ts';

interface Props {
  columns: readonly ListColumn[];
  sort: ListState['sort'];
  /** What the list is sorted by when nobody asks otherwise. */
  defaultSort: ListState['sort'];
  onSort(sort: ListState['sort']): void;
}

const ORDERS = [
  { order: 'asc', word: '升序' },
  { order: 'desc', word: '降序' },
] as const;

const valueOf = (sort: ListState['sort']): string => (sort ? `${sort.field}.${sort.order}` : '');

/** The order of records that have no column heads to press, as cards on a phone. Nothing where no column can be sorted. */
export function SortChoice({ columns, sort, defaultSort, onSort }: Props) {
  const sortable = columns.filter(({ isSortable }) => isSortable);
  if (sortable.length === 0) return null;
  const choices = sortable.flatMap(({ field, title }) =>
    ORDERS.map(({ order, word }) => ({ sort: { field, order }, label: `${title} ${word}` })),
  );
  const isListed = choices.some((one) => valueOf(one.sort) === valueOf(sort));
  const usual = { sort: defaultSort, label: '默认排序' };
  const isUsualListed = choices.some((one) => valueOf(one.sort) === valueOf(defaultSort));
  const offered = isUsualListed ? choices : [usual, ...choices];
  return (
    <div className="sc-cards-order">
      <Select<string>
        aria-label="排序"
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        value={isListed || !isUsualListed ? valueOf(sort) : valueOf(defaultSort)}
        options={offered.map((one) => ({ value: valueOf(one.sort), label: one.label }))}
        onChange={(value) => onSort(offered.find((one) => valueOf(one.sort) === value)?.sort ?? defaultSort)}
      />
    </div>
  );
}
