import { Alert, Button, Table, type TableColumnsType } from 'antd';
import { useMemo, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { messageOf } from '../../shared/messages.ts';
import { onRowKey } from '../../shared/rowKeys.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { Cell } from '../Cell.tsx';
import type { CompiledList, ListColumn } from '../compile.ts';
import { treeOf, type TreeRow } from './tree.ts';

/** The most records of a tree; what is beyond is said. */
const MOST = 500;
const ACTIONS_WIDTH = 170;
/** Room for the indentation of what lies below, in px. */
const INDENT = 60;

interface Props {
  list: CompiledList;
  /** The relation that points at the record above. */
  parentField: string;
  columns: readonly ListColumn[];
  query: ListQuery;
  turn: unknown;
  empty: ReactNode;
  actionsOf(record: FormRecord): ReactNode;
  onOpen(record: FormRecord): void;
}

/** Records under the record that they point at, opened and closed branch by branch. */
export function TreeView({ list, parentField, columns, query, turn, empty, actionsOf, onOpen }: Props) {
  const services = useServices();
  const { load, reload } = useLoad(
    () => services.records.list(list.formKey, { ...query, page: { pageNum: 1, pageSize: MOST } }, list.isUnfiltered),
    [services, list, JSON.stringify({ ...query, page: null }), turn],
  );
  const rows = useMemo(() => treeOf(load.value?.list ?? [], parentField), [load.value, parentField]);
  if (load.state === 'error')
    return (
      <Alert
        type="error"
        showIcon
        message="树加载失败"
        description={messageOf(load.error)}
        action={<Button onClick={reload}>重试</Button>}
      />
    );
  const shown: TableColumnsType<TreeRow> = [
    ...columns.map((column, index) => ({
      key: column.field,
      title: column.title,
      width: column.width + (index === 0 ? INDENT : 0),
      ellipsis: true,
      align: column.align,
      render: (_value: unknown, { record }: TreeRow) => <Cell column={column} record={record} />,
    })),
    {
      key: 'actions',
      title: '操作',
      width: ACTIONS_WIDTH,
      fixed: 'right',
      render: (_value, { record }) => actionsOf(record),
    },
  ];
  return (
    <>
      {load.value && load.value.total > MOST ? (
        <Alert
          type="info"
          showIcon
          message={`记录较多，只显示前 ${MOST} 条，共 ${load.value.total} 条；可加条件缩小范围`}
        />
      ) : null}
      <Table<TreeRow>
        // what is opened at first is decided when the table is made
        key={load.state}
        size="middle"
        rowKey="key"
        columns={shown}
        dataSource={rows}
        pagination={false}
        loading={load.state === 'loading'}
        expandable={{ defaultExpandAllRows: true }}
        scroll={{ x: columns.reduce((sum, { width }) => sum + width, ACTIONS_WIDTH + INDENT) }}
        locale={{ emptyText: load.state === 'ready' ? empty : <span /> }}
        onRow={({ record }) =>
          ({
            tabIndex: 0,
            'data-record': record.id,
            onDoubleClick: () => onOpen(record),
            onKeyDown: (event) => onRowKey(event, () => onOpen(record)),
          }) as React.HTMLAttributes<HTMLElement>
        }
      />
    </>
  );
}
