import type { ListCondition } from '../../runtime/services/paging.ts';
import type { TaskGroups, TaskSource } from '../../runtime/services/tasks.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';

/** What of the tasks is shown; all of it stands in the address. */
export interface TaskFilters {
  keyword: string;
  /** A business area of the tree, or one form. */
  area: string;
  form: string;
  node: string;
  who: string;
  /** YYYY-MM-DD, each may be absent. */
  from: string;
  to: string;
  side: '' | 'inner' | 'outer';
  /** State of the application, or WITHDRAWN; '' any. */
  state: string;
  urgent: boolean;
  overdue: boolean;
}

export interface TaskListState extends TaskFilters {
  pageNum: number;
  pageSize: number;
}

/** Chosen instead of a state: returned ones that their applicants took back themselves. */
export const WITHDRAWN = 'withdrawn';
/** States that a list of applications is filtered by, in the order they are offered. */
export const STATES: readonly string[] = ['1', '2', WITHDRAWN, '3', '4'];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (text: string | undefined): string => (text !== undefined && DAY.test(text) ? text : '');

export function taskStateOf(query: Readonly<Record<string, string>>): TaskListState {
  const pageNum = Number(query.page);
  const pageSize = Number(query.size);
  return {
    pageNum: Number.isInteger(pageNum) && pageNum > 0 ? pageNum : 1,
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    keyword: query.keyword ?? '',
    area: query.area ?? '',
    form: query.form ?? '',
    node: query.node ?? '',
    who: query.who ?? '',
    from: dayOf(query.from),
    to: dayOf(query.to),
    state: STATES.includes(query.state ?? '') ? (query.state ?? '') : '',
    side: query.side === 'inner' || query.side === 'outer' ? query.side : '',
    urgent: query.urgent === '1',
    overdue: query.overdue === '1',
  };
}

/** The address of a state; what is not set is left out, so that the plain list has the plain address. */
export function taskQueryOf(state: TaskListState): Record<string, string> {
  const { pageNum, pageSize, urgent, overdue, ...texts } = state;
  const all: Record<string, string> = {
    ...texts,
    urgent: urgent ? '1' : '',
    overdue: overdue ? '1' : '',
    page: pageNum > 1 ? String(pageNum) : '',
    size: pageSize === DEFAULT_PAGE_SIZE ? '' : String(pageSize),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** The time by which each list is ordered, and what it is called. */
export const TIME_OF: Readonly<Record<TaskSource, { field: string; label: string }>> = {
  todo: { field: 'arriveTime', label: '到达时间' },
  done: { field: 'finishTime', label: '办理时间' },
  start: { field: 'startTime', label: '发起时间' },
  copy: { field: 'arriveTime', label: '抄送时间' },
};

/** Conditions of the call. `formsOfArea`: the forms that the chosen area has. */
export function conditionsOf(source: TaskSource, state: TaskFilters, formsOfArea: readonly string[]): ListCondition[] {
  const conditions: ListCondition[] = [];
  const add = (field: string, op: ListCondition['op'], value: unknown): void => {
    conditions.push({ field, op, value });
  };
  if (state.form) add('formKey', 'eq', state.form);
  else if (state.area) add('formKey', 'in', formsOfArea.length > 0 ? formsOfArea : [state.area]);
  if (state.node) add('taskNode', 'eq', state.node);
  if (state.who) add('startUserName', 'contains', state.who);
  if (state.from || state.to) add(TIME_OF[source].field, 'range', [state.from || null, state.to || null]);
  if (state.state === WITHDRAWN) add('isWithdrawn', 'eq', '1');
  else if (state.state) {
    add('flwState', 'eq', state.state);
    if (state.state === '2') add('isWithdrawn', 'eq', '0');
  }
  if (state.side) add('side', 'eq', state.side);
  if (state.urgent) add('isUrgent', 'eq', '1');
  if (state.overdue) add('isOverdue', 'eq', '1');
  return conditions;
}

export const isFiltered = ({ urgent, overdue, ...texts }: TaskFilters): boolean =>
  urgent ||
  overdue ||
  [texts.keyword, texts.area, texts.form, texts.node, texts.who, texts.from, texts.to, texts.side, texts.state].some(
    (text) => text !== '',
  );

/** Area of forms that have none. */
export const OTHER = 'other';

export interface TaskArea {
  area: string;
  name: string;
  count: number;
  forms: readonly TaskGroups['forms'][number][];
}

/** Forms by business area, as the tree shows them. Forms whose area is not known stand last. */
export function areasOf({ forms }: TaskGroups): TaskArea[] {
  const areas = new Map<string, TaskArea>();
  for (const form of forms) {
    const area = form.area || OTHER;
    const known = areas.get(area) ?? { area, name: form.areaName, count: 0, forms: [] };
    areas.set(area, { ...known, count: known.count + form.count, forms: [...known.forms, form] });
  }
  return [...areas.values()].toSorted(
    (a, b) => Number(a.area === OTHER) - Number(b.area === OTHER) || b.count - a.count,
  );
}
