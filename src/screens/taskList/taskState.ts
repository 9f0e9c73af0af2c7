import type { ListCondition } from '../../runtime/services/paging.ts';
import type { TaskGroups, TaskSource } from '../../runtime/services/tasks.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';

/** Filters of a task list, stored in the address. */
export interface TaskFilters {
  keyword: string;
  /** Selected business area or form of the category tree; '' for none. */
  area: string;
  form: string;
  node: string;
  /** Part of the applicant's name; '' for any. */
  who: string;
  /** Bounds of the time filter as YYYY-MM-DD; '' for none. */
  from: string;
  to: string;
  /** Whether the task comes from the user's own unit (`inner`) or from another unit (`outer`); '' for both. */
  side: '' | 'inner' | 'outer';
  /** Flow state of the application, or WITHDRAWN; '' for any. */
  state: string;
  /** True: only urgent tasks. */
  urgent: boolean;
  /** True: only overdue tasks. */
  overdue: boolean;
}

export interface TaskListState extends TaskFilters {
  pageNum: number;
  pageSize: number;
}

/** Filter value for returned applications that the applicants have withdrawn. */
export const WITHDRAWN = 'withdrawn';
/** Values of the state filter, in the order of the selector. */
export const STATE_FILTERS: readonly string[] = ['1', '2', WITHDRAWN, '3', '4'];

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const validDayOf = (text: string | undefined): string => (text !== undefined && DAY_PATTERN.test(text) ? text : '');

/** Names of the address parameters of a task list, without their prefix. */
const PARAMS: ReadonlySet<string> = new Set(
  'page size keyword area form node who from to state side urgent overdue'.split(' '),
);

/**
 * Returns true if an address parameter belongs to the task list with this prefix. A new state replaces all of these.
 */
export const isTaskParam = (key: string, prefix: string): boolean =>
  key.startsWith(prefix) && PARAMS.has(key.slice(prefix.length));

/**
 * Decodes the state from address parameters; an invalid parameter yields the default. `prefix` separates the blocks of
 * one screen.
 */
export function decodeTaskState(address: Readonly<Record<string, string>>, prefix = ''): TaskListState {
  const query = Object.fromEntries(
    [...PARAMS].map((name): [string, string | undefined] => [name, address[`${prefix}${name}`]]),
  );
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
    from: validDayOf(query.from),
    to: validDayOf(query.to),
    state: STATE_FILTERS.includes(query.state ?? '') ? (query.state ?? '') : '',
    side: query.side === 'inner' || query.side === 'outer' ? query.side : '',
    urgent: query.urgent === '1',
    overdue: query.overdue === '1',
  };
}

/** Encodes the state as address parameters; default values are omitted. */
export function encodeTaskState(state: TaskListState, prefix = ''): Record<string, string> {
  const { pageNum, pageSize, urgent, overdue, ...texts } = state;
  const allParams: Record<string, string> = {
    ...texts,
    urgent: urgent ? '1' : '',
    overdue: overdue ? '1' : '',
    page: pageNum > 1 ? String(pageNum) : '',
    size: pageSize === DEFAULT_PAGE_SIZE ? '' : String(pageSize),
  };
  return Object.fromEntries(
    Object.entries(allParams).flatMap(([name, value]) => (value === '' ? [] : [[`${prefix}${name}`, value]])),
  );
}

/** The time field by which each list is sorted and filtered, with its label. */
export const TIME_FIELDS: Readonly<Record<TaskSource, { field: string; label: string }>> = {
  todo: { field: 'arriveTime', label: '到达时间' },
  done: { field: 'finishTime', label: '办理时间' },
  start: { field: 'startTime', label: '发起时间' },
  copy: { field: 'arriveTime', label: '抄送时间' },
};

/**
 * Returns the conditions of the list call. `formsOfArea`: keys of the forms in the selected area; if it is empty, the
 * form must have the area's key, so that no tasks of other areas are found.
 */
export function conditionsOf(source: TaskSource, state: TaskFilters, formsOfArea: readonly string[]): ListCondition[] {
  const conditions: ListCondition[] = [];
  const addCondition = (field: string, op: ListCondition['op'], value: unknown): void => {
    conditions.push({ field, op, value });
  };
  if (state.form) addCondition('formKey', 'eq', state.form);
  else if (state.area) addCondition('formKey', 'in', formsOfArea.length > 0 ? formsOfArea : [state.area]);
  if (state.node) addCondition('taskNode', 'eq', state.node);
  if (state.who) addCondition('startUserName', 'contains', state.who);
  if (state.from || state.to) addCondition(TIME_FIELDS[source].field, 'range', [state.from || null, state.to || null]);
  if (state.state === WITHDRAWN) addCondition('isWithdrawn', 'eq', '1');
  else if (state.state) {
    addCondition('flwState', 'eq', state.state);
    if (state.state === '2') addCondition('isWithdrawn', 'eq', '0');
  }
  if (state.side) addCondition('side', 'eq', state.side);
  if (state.urgent) addCondition('isUrgent', 'eq', '1');
  if (state.overdue) addCondition('isOverdue', 'eq', '1');
  return conditions;
}

/** Returns true if any filter is set. */
export const isFiltered = ({ urgent, overdue, ...texts }: TaskFilters): boolean =>
  urgent ||
  overdue ||
  [texts.keyword, texts.area, texts.form, texts.node, texts.who, texts.from, texts.to, texts.side, texts.state].some(
    (text) => text !== '',
  );

/** Key of the area for forms without a business area. */
export const OTHER_AREA = 'other';

/** A business area with the forms that have tasks, and the number of their tasks. */
export interface TaskArea {
  /** Key of the area, or OTHER_AREA. */
  area: string;
  name: string;
  count: number;
  forms: readonly TaskGroups['forms'][number][];
}

/** Groups the forms by business area, sorted by count; forms without an area come last. */
export function areasOf({ forms }: TaskGroups): TaskArea[] {
  const areas = new Map<string, TaskArea>();
  for (const form of forms) {
    const area = form.area || OTHER_AREA;
    const areaOfForm = areas.get(area) ?? { area, name: form.areaName, count: 0, forms: [] };
    areas.set(area, { ...areaOfForm, count: areaOfForm.count + form.count, forms: [...areaOfForm.forms, form] });
  }
  return [...areas.values()].toSorted(
    (a, b) => Number(a.area === OTHER_AREA) - Number(b.area === OTHER_AREA) || b.count - a.count,
  );
}
