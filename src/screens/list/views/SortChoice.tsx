import { Select } from 'antd';
import type { ListColumn } from '../compile.ts';
import type { ListState } from '../query.ts';

interface Props {
  /** All columns of the list, including hidden columns, by which the list may also be sorted. */
  columns: readonly ListColumn[];
  sort: ListState['sort'];
  /** The sort order of the list's definition; null for none. */
  defaultSort: ListState['sort'];
  onSort(sort: ListState['sort']): void;
}

const ORDERS = [
  { order: 'asc', label: '升序' },
  { order: 'desc', label: '降序' },
] as const;

const optionValueOf = (sort: ListState['sort']): string => (sort ? `${sort.field}.${sort.order}` : '');

/** Selector of the sort order, for display modes without column headers. Renders nothing if no column is sortable. */
export function SortChoice({ columns, sort, defaultSort, onSort }: Props) {
  const sortableColumns = columns.filter(({ isSortable }) => isSortable);
  if (sortableColumns.length === 0) return null;
  const choices = sortableColumns.flatMap(({ field, title }) =>
    ORDERS.map(({ order, label }) => ({ sort: { field, order }, label: `${title} ${label}` })),
  );
  const isDefaultListed = choices.some((choice) => optionValueOf(choice.sort) === optionValueOf(defaultSort));
  const options = isDefaultListed ? choices : [{ sort: defaultSort, label: '默认排序' }, ...choices];
  return (
    <div className="sc-cards-order">
      <Select<string>
        aria-label="排序"
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        value={optionValueOf(sort ?? defaultSort)}
        options={options.map((option) => ({ value: optionValueOf(option.sort), label: option.label }))}
        onChange={(value) =>
          onSort(options.find((option) => optionValueOf(option.sort) === value)?.sort ?? defaultSort)
        }
      />
    </div>
  );
}
