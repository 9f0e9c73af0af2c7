import { useState } from 'react';
import { Modal, Select } from 'antd';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { useTable } from '../model.ts';
import { FilterPanel } from '../read/FilterPanel.tsx';
import type { SortFilterControl } from '../read/useSortFilterControl.ts';

/** Controls that sort and filter the rows while they are shown as cards, which have no column headers. */
export function CardSortFilter({ sortFilterControl }: { sortFilterControl: SortFilterControl }) {
  const { layout } = useTable();
  const [openFilterColumn, setOpenFilterColumn] = useState<string | null>(null);
  const columnLabels = layout.map(({ column: { key, node } }) => ({ key, label: node.label ?? key }));
  const { sort, filterTexts } = sortFilterControl.sortAndFilter;
  const sortOptions = columnLabels.flatMap(({ key, label }) => [
    { value: JSON.stringify([key, false]), label: `${label} 升序` },
    { value: JSON.stringify([key, true]), label: `${label} 降序` },
  ]);
  const setOrder = (value: string | undefined): void => {
    const [key, isDescending] = value === undefined ? ['', null] : (JSON.parse(value) as [string, boolean]);
    sortFilterControl.sort(key, isDescending);
  };
  const close = (): void => setOpenFilterColumn(null);
  return (
    <div className="st-card-order">
      <Select
        size="small"
        allowClear
        placeholder="排序"
        aria-label="排序"
        data-action="sort-cards"
        options={sortOptions}
        value={sort ? JSON.stringify([sort.column, sort.isDescending]) : undefined}
        onChange={setOrder}
        popupMatchSelectWidth={false}
      />
      <Select
        size="small"
        placeholder={filterTexts.size > 0 ? `已筛选 ${filterTexts.size} 列` : '筛选'}
        aria-label="按列筛选"
        data-action="filter-cards"
        value={null}
        onChange={setOpenFilterColumn}
        popupMatchSelectWidth={false}
        options={columnLabels.map(({ key, label }) => ({
          value: key,
          label: filterTexts.has(key) ? `${label}（已筛选）` : label,
        }))}
      />
      {openFilterColumn !== null && (
        <FilterDialog
          title={`筛选${columnLabels.find(({ key }) => key === openFilterColumn)?.label ?? ''}`}
          column={openFilterColumn}
          sortFilterControl={sortFilterControl}
          onClose={close}
        />
      )}
    </div>
  );
}

function FilterDialog({
  title,
  column,
  sortFilterControl,
  onClose,
}: {
  title: string;
  column: string;
  sortFilterControl: SortFilterControl;
  onClose(): void;
}) {
  useReturnedFocus();
  return (
    <Modal open title={title} footer={null} onCancel={onClose} destroyOnHidden>
      <FilterPanel column={column} sortFilterControl={sortFilterControl} onClose={onClose} />
    </Modal>
  );
}
