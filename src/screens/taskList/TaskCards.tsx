import { Button, Checkbox, Spin } from 'antd';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { isReturnedTask, TaskMarks } from './TaskMarks.tsx';
import type { TaskRowsProps } from './TaskTable.tsx';
import { isSelectable } from './useBatch.ts';

/** Tasks as cards, for phones. */
export function TaskCards({
  tasks,
  columns,
  isLoading,
  empty,
  openLabel,
  openAction,
  onOpen,
  selection,
  actionsFor,
}: TaskRowsProps) {
  if (tasks.length === 0 && !isLoading) return <div className="sc-cards-empty">{empty}</div>;
  return (
    <Spin spinning={isLoading}>
      <ul className="sc-cards">
        {tasks.map((task, index) => (
          <li key={task.taskId} className="sc-card" data-row={index} data-record={task.recordId}>
            <div className="sc-card-head">
              {selection && isSelectable(task) ? (
                <Checkbox
                  aria-label={`选择 ${task.title}`}
                  checked={selection.ids.includes(task.taskId)}
                  onChange={({ target }) =>
                    selection.onChange(
                      target.checked
                        ? [...selection.ids, task.taskId]
                        : selection.ids.filter((id) => id !== task.taskId),
                    )
                  }
                />
              ) : null}
              <button type="button" className="sc-card-open" onClick={() => onOpen(task)}>
                {task.title}
              </button>
              <span className="sc-card-marks">
                <TaskMarks task={task} />
                {isReturnedTask(task) ? null : <FlowStateTag state={task.flwState} isWithdrawn={task.isWithdrawn} />}
              </span>
            </div>
            <dl className="sc-card-body">
              {columns
                .filter((column) => column.text(task) !== '')
                .map((column) => (
                  <div key={column.key}>
                    <dt>{column.title}</dt>
                    <dd>{column.render ? column.render(task) : column.text(task)}</dd>
                  </div>
                ))}
            </dl>
            <Button type="link" size="small" onClick={() => onOpen(task)} data-action={openAction}>
              {openLabel}
            </Button>
            {actionsFor?.(task)}
          </li>
        ))}
      </ul>
    </Spin>
  );
}
