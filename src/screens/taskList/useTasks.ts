import { useMemo } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { ListQuery, Paged } from '../../runtime/services/paging.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { Task, TaskGroups, TaskService, TaskSource } from '../../runtime/services/tasks.ts';
import { useLoad } from '../shared/useLoad.ts';
import { queueConditions, type Queue } from './tasks.ts';
import { conditionsOf, OTHER, taskQueryOf, type TaskListState } from './taskState.ts';

/** Rows and counts of one moment, with the conditions that they were asked for, and the records behind the rows by id. */
export interface TaskView {
  page: Paged<Task>;
  groups: TaskGroups | null;
  query: Pick<ListQuery, 'conditions' | 'keyword'>;
  records: ReadonlyMap<string, FormRecord>;
}

export interface TaskQueue extends Queue {
  /** The form whose records are read for further columns. */
  recordsOf?: string | undefined;
}

/** The records of a page of tasks, as this person may see them; without them the list has its own columns all the same. */
async function recordsBehind(
  records: Services['records'],
  formKey: string | undefined,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, FormRecord>> {
  const ids = [...new Set(tasks.map(({ recordId }) => recordId))];
  if (formKey === undefined || ids.length === 0) return new Map();
  const found = await records
    .list(formKey, {
      conditions: [{ field: 'id', op: 'in', value: ids }],
      page: { pageNum: 1, pageSize: ids.length },
    })
    .catch(() => null);
  return new Map((found?.list ?? []).map((record) => [record.id ?? '', record]));
}

async function loadTasks(
  { tasks, records }: { tasks: TaskService; records: Services['records'] },
  source: TaskSource,
  state: TaskListState,
  queue: TaskQueue,
): Promise<TaskView> {
  const narrowed = queueConditions(queue);
  const queryWith = (areaForms: readonly string[]): TaskView['query'] => ({
    conditions: [...narrowed, ...conditionsOf(source, state, areaForms)],
    ...(state.keyword ? { keyword: state.keyword } : {}),
  });
  // a back end without counts has a list all the same
  const count = (query: TaskView['query']): Promise<TaskGroups | null> => tasks.groups(source, query).catch(() => null);
  let query = queryWith([]);
  if (state.area && !state.form) {
    // which forms an area has is known from the counts
    const all = await count({
      ...query,
      conditions: query.conditions.filter((one) => !('field' in one) || one.field !== 'formKey'),
    });
    query = queryWith(
      (all?.forms ?? []).filter(({ area }) => (area || OTHER) === state.area).map(({ formKey }) => formKey),
    );
  }
  const [page, groups] = await Promise.all([
    tasks.list(source, { ...query, page: { pageNum: state.pageNum, pageSize: state.pageSize } }),
    count(query),
  ]);
  return { page, groups, query, records: await recordsBehind(records, queue.recordsOf, page.list) };
}

/** A list of tasks with the counts beside it: asked for together, so that they agree. */
export function useTasks(source: TaskSource, state: TaskListState, queue: TaskQueue) {
  const { tasks, records } = useServices();
  const key = JSON.stringify(queue);
  const narrowed = useMemo(() => JSON.parse(key) as TaskQueue, [key]);
  return useLoad(
    () => loadTasks({ tasks, records }, source, state, narrowed),
    [tasks, records, source, narrowed, JSON.stringify(taskQueryOf(state))],
  );
}
