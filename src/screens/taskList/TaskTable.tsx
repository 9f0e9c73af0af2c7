import { Button, Table, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import type { Task } from '../../runtime/services/tasks.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { ToneTag } from '../shared/ToneTag.tsx';
import { onRowKey } from '../shared/rowKeys.ts';
import type { TaskColumn } from './tasks.ts';

export interface TaskRowsProps {
  tasks: readonly Task[];
  columns: readonly TaskColumn[];
  isLoading: boolean;
  empty: ReactNode;
  openLabel: string;
  openAction: string;
  onOpen(task: Task): void;
  /** Tasks ticked for one decision on all of them; absent where a list has none. */
  ticked?: { ids: readonly string[]; onChange(ids: readonly string[]): void };
}

/** A task past its time. */
export const isLate = ({ dueTime }: Task): boolean => dueTime !== undefined && new Date(dueTime.replace(' ', 'T')) < new Date();

const TITLE_WIDTH = 260;
const STATE_WIDTH = 100;
const ACTION_WIDTH = 80;
const NUMBER_WIDTH = 64;

export function TaskTable({ tasks, columns, isLoading, empty, openLabel, openAction, onOpen, firstNumber, ticked }: TaskRowsProps & { firstNumber: number }) {
  const shown: TableColumnsType<Task> = [
    { key: '#', title: '序号', width: NUMBER_WIDTH, align: 'center', render: (_value, _task, index) => firstNumber + index },
    { key: 'title', title: '标题', width: TITLE_WIDTH, ellipsis: true, render: (_value, task) => <>{isLate(task) ? <ToneTag tone="bad">已超时</ToneTag> : null}<button type="button" className="sc-link" title={task.title} onClick={() => onOpen(task)}>{task.title}</button></> },
    ...columns.map((column) => ({ key: column.key, title: column.title, width: column.width, ellipsis: true, render: (_value: unknown, task: Task) => column.text(task) })),
    { key: 'flwState', title: '状态', width: STATE_WIDTH, render: (_value, task) => <FlowStateTag state={task.flwState} /> },
    { key: 'open', title: '操作', width: ACTION_WIDTH, fixed: 'right', render: (_value, task) => <Button type="link" size="small" onClick={() => onOpen(task)} data-action={openAction}>{openLabel}</Button> },
  ];
  return (
    <Table<Task>
      size="middle" rowKey="taskId" columns={shown} dataSource={[...tasks]} pagination={false} loading={isLoading} locale={{ emptyText: empty }}
      {...(ticked ? {
        rowSelection: {
          selectedRowKeys: [...ticked.ids], onChange: (keys) => ticked.onChange(keys.map(String)), columnWidth: 48,
          getCheckboxProps: (task: Task) => ({ disabled: task.canBatch !== true, 'aria-label': task.title, title: task.canBatch ? undefined : '此节点须逐条办理' }) as object,
        },
      } : {})}
      scroll={{ x: columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH + TITLE_WIDTH + STATE_WIDTH + ACTION_WIDTH) }}
      onRow={(task, index) => ({
        tabIndex: 0, 'data-row': index, 'data-record': task.recordId,
        onDoubleClick: () => onOpen(task), onKeyDown: (event) => onRowKey(event, () => onOpen(task)),
      } as React.HTMLAttributes<HTMLElement>)}
    />
  );
}
