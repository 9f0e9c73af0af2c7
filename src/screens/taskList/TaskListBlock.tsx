import { DownloadOutlined, ReloadOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Input } from 'antd';
import { useState } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import type { TaskListNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { Pager } from '../../runtime/screen/Pager.tsx';
import type { Task } from '../../runtime/services/tasks.ts';
import { COMPACT_WIDTH, PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { addressPrefix } from '../navigation/addressPrefix.ts';
import { detailAddress, usePageNavigation } from '../navigation/pageNavigation.ts';
import { BatchFailures } from '../shared/BatchFailures.tsx';
import { messageOf } from '../shared/messages.ts';
import { actionName } from '../todo/actionNames.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { CategorySelect } from './CategorySelect.tsx';
import { ApplicantActions } from './ApplicantActions.tsx';
import { TaskCards } from './TaskCards.tsx';
import { TaskFilterBar } from './TaskFilterBar.tsx';
import { taskColumns, taskQuery, type TaskColumn } from './tasks.ts';
import { areasOf, isFiltered, isTaskParam, encodeTaskState, decodeTaskState, type TaskListState } from './taskState.ts';
import { TaskTable } from './TaskTable.tsx';
import { TaskTree, type TreeChoice } from './TaskTree.tsx';
import { useBatch } from './useBatch.ts';
import { useExport } from './useExport.ts';
import { columnFormKey, useFieldColumns } from './useFieldColumns.tsx';
import { useTasks } from './useTasks.ts';
import '../screens.css';
import './taskList.css';

const EMPTY_TEXTS = {
  todo: '没有待办事项',
  done: '还没有办理过的事项',
  start: '还没有发起过申请',
  copy: '还没有抄送给您的事项',
} as const;
/** The acts on several to-dos, in the order of their buttons. */
const BATCH_ACTIONS = ['transfer', 'return', 'approve'] as const;
const NO_RECORDS: ReadonlyMap<string, FormRecord> = new Map();

/** Inserts the columns of form fields before the column of the starter or the start time, whichever comes first. */
const insertFieldColumns = (columns: readonly TaskColumn[], fields: readonly TaskColumn[]): readonly TaskColumn[] => {
  const position = columns.findIndex(({ key }) => key === 'startUserName' || key === 'startTime');
  return position < 0
    ? [...columns, ...fields]
    : [...columns.slice(0, position), ...fields, ...columns.slice(position)];
};
const TITLES = { todo: '我的待办', done: '我的已办', start: '我发起的', copy: '抄送我的' } as const;

/**
 * List of the user's tasks by `source`: to-dos, done tasks, own applications or copies (TC-002, TC-004, TC-005), with
 * category tree, filters, counts and export.
 */
export function TaskListBlock({ node, path }: BlockProps<TaskListNode>) {
  const { source } = node;
  const title = node.title ?? TITLES[source];
  const navigation = usePageNavigation();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const isCompact = useIsNarrowerThan(COMPACT_WIDTH);
  const prefix = addressPrefix({}, source, path);
  const state = decodeTaskState(navigation.query, prefix);
  const [searchInput, setSearchInput] = useState({ appliedKeyword: state.keyword, typedText: state.keyword });
  // another applied keyword (back button, reset) replaces the text that the user typed before
  const typedKeyword = searchInput.appliedKeyword === state.keyword ? searchInput.typedText : state.keyword;
  const { formKeys, nodeKeys } = node;
  const restriction = { ...(formKeys ? { formKeys } : {}), ...(nodeKeys ? { nodeKeys } : {}) };
  const { load, reload, refresh } = useTasks(source, state, { ...restriction, columnFormKey: columnFormKey(node) });
  useShownAgainListener(refresh);
  const batch = useBatch(load.value?.page.list ?? [], reload);
  const taskExport = useExport(source, title);
  useServerEvents(source === 'start' || source === 'copy' ? 'remind' : 'todo', refresh);

  const setState = (next: TaskListState): void =>
    navigation.setQuery({
      ...Object.fromEntries(Object.entries(navigation.query).filter(([key]) => !isTaskParam(key, prefix))),
      ...encodeTaskState(next, prefix),
    });
  const changeState = (next: Partial<TaskListState>): void => setState({ ...state, pageNum: 1, ...next });
  const reset = (): void => setState({ ...decodeTaskState({}), pageSize: state.pageSize });
  const search = (keyword: string): void => {
    if (keyword.trim() === state.keyword) reload();
    else changeState({ keyword: keyword.trim() });
  };
  const open = (task: Task): void => navigation.go(detailAddress(taskQuery(source, task)));

  const { page, groups, query } = load.value ?? { page: undefined, groups: null, query: { conditions: [] } };
  const fieldColumns = useFieldColumns(node, load.value?.records ?? NO_RECORDS);
  const tasks = page?.list ?? [];
  // all to-dos get a checkbox; a disabled checkbox shows the reason
  const selection =
    source === 'todo' && tasks.length > 0 ? { selection: { ids: batch.ids, onChange: batch.setSelectedIds } } : {};
  const empty =
    load.state === 'ready' && page?.total === 0 ? (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={isFiltered(state) ? '没有符合条件的事项' : (node.emptyText ?? EMPTY_TEXTS[source])}
      />
    ) : (
      <span />
    );
  const rowsProps = {
    tasks,
    columns: insertFieldColumns(taskColumns(source, restriction), fieldColumns),
    isLoading: load.state === 'loading',
    empty,
    onOpen: open,
    openLabel: source === 'todo' ? '办理' : '查看',
    openAction: source === 'todo' ? 'handle' : 'view',
    ...selection,
    ...(source === 'start' ? { actionsFor: (task: Task) => <ApplicantActions task={task} onDone={refresh} /> } : {}),
  };
  const categoryProps =
    groups && formKeys?.length !== 1 && (groups.total > 0 || isFiltered(state))
      ? {
          areas: areasOf(groups),
          total: groups.total,
          selected: { area: state.area, form: state.form },
          onChoose: (choice: TreeChoice) => changeState({ ...choice, node: '' }),
        }
      : null;

  return (
    <div className="sc-list" data-task-list={source}>
      <div className="sc-toolbar">
        <h2 className="sc-title">
          {title}
          {page ? (
            <span className="tl-total" data-total={page.total}>
              {page.total}
            </span>
          ) : null}
        </h2>
        <div className="sc-toolbar-buttons">
          <Input.Search
            className="sc-search"
            value={typedKeyword}
            placeholder="标题、流程或发起人"
            allowClear
            enterButton="查询"
            aria-label="查询事项"
            onChange={(event) => setSearchInput({ appliedKeyword: state.keyword, typedText: event.target.value })}
            onSearch={search}
          />
          {BATCH_ACTIONS.map((action) => {
            const count = batch.tasksFor(action).length;
            return count === 0 ? null : (
              <Button
                key={action}
                type={action === 'approve' ? 'primary' : 'default'}
                onClick={() => batch.setDialogAction(action)}
                {...(action === 'approve' ? { loading: batch.isBusy } : { disabled: batch.isBusy })}
                data-action={`batch-${action}`}
              >
                批量{actionName(action)}（{count}）
              </Button>
            );
          })}
          <Button
            icon={<DownloadOutlined />}
            loading={taskExport.isBusy}
            disabled={!page || page.total === 0}
            onClick={() => {
              void taskExport.run(query);
            }}
            data-action="export"
          >
            导出
          </Button>
          <Button icon={<ReloadOutlined />} onClick={reload} data-action="refresh">
            刷新
          </Button>
        </div>
      </div>
      <BatchFailures
        failures={batch.failures}
        limit={batch.failures.length}
        doneText={batch.doneText}
        unit="项"
        onOpen={(id) => {
          const failedTask = batch.failures.find((failure) => failure.id === id);
          if (failedTask) open(failedTask.task);
        }}
        onClose={batch.closeFailures}
      />
      <div className={categoryProps && !isCompact ? 'tl-body tl-two' : 'tl-body'}>
        {categoryProps && !isCompact ? <TaskTree {...categoryProps} /> : null}
        <div className="tl-rows">
          {categoryProps && isCompact ? <CategorySelect {...categoryProps} /> : null}
          <TaskFilterBar
            source={source}
            state={state}
            groups={groups}
            nodeKeys={nodeKeys}
            onChange={changeState}
            onReset={reset}
          />
          {load.state === 'error' ? (
            <Alert
              type="error"
              showIcon
              message="列表加载失败"
              description={messageOf(load.error)}
              action={
                <Button size="small" onClick={reload} data-action="retry">
                  重试
                </Button>
              }
            />
          ) : null}
          {isPhone ? (
            <TaskCards {...rowsProps} />
          ) : (
            <TaskTable {...rowsProps} title={title} firstRowNumber={(state.pageNum - 1) * state.pageSize + 1} />
          )}
          {page && page.total > 0 ? (
            <Pager
              pageNum={state.pageNum}
              pageSize={state.pageSize}
              total={page.total}
              isEmpty={tasks.length === 0}
              onChange={(pageNum, pageSize) => changeState({ pageNum, pageSize })}
            />
          ) : null}
        </div>
      </div>
      {batch.dialogAction && batch.tasksFor(batch.dialogAction).length > 0 ? (
        <BatchDialog
          action={batch.dialogAction}
          tasks={batch.tasksFor(batch.dialogAction)}
          selectedCount={batch.ids.length}
          isBusy={batch.isBusy}
          onClose={() => batch.setDialogAction(null)}
          onDone={(decision, colleague) => void batch.run(decision, colleague)}
        />
      ) : null}
    </div>
  );
}
