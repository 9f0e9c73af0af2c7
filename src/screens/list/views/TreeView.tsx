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
import { buildTree, type TreeRow } from './buildTree.ts';

/** Maximum number of records in a tree; the view shows a note when there are more. */
const MAX_RECORDS = 500;
const ACTIONS_WIDTH = 170;
/** Additional width of the first column for the indentation of child rows, in pixels. */
const INDENT_WIDTH = 60;

interface Props {
  list: CompiledList;
  /** The relation field that points at the parent record. */
  parentField: string;
  columns: readonly ListColumn[];
  query: ListQuery;
  refreshKey: unknown;
  empty: ReactNode;
  actionsOf(record: FormRecord): ReactNode;
  onOpen(record: FormRecord): void;
}

/** Records as a tree by a relation to the parent record; branches can be expanded and collapsed. */
export function TreeView({ list, parentField, columns, query, refreshKey, empty, actionsOf, onOpen }: Props) {
  const services = useServices();
  const { load, reload } = useLoad(
    () =>
      services.records.list(list.formKey, { ...query, page: { pageNum: 1, pageSize: MAX_RECORDS } }, list.isUnfiltered),
    [services, list, JSON.stringify({ ...query, page: null }), refreshKey],
  );
  const rows = useMemo(() => buildTree(load.value?.list ?? [], parentField), [load.value, parentField]);
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
  const tableColumns: TableColumnsType<TreeRow> = [
    ...columns.map((column, index) => ({
      key: column.field,
      title: column.title,
      width: column.width + (index === 0 ? INDENT_WIDTH : 0),
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
      {load.value && load.value.total > MAX_RECORDS ? (
        <Alert
          type="info"
          showIcon
          message={`记录较多，只显示前 ${MAX_RECORDS} 条，共 ${load.value.total} 条；可加条件缩小范围`}
        />
      ) : null}
      <Table<TreeRow>
        // antd applies `defaultExpandAllRows` only on mount, so the table remounts when the records are loaded
        key={load.state}
        size="middle"
        rowKey="key"
        columns={tableColumns}
        dataSource={rows}
        pagination={false}
        loading={load.state === 'loading'}
        expandable={{ defaultExpandAllRows: true }}
        scroll={{ x: columns.reduce((sum, { width }) => sum + width, ACTIONS_WIDTH + INDENT_WIDTH) }}
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
