import { Table } from 'antd';
import type { CompiledColumn } from '../../../kernel/index.ts';
import { cellText } from '../cellText.ts';
import { columnWidth } from '../columns.ts';
import { useTable } from '../model.ts';
import type { Item } from './outside.ts';
import type { Pick } from './usePick.ts';

export interface PickRowsProps {
  pick: Pick;
  columns: readonly CompiledColumn[];
  isMultiple: boolean;
}

/** What an item is called for those who do not see the table. */
export const nameOfItem = (columns: readonly CompiledColumn[], { values }: Item): string =>
  columns
    .slice(0, 2)
    .map((column) => cellText(column, values, undefined))
    .filter(Boolean)
    .join(' ') || '此条数据';

export const emptyText = ({ query }: Pick): string =>
  query.keyword === '' ? '没有可选的数据' : `没有包含“${query.keyword}”的数据`;

/** Items as a table under the sub-table's own headings; what the sub-table holds already is ticked and fixed. */
export function PickTable({ pick, columns, isMultiple }: PickRowsProps) {
  const { actions } = useTable();
  const isFixed = (item: Item): boolean => pick.isTaken(item) || (pick.isFull && !pick.chosen.has(item.key));
  const items = pick.page?.items ?? [];
  return (
    <Table<Item>
      size="small"
      rowKey="key"
      rowClassName={(item) => (pick.isTaken(item) ? 'st-pick-taken' : 'sf-pick-row')}
      columns={columns.map((column) => ({
        key: column.key,
        title: column.node.label ?? column.key,
        width: columnWidth(column),
        ellipsis: true,
        align: column.valueType === 'double' ? ('right' as const) : ('left' as const),
        render: (_none, item) => cellText(column, item.values, actions.options(column.key)),
      }))}
      dataSource={items}
      locale={{ emptyText: pick.page === null ? '正在加载…' : emptyText(pick) }}
      rowSelection={{
        type: isMultiple ? 'checkbox' : 'radio',
        columnWidth: 76,
        hideSelectAll: !isMultiple,
        preserveSelectedRowKeys: true,
        selectedRowKeys: [...pick.chosen.keys(), ...items.filter(pick.isTaken).map(({ key }) => key)],
        getCheckboxProps: (item) => ({ disabled: isFixed(item), 'aria-label': nameOfItem(columns, item) }) as object,
        renderCell: (_checked, item, _index, control) =>
          pick.isTaken(item) ? <span className="st-pick-mark">已添加</span> : control,
        onSelect: pick.toggle,
        onSelectAll: (isOn, _all, changed) => {
          for (const item of changed) if (!pick.isTaken(item) && pick.chosen.has(item.key) !== isOn) pick.toggle(item);
        },
      }}
      onRow={(item) => ({
        onClick: (event) => {
          if (!isFixed(item) && !(event.target as HTMLElement).closest('.ant-table-selection-column'))
            pick.toggle(item);
        },
      })}
      scroll={{ x: 'max-content', y: '46vh' }}
      pagination={false}
    />
  );
}
