import { ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input } from 'antd';
import { useRef, useState } from 'react';
import type { TaskListNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/faces.ts';
import { useNews } from '../../runtime/useNews.ts';
import { useShownAgain } from '../../runtime/page.ts';
import type { Task } from '../../runtime/services/tasks.ts';
import { PAGE_SIZES } from '../list/query.ts';
import { detailAddress, usePlace } from '../place/place.ts';
import { messageOf } from '../shared/messages.ts';
import { Pager } from '../../runtime/pager.tsx';
import { scrollToTop } from '../shared/scrollToTop.ts';
import { useLoad } from '../shared/useLoad.ts';
import { PHONE_WIDTH, useNarrower } from '../../runtime/useNarrower.ts';
import { useBatch } from './useBatch.ts';
import { taskColumns, taskQuery, taskStateOf } from './tasks.ts';
import { TaskCards } from './TaskCards.tsx';
import { TaskTable } from './TaskTable.tsx';
import '../screens.css';

const EMPTY = { todo: '没有待办事项', done: '还没有办理过的事项', start: '还没有发起过申请' } as const;
const TITLES = { todo: '我的待办', done: '我的已办', start: '我发起的' } as const;

/** My to-dos, what I have done, what I started: search, paging, and each opens its record in the right way. */
export function TaskListBlock({ node }: BlockProps<TaskListNode>) {
  const { source } = node;
  const top = useRef<HTMLDivElement>(null);
  const services = useServices();
  const place = usePlace();
  const isPhone = useNarrower(PHONE_WIDTH);
  const state = taskStateOf(place.query);
  const [typed, setTyped] = useState(state.keyword);
  const { load, reload, refresh } = useLoad(
    () => services.tasks.list(source, { page: { pageNum: state.pageNum, pageSize: state.pageSize }, conditions: [], ...(state.keyword ? { keyword: state.keyword } : {}) }),
    [services, source, state.pageNum, state.pageSize, state.keyword],
  );
  useShownAgain(refresh);
  const batch = useBatch(reload);
  useNews(source === 'start' ? 'remind' : 'todo', refresh);
  const page = load.value;
  const tasks = page?.list ?? [];
  const open = (task: Task): void => place.go(detailAddress(taskQuery(source, task)));
  const search = (keyword: string): void => {
    if (keyword.trim() === state.keyword) reload();
    else place.setQuery(keyword.trim() ? { keyword: keyword.trim() } : {});
  };
  const ticked = tasks.some(({ canBatch }) => canBatch) ? { ticked: { ids: batch.ids, onChange: batch.setIds } } : {};
  const empty = load.state === 'ready' ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={state.keyword ? '没有符合条件的事项' : EMPTY[source]} /> : <span />;
  const shared = { tasks, columns: taskColumns(source), isLoading: load.state === 'loading', empty, onOpen: open, openLabel: source === 'todo' ? '办理' : '查看', openAction: source === 'todo' ? 'handle' : 'view', ...ticked };

  return (
    <div ref={top} className="sc-list" data-task-list={source}>
      <div className="sc-toolbar">
        <h2 className="sc-title">{node.title ?? TITLES[source]}</h2>
        <div className="sc-toolbar-buttons">
          <Input.Search
            className="sc-search" value={typed} placeholder="标题、流程或发起人" allowClear enterButton="查询" aria-label="查询事项"
            onChange={(event) => setTyped(event.target.value)} onSearch={search}
          />
          {batch.ids.length > 0 ? <Button type="primary" onClick={batch.ask} loading={batch.isBusy} data-action="batch-approve">批量同意（{batch.ids.length}）</Button> : null}
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">刷新</Button>
        </div>
      </div>
      {load.state === 'error' ? (
        <Alert type="error" showIcon message="列表加载失败" description={messageOf(load.error)} action={<Button size="small" onClick={reload} data-action="retry">重试</Button>} />
      ) : null}
      {isPhone ? <TaskCards {...shared} /> : <TaskTable {...shared} firstNumber={(state.pageNum - 1) * state.pageSize + 1} />}
      {page && page.total > 0 ? (
        <Pager
          pageNum={state.pageNum} pageSize={state.pageSize} total={page.total} sizes={PAGE_SIZES}
          onChange={(pageNum, pageSize) => {
            place.setQuery({ ...(state.keyword ? { keyword: state.keyword } : {}), page: String(pageNum), size: String(pageSize) });
            scrollToTop(top.current);
          }}
        />
      ) : null}
    </div>
  );
}
