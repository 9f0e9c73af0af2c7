import { Table } from 'antd';
import type { CompiledColumn } from '../../../kernel/index.ts';
import { cellText } from '../cellText.ts';
import { columnWidth } from '../columns.ts';
import { useTable } from '../model.ts';
import type { PickItem } from './pickSource.ts';
import type { PickState } from './usePick.ts';

export interface PickRowsProps {
  pick: PickState;
  columns: readonly CompiledColumn[];
  isMultiple: boolean;
}

/** Returns the accessible name of an item: the texts of its first two columns. */
export const itemName = (columns: readonly CompiledColumn[], { values }: PickItem): string =>
  columns
    .slice(0, 2)
    .map((column) => cellText(column, values, undefined))
    .filter(Boolean)
    .join(' ') || '此条数据';

export const emptyText = ({ query }: PickState): string =>
  query.keyword === '' ? '没有可选的数据' : `没有包含“${query.keyword}”的数据`;

/**
 * A table of the items that can be picked; its headers are the labels of the sub-table's columns. Items that are
 * already in the sub-table are checked and disabled.
 */
export function PickTable({ pick, columns, isMultiple }: PickRowsProps) {
  const { actions } = useTable();
  const isDisabled = (item: PickItem): boolean =>
    pick.isInTable(item) || (pick.isLimitReached && !pick.chosenItems.has(item.key));
  const items = pick.page?.items ?? [];
  return (
    <Table<PickItem>
      size="small"
      rowKey="key"
      rowClassName={(item) => (pick.isInTable(item) ? 'st-pick-taken' : 'sf-pick-row')}
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
        selectedRowKeys: [...pick.chosenItems.keys(), ...items.filter(pick.isInTable).map(({ key }) => key)],
        getCheckboxProps: (item) => ({ disabled: isDisabled(item), 'aria-label': itemName(columns, item) }) as object,
        renderCell: (_checked, item, _index, control) =>
          pick.isInTable(item) ? <span className="st-pick-mark">已添加</span> : control,
        onSelect: pick.toggle,
        onSelectAll: (isOn, _all, changed) => {
          for (const item of changed)
            if (!pick.isInTable(item) && pick.chosenItems.has(item.key) !== isOn) pick.toggle(item);
        },
      }}
      onRow={(item) => ({
        onClick: (event) => {
          if (!isDisabled(item) && !(event.target as HTMLElement).closest('.ant-table-selection-column'))
            pick.toggle(item);
        },
      })}
      scroll={{ x: 'max-content', y: '46vh' }}
      pagination={false}
    />
  );
}
