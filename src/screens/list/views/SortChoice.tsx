import { Select } from 'antd';
import type { ListColumn } from '../compile.ts';
import type { ListState } from '../query.ts';

interface Props {
  /** All columns of the list, hidden ones too: it may be sorted by one of them. */
  columns: readonly ListColumn[];
  sort: ListState['sort'];
  /** The sort order of the list's definition; null for none. */
  defaultSort: ListState['sort'];
  onSort(sort: ListState['sort']): void;
}

const ORDERS = [
  { order: 'asc', word: '升序' },
  { order: 'desc', word: '降序' },
] as const;

const valueOf = (sort: ListState['sort']): string => (sort ? `${sort.field}.${sort.order}` : '');

/** Chooses the sort order where no column heads are shown, as above cards on a phone. Renders nothing if no column is sortable. */
export function SortChoice({ columns, sort, defaultSort, onSort }: Props) {
  const sortable = columns.filter(({ isSortable }) => isSortable);
  if (sortable.length === 0) return null;
  const choices = sortable.flatMap(({ field, title }) =>
    ORDERS.map(({ order, word }) => ({ sort: { field, order }, label: `${title} ${word}` })),
  );
  const isDefaultListed = choices.some((one) => valueOf(one.sort) === valueOf(defaultSort));
  const offered = isDefaultListed ? choices : [{ sort: defaultSort, label: '默认排序' }, ...choices];
  return (
    <div className="sc-cards-order">
      <Select<string>
        aria-label="排序"
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        value={valueOf(sort ?? defaultSort)}
        options={offered.map((one) => ({ value: valueOf(one.sort), label: one.label }))}
        onChange={(value) => onSort(offered.find((one) => valueOf(one.sort) === value)?.sort ?? defaultSort)}
      />
    </div>
  );
}
