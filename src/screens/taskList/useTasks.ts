import { useMemo } from 'react';
import type { FormRecord } from '../../grammar/documents.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { ListQuery, Paged } from '../../runtime/services/paging.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { Task, TaskGroups, TaskService, TaskSource } from '../../runtime/services/tasks.ts';
import { useLoad } from '../shared/useLoad.ts';
import { queueConditions, type Queue } from './tasks.ts';
import { conditionsOf, OTHER_AREA, encodeTaskState, type TaskListState } from './taskState.ts';

/**
 * A page of tasks, the counts for the filters (`groups`; null after a failure), the query with which both were loaded,
 * and the records of the tasks by id (only for additional columns, otherwise empty).
 */
export interface TaskView {
  page: Paged<Task>;
  groups: TaskGroups | null;
  query: Pick<ListQuery, 'conditions' | 'keyword'>;
  records: ReadonlyMap<string, FormRecord>;
}

export interface TaskQueue extends Queue {
  /** Key of the form whose records are loaded for additional columns. */
  columnFormKey?: string | undefined;
}

/** Loads those records of a page of tasks that the user may see; empty without `formKey` and after a failure. */
async function loadRecords(
  records: Services['records'],
  formKey: string | undefined,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, FormRecord>> {
  const ids = [...new Set(tasks.map(({ recordId }) => recordId))];
  if (formKey === undefined || ids.length === 0) return new Map();
  const recordPage = await records
    .list(formKey, {
      conditions: [{ field: 'id', op: 'in', value: ids }],
      page: { pageNum: 1, pageSize: ids.length },
    })
    .catch(() => null);
  return new Map((recordPage?.list ?? []).map((record) => [record.id ?? '', record]));
}

/** Loads the tasks of a page, the counts and the records. Throws if the tasks cannot be loaded. */
async function loadTasks(
  { tasks, records }: { tasks: TaskService; records: Services['records'] },
  source: TaskSource,
  state: TaskListState,
  queue: TaskQueue,
): Promise<TaskView> {
  const queueConditionList = queueConditions(queue);
  const queryWith = (areaForms: readonly string[]): TaskView['query'] => ({
    conditions: [...queueConditionList, ...conditionsOf(source, state, areaForms)],
    ...(state.keyword ? { keyword: state.keyword } : {}),
  });
  // if the counts fail, the list is shown without them
  const loadCounts = (query: TaskView['query']): Promise<TaskGroups | null> =>
    tasks.groups(source, query).catch(() => null);
  let query = queryWith([]);
  if (state.area && !state.form) {
    // the counts contain the forms of the area; the conditions of the list need the keys of these forms
    const allGroups = await tasks.groups(source, {
      ...query,
      conditions: query.conditions.filter((condition) => !('field' in condition) || condition.field !== 'formKey'),
    });
    query = queryWith(
      (allGroups?.forms ?? []).filter(({ area }) => (area || OTHER_AREA) === state.area).map(({ formKey }) => formKey),
    );
  }
  const [page, groups] = await Promise.all([
    tasks.list(source, { ...query, page: { pageNum: state.pageNum, pageSize: state.pageSize } }),
    loadCounts(query),
  ]);
  return { page, groups, query, records: await loadRecords(records, queue.columnFormKey, page.list) };
}

/** Loads a page of tasks together with its counts, so that both are consistent. */
export function useTasks(source: TaskSource, state: TaskListState, queue: TaskQueue) {
  const { tasks, records } = useServices();
  const queueJson = JSON.stringify(queue);
  const stableQueue = useMemo(() => JSON.parse(queueJson) as TaskQueue, [queueJson]);
  return useLoad(
    () => loadTasks({ tasks, records }, source, state, stableQueue),
    [tasks, records, source, stableQueue, JSON.stringify(encodeTaskState(state))],
  );
}
