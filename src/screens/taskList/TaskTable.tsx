import { Button, Table, Tooltip, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import type { Task } from '../../runtime/services/tasks.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { onRowKey } from '../shared/onRowKey.ts';
import { SelectAllBox } from '../shared/SelectAllBox.tsx';
import { TaskMarks } from './TaskMarks.tsx';
import type { TaskColumn } from './tasks.ts';
import { isSelectable } from './useBatch.ts';

export interface TaskRowsProps {
  tasks: readonly Task[];
  columns: readonly TaskColumn[];
  isLoading: boolean;
  empty: ReactNode;
  /** Text of the button that opens a task, and its name in the attribute `data-action`. */
  openLabel: string;
  openAction: string;
  onOpen(task: Task): void;
  /** Returns further actions of a row. */
  actionsFor?(task: Task): ReactNode;
  /** Tasks selected for a batch; absent if the list does not offer batches. */
  selection?: { ids: readonly string[]; onChange(ids: readonly string[]): void };
}

// widths in pixels; the title column takes the remaining width, at least MIN_TITLE_WIDTH
const MIN_TITLE_WIDTH = 260;
const NUMBER_WIDTH = 52;
const ONE_ACTION_WIDTH = 64;
const ALL_ACTIONS_WIDTH = 140;
/** Reasons why a task cannot be decided together with others. */
const BATCH_REFUSAL_TEXTS = { node: '此节点未开放批量办理', signature: '此节点通过时须手写签名' } as const;

function batchRefusalText({ batchBar = 'node', canTransfer }: Task): string {
  if (canTransfer) return `${BATCH_REFUSAL_TEXTS[batchBar]}，多选时只能转办`;
  const hint = batchBar === 'node' ? '（管理员可在流程设计的节点设置中开放）' : '';
  return `${BATCH_REFUSAL_TEXTS[batchBar]}，请逐条办理${hint}`;
}

const ENDED_STATES: ReadonlySet<string> = new Set(['3', '4']);
const renderTaskCell = (column: TaskColumn, task: Task): ReactNode =>
  column.render ? (
    column.render(task)
  ) : column.isCurrentState && (ENDED_STATES.has(task.flwState) || task.isWithdrawn) ? (
    <FlowStateTag state={task.flwState} isWithdrawn={task.isWithdrawn} />
  ) : (
    column.text(task)
  );

/** Tasks as a table. */
export function TaskTable({
  title,
  tasks,
  columns,
  isLoading,
  empty,
  openLabel,
  openAction,
  onOpen,
  firstRowNumber,
  selection,
  actionsFor,
}: TaskRowsProps & { title: string; firstRowNumber: number }) {
  const actionWidth = actionsFor ? ALL_ACTIONS_WIDTH : ONE_ACTION_WIDTH;
  const tableColumns: TableColumnsType<Task> = [
    {
      key: '#',
      title: '序号',
      width: NUMBER_WIDTH,
      align: 'center',
      render: (_value, _task, index) => firstRowNumber + index,
    },
    {
      key: 'title',
      title: '标题',
      render: (_value, task) => (
        <span className="tl-title">
          <TaskMarks task={task} />
          <button type="button" className="sc-link" title={task.title} onClick={() => onOpen(task)}>
            {task.title}
          </button>
        </span>
      ),
    },
    ...columns.map((column) => ({
      key: column.key,
      title: column.title,
      width: column.width,
      ellipsis: true,
      render: (_value: unknown, task: Task) => renderTaskCell(column, task),
    })),
    {
      key: 'open',
      title: '操作',
      width: actionWidth,
      fixed: 'right',
      render: (_value, task) => (
        <>
          <Button type="link" size="small" onClick={() => onOpen(task)} data-action={openAction}>
            {openLabel}
          </Button>
          {actionsFor?.(task)}
        </>
      ),
    },
  ];
  return (
    <Table<Task>
      aria-label={title}
      size="middle"
      rowKey="taskId"
      columns={tableColumns}
      dataSource={[...tasks]}
      pagination={false}
      loading={isLoading}
      locale={{ emptyText: empty }}
      {...(selection
        ? {
            rowSelection: {
              selectedRowKeys: [...selection.ids],
              onChange: (keys) => selection.onChange(keys.map(String)),
              columnTitle: (box: ReactNode) => <SelectAllBox>{box}</SelectAllBox>,
              columnWidth: 48,
              getCheckboxProps: (task: Task) => ({ disabled: !isSelectable(task), 'aria-label': task.title }) as object,
              renderCell: (_checked, task, _index, box) =>
                task.canBatch ? (
                  box
                ) : (
                  <Tooltip title={batchRefusalText(task)}>
                    <span data-batch-bar={task.batchBar ?? 'node'}>{box}</span>
                  </Tooltip>
                ),
            },
          }
        : {})}
      scroll={{ x: columns.reduce((sum, column) => sum + column.width, NUMBER_WIDTH + MIN_TITLE_WIDTH + actionWidth) }}
      onRow={(task, index) =>
        ({
          tabIndex: 0,
          'data-row': index,
          'data-record': task.recordId,
          onDoubleClick: () => onOpen(task),
          onKeyDown: (event) => onRowKey(event, () => onOpen(task)),
        }) as React.HTMLAttributes<HTMLElement>
      }
    />
  );
}
