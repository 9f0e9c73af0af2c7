import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { TaskPanelNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Task } from '../../runtime/services/tasks.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { detailAddress, TODO_ADDRESS } from '../navigation/pageNavigation.ts';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { taskQuery } from '../taskList/tasks.ts';
import { DEFAULT_TASKS, taskPanelHeight } from './heights.ts';
import { Panel } from './Panel.tsx';

interface Kind {
  title: string;
  listAddress: string;
  /** Text for a list without tasks. */
  empty: string;
  note(task: Task): ReactNode;
}

const KINDS: Readonly<Record<TaskPanelNode['source'], Kind>> = {
  todo: {
    title: '我的待办',
    listAddress: TODO_ADDRESS,
    empty: '没有待办事项',
    note: (task) => (
      <>
        {task.taskNode}　{task.startUserName}　{task.arriveTime ?? task.startTime}
      </>
    ),
  },
  start: {
    title: '我发起的',
    listAddress: '/taskCenter/alreadyDone',
    empty: '还没有发起过申请',
    note: (task) => (
      <>
        {task.taskNode}　{task.startTime}　<FlowStateTag state={task.flwState} isWithdrawn={task.isWithdrawn} />
      </>
    ),
  },
};

/**
 * Panel with the newest to-dos or applications of the user, and their total number. Updated after server events and
 * when the user returns to the page.
 */
export function TaskPanelBlock({ node }: BlockProps<TaskPanelNode>) {
  const { source, count = DEFAULT_TASKS } = node;
  const services = useServices();
  const kind = KINDS[source];
  const { load, reload, refresh } = useLoad(
    () => services.tasks.list(source, { page: { pageNum: 1, pageSize: count }, conditions: [] }),
    [services, source, count],
  );
  useServerEvents(source === 'todo' ? 'todo' : 'remind', refresh);
  useShownAgainListener(refresh);
  return (
    <Panel
      title={node.title ?? kind.title}
      height={taskPanelHeight(node)}
      listAddress={kind.listAddress}
      load={load}
      onRetry={reload}
      isEmpty={({ list }) => list.length === 0}
      emptyText={kind.empty}
      countTag={
        load.value ? (
          <span className="sc-count" data-count={source}>
            {load.value.total}
          </span>
        ) : null
      }
    >
      {({ list }) => (
        <ul className="sc-todos">
          {list.map((task) => (
            <li key={task.taskId}>
              <Link to={detailAddress(taskQuery(source, task))}>{task.title}</Link>
              <span className="sc-note">{kind.note(task)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
