import { RightOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { HomeNode } from '../../grammar/nodes.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/faces.ts';
import type { Task } from '../../runtime/services.ts';
import { readMenu } from '../../session/menu.ts';
import { allEntries } from '../../session/menuLookup.ts';
import { detailAddress, TODO_ADDRESS } from '../place/place.ts';
import { Failure } from '../shared/Failure.tsx';
import { FlowStateTag } from '../shared/FlowStateTag.tsx';
import { useLoad } from '../shared/useLoad.ts';
import { taskQuery } from '../taskList/tasks.ts';
import { DraftsPanel } from './DraftsPanel.tsx';
import '../screens.css';

/** Rows shown before one goes to the full list. */
const FIRST = 6;

function greeting(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 12) return '上午好';
  return hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好';
}

interface TasksProps { source: 'todo' | 'start'; title: string; all: string; empty: string; note(task: Task): ReactNode }

function Tasks({ source, title, all, empty, note }: TasksProps) {
  const services = useServices();
  const { load, reload } = useLoad(() => services.tasks.list(source, { page: { pageNum: 1, pageSize: FIRST }, conditions: [] }), [services, source]);
  if (load.state === 'error') return <section className="sc-panel"><Failure error={load.error} title={`${title}加载失败`} onRetry={reload} /></section>;
  const page = load.value;
  return (
    <section className="sc-panel" aria-label={title}>
      <div className="sc-panel-head">
        <h3>{title}{page ? <span className="sc-count" data-count={source}>{page.total}</span> : null}</h3>
        <Link to={all}>全部 <RightOutlined /></Link>
      </div>
      {page === undefined ? <Skeleton active /> : null}
      {page && page.list.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} /> : null}
      <ul className="sc-todos">
        {page?.list.map((task) => (
          <li key={task.taskId}>
            <Link to={detailAddress(taskQuery(source, task))}>{task.title}</Link>
            <span className="sc-note">{note(task)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const waiting = (task: Task): ReactNode => <>{task.taskNode}　{task.startUserName}　{task.arriveTime ?? task.startTime}</>;
const started = (task: Task): ReactNode => <>{task.taskNode}　{task.startTime}　<FlowStateTag state={task.flwState} /></>;

function QuickLinks() {
  const services = useServices();
  const { load, reload } = useLoad(() => services.session.menus(), [services]);
  if (load.state === 'error') return <Failure error={load.error} title="菜单加载失败" onRetry={reload} />;
  const links = load.value ? allEntries(readMenu(load.value)).filter((entry) => entry.isShown && entry.children.length === 0 && entry.path !== '' && entry.component !== 'platform/home') : [];
  return (
    <section className="sc-panel" aria-label="常用功能">
      <div className="sc-panel-head"><h3>常用功能</h3></div>
      {load.value === undefined ? <Skeleton active /> : null}
      <div className="sc-links">
        {links.map((entry) => <Link key={entry.id} to={entry.path + entry.search}><Button block>{entry.title}</Button></Link>)}
      </div>
    </section>
  );
}

/** What waits for this person, and the ways into the product that their menu offers. */
export function HomeBlock({ node }: BlockProps<HomeNode>) {
  const { user } = useSituation();
  const [hour] = useState(() => new Date().getHours());
  return (
    <div className="sc-home">
      <h2 className="sc-title">{node.title ?? `${greeting(hour)}，${user.name}`}</h2>
      <div className="sc-home-columns">
        <div className="sc-home">
          <Tasks source="todo" title="我的待办" all={TODO_ADDRESS} empty="没有待办事项" note={waiting} />
          <Tasks source="start" title="我发起的" all="/taskCenter/alreadyDone" empty="还没有发起过申请" note={started} />
          <DraftsPanel />
        </div>
        <QuickLinks />
      </div>
    </div>
  );
}
