import { useServices } from '../../runtime/contexts.ts';
import type { ListQuery, Paged } from '../../runtime/services/paging.ts';
import type { Task, TaskGroups, TaskService, TaskSource } from '../../runtime/services/tasks.ts';
import { useLoad } from '../shared/useLoad.ts';
import { conditionsOf, OTHER, taskQueryOf, type TaskListState } from './taskState.ts';

/** Rows and counts of one moment, with the conditions that they were asked for. */
export interface TaskView {
  page: Paged<Task>;
  groups: TaskGroups | null;
  query: Pick<ListQuery, 'conditions' | 'keyword'>;
}

async function loadTasks(tasks: TaskService, source: TaskSource, state: TaskListState): Promise<TaskView> {
  const queryWith = (areaForms: readonly string[]): TaskView['query'] => ({
    conditions: conditionsOf(source, state, areaForms),
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
  return { page, groups, query };
}

/** A list of tasks with the counts beside it: asked for together, so that they agree. */
export function useTasks(source: TaskSource, state: TaskListState) {
  const { tasks } = useServices();
  return useLoad(() => loadTasks(tasks, source, state), [tasks, source, JSON.stringify(taskQueryOf(state))]);
}
