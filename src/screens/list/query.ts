import { isPeriodName } from '../../domain/periods.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';
import type { AnyOf, ListCondition, ListQuery, DrillDownNumber } from '../../runtime/services/paging.ts';
import { toListConditions, parseAdvancedFilterValue, type AdvancedFilterValue } from './more/advancedConditions.ts';
import { storedStates } from '../shared/flowState.ts';
import { PLACE_PATTERN } from './map/places.ts';
import { initialMode, readDisplayMode, supportedMode, type DisplayMode } from './views/displayModes.ts';
import type { CompiledList, ListFilter } from './compile.ts';
import type { DocumentView } from './viewParts.ts';

/** Query of a list. Stored in the address, so that going back and reloading restore it. */
export interface ListState {
  pageNum: number;
  pageSize: number;
  sort: { field: string; order: 'asc' | 'desc' } | null;
  /** Values of the filter controls by field, without empty filters. */
  filters: Readonly<Record<string, unknown>>;
  /** Fields whose filter in the address names an unknown period, so that it filters nothing; absent: none. */
  ignoredFilters?: readonly string[];
  /** Conditions of the advanced filter; null: none. */
  advanced: AdvancedFilterValue | null;
  /** Display mode of the records. */
  displayMode: DisplayMode;
  /** Id of the selected view: a saved view, a view of the document (`documentViewId`), or NO_VIEW; null: none set. */
  viewId: string | null;
  /** The selected place of a map, as `PLACE_PATTERN` describes it; absent or '': none. */
  place?: string;
  /** Set if the list shows only the records of one number (a count or sum). `number`: identifies this number. */
  drillDown?: { number: DrillDownNumber; title: string };
}

/** The view properties of `ListState` for a list shown as a table, without an advanced filter and a selected view. */
export const DEFAULT_VIEW_STATE = { advanced: null, displayMode: { kind: 'table', by: '' }, viewId: null } as const;

/** Returns true for a filter value that filters nothing. */
export const isEmptyFilterValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every((item) => item === undefined || item === null || item === ''));

/**
 * Returns true if the filter values are equal. The list is loaded when the address changes. A search with equal values
 * does not change the address, so the caller must load the list again.
 */
export const areSameFilters = (a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Encodes a filter value for the address. A text is encoded as JSON only if it would otherwise be decoded as JSON. */
const encodeValue = (value: unknown): string =>
  typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value);
const decodeValue = (text: string): unknown => (isJson(text) ? (JSON.parse(text) as unknown) : text);

/** Returns true if `value` is the default of a filter by record state: for a form without a process usually 有效. */
export const isDefaultStateFilter = ({ control, defaultValue }: ListFilter, value: unknown): boolean =>
  control.kind === 'state' && !isEmptyFilterValue(value) && JSON.stringify(value) === JSON.stringify(defaultValue);

/**
 * Encodes the state as address parameters; the list's defaults are omitted. `prefix` separates the lists of one screen.
 */
export function encodeListState(state: ListState, list: CompiledList, prefix = ''): Record<string, string> {
  const params: Record<string, string> = {};
  if (state.pageNum > 1) params[`${prefix}page`] = String(state.pageNum);
  if (state.pageSize !== DEFAULT_PAGE_SIZE) params[`${prefix}size`] = String(state.pageSize);
  if (state.sort && (state.sort.field !== list.sort?.field || state.sort.order !== list.sort.order))
    params[`${prefix}sort`] = `${state.sort.field}.${state.sort.order}`;
  for (const filter of list.filters) {
    const value = state.filters[filter.field];
    // a list of the records of a figure is read without defaults
    if (!state.drillDown && isDefaultStateFilter(filter, value)) continue;
    if (!isEmptyFilterValue(value)) params[`${prefix}f.${filter.field}`] = encodeValue(value);
    // a cleared default is stored as '', otherwise reloading would restore the default
    else if (!isEmptyFilterValue(filter.defaultValue)) params[`${prefix}f.${filter.field}`] = '';
  }
  if (state.advanced && state.advanced.rows.length > 0) params[`${prefix}more`] = JSON.stringify(state.advanced);
  const defaultMode = initialMode(list);
  if (state.displayMode.kind !== defaultMode.kind || state.displayMode.by !== defaultMode.by)
    params[`${prefix}look`] = `${state.displayMode.kind}.${state.displayMode.by}`;
  if (state.place && state.displayMode.kind === 'map') params[`${prefix}place`] = state.place;
  if (state.viewId) params[`${prefix}view`] = state.viewId;
  if (state.drillDown) {
    params[`${prefix}behind`] = JSON.stringify(state.drillDown.number);
    params[`${prefix}behindTitle`] = state.drillDown.title;
  }
  return params;
}

/**
 * Decodes address parameters to the state. An invalid parameter (page -1, an unknown sort column) yields the default;
 * for an unknown period see `ListState.ignoredFilters`.
 */
export function decodeListState(params: Readonly<Record<string, string>>, list: CompiledList, prefix = ''): ListState {
  const pageNum = Number(params[`${prefix}page`] ?? 1);
  const pageSize = Number(params[`${prefix}size`] ?? DEFAULT_PAGE_SIZE);
  const [, field = '', order = ''] = /^(.+)\.(asc|desc)$/.exec(params[`${prefix}sort`] ?? '') ?? [];
  const isSortableColumn = list.columns.some((column) => column.field === field && column.isSortable);
  const drillDown = readDrillDown(params, prefix);
  const place = params[`${prefix}place`];
  const filters: Record<string, unknown> = {};
  const ignoredFilters: string[] = [];
  for (const filter of list.filters) {
    const text = params[`${prefix}f.${filter.field}`];
    // the records of a figure are listed without default filters, because the figure does not apply these filters
    const value = text === undefined ? (drillDown ? undefined : filter.defaultValue) : decodeValue(text);
    if (isEmptyFilterValue(value)) continue;
    if (takesPeriods(filter) && typeof value === 'string' && !isPeriodName(value)) ignoredFilters.push(filter.field);
    else filters[filter.field] = value;
  }
  return {
    pageNum: Number.isInteger(pageNum) && pageNum > 0 ? pageNum : 1,
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    sort: isSortableColumn ? { field, order: order as 'asc' | 'desc' } : list.sort,
    filters,
    ...(ignoredFilters.length > 0 ? { ignoredFilters } : {}),
    advanced: parseAdvancedFilterValue(params[`${prefix}more`]),
    displayMode: readDisplayMode(params[`${prefix}look`], list),
    viewId: params[`${prefix}view`] ?? null,
    ...(place !== undefined && PLACE_PATTERN.test(place) ? { place } : {}),
    ...(drillDown ? { drillDown } : {}),
  };
}

/** Reads `ListState.drillDown` from the address; null: no number, or an invalid parameter. */
export function readDrillDown(params: Readonly<Record<string, string>>, prefix = ''): ListState['drillDown'] | null {
  const text = params[`${prefix}behind`];
  const number = text !== undefined && isJson(text) ? (JSON.parse(text) as unknown) : null;
  if (typeof number !== 'object' || number === null || Array.isArray(number)) return null;
  return { number: number as DrillDownNumber, title: params[`${prefix}behindTitle`] ?? '' };
}

/** The view id for no view: the list as the document defines it. Needed because otherwise a default view applies. */
export const NO_VIEW = 'none';

/** Returns the view id of a view that the document defines. Saved views have stored ids. */
export const documentViewId = ({ name }: DocumentView): string => `doc:${name}`;

/** Returns the query of a view that the document defines, in the same form as the query of a saved view. */
export const documentViewQuery = (view: DocumentView, list: CompiledList): Record<string, string> =>
  encodeListState(
    {
      pageNum: 1,
      pageSize: DEFAULT_PAGE_SIZE,
      sort: view.sort ? { field: view.sort.field, order: view.sort.order ?? 'desc' } : list.sort,
      // the view has its own conditions; of the initial filter values, only the one that leaves out voided records
      // applies, and only if the view has no condition for the state
      filters: view.conditions?.some(({ field }) => field === 'flwState')
        ? {}
        : Object.fromEntries(
            list.filters
              .filter((filter) => isDefaultStateFilter(filter, filter.defaultValue))
              .map(({ field, defaultValue }) => [field, defaultValue]),
          ),
      advanced: view.conditions?.length
        ? { match: 'all', rows: view.conditions.map(({ op = 'eq', ...condition }) => ({ ...condition, op })) }
        : null,
      displayMode: supportedMode({ ...view, kind: view.kind ?? 'table' }, list),
      viewId: documentViewId(view),
    },
    list,
  );

/**
 * Returns true if an address parameter belongs to the list with this prefix. A new state replaces all such parameters.
 */
export const isListParam = (key: string, prefix = ''): boolean =>
  key.startsWith(prefix) &&
  /^(page|size|sort|more|look|place|view|behind|behindTitle|f\..+)$/.test(key.slice(prefix.length));

const DAY_END = ' 23:59:59';
const DAY_START = ' 00:00:00';

/** Returns both bounds of a range. For date-times, dates are extended to the first and the last second of the day. */
function boundsOf(filter: ListFilter, value: readonly unknown[]): unknown[] {
  const [from, to] = value;
  const isDateTime = filter.control.kind === 'date' && filter.control.hasTime;
  const withTime = (end: unknown, suffix: string): unknown =>
    isDateTime && typeof end === 'string' && end.length === 10 ? end + suffix : end;
  return [withTime(from ?? null, DAY_START), withTime(to ?? null, DAY_END)];
}

/**
 * Returns true if a filter accepts the name of a period (`thisMonth`) instead of two dates. The address and saved views
 * store the name, so that the period moves with the calendar.
 */
const takesPeriods = ({ op, control }: ListFilter): boolean => op === 'range' && control.kind === 'date';

/** Returns the condition of a filter with a value. */
export function filterCondition(filter: ListFilter, value: unknown): ListCondition {
  if (takesPeriods(filter) && typeof value === 'string') return { field: filter.field, op: 'within', value };
  if (filter.op === 'range' && Array.isArray(value))
    return { field: filter.field, op: 'range', value: boundsOf(filter, value) };
  if (filter.op === 'in' && !Array.isArray(value)) return { field: filter.field, op: 'in', value: [value] };
  return { field: filter.field, op: filter.op, value: typeof value === 'string' ? value.trim() : value };
}

/**
 * Returns true if the list shows fewer records than with its initial state filter alone: by an advanced filter, a
 * drill-down or another filter value, which may also be an initial value.
 */
export const isNarrowed = (state: ListState, list: CompiledList): boolean =>
  state.advanced !== null ||
  state.drillDown !== undefined ||
  list.filters.some((filter) => {
    const value = state.filters[filter.field];
    return !isEmptyFilterValue(value) && !isDefaultStateFilter(filter, value);
  });

/**
 * For a form without a process: replaces each selected state in a condition by the values of `flwState` that it stands
 * for (有效 stands for several).
 */
function withStoredStates(condition: ListCondition | AnyOf): ListCondition | AnyOf {
  if ('anyOf' in condition) return { anyOf: condition.anyOf.map((item) => withStoredStates(item) as ListCondition) };
  if (condition.field !== 'flwState') return condition;
  const { op, value } = condition;
  const states = (Array.isArray(value) ? value : [value]).flatMap((item) => storedStates(String(item)));
  return { ...condition, op: op === 'notIn' || op === 'ne' ? 'notIn' : 'in', value: states };
}

/** Converts the state to the query of the list call. */
export function toListQuery(state: ListState, list: CompiledList): ListQuery {
  const userConditions = [
    ...list.filters.flatMap((filter) =>
      isEmptyFilterValue(state.filters[filter.field]) ? [] : [filterCondition(filter, state.filters[filter.field])],
    ),
    ...toListConditions(state.advanced),
  ];
  return {
    page: { pageNum: state.pageNum, pageSize: state.pageSize },
    conditions: [...list.fixedConditions, ...(list.hasFlow ? userConditions : userConditions.map(withStoredStates))],
    ...(state.sort ? { sort: state.sort } : {}),
    ...(list.paths.length > 0 ? { paths: list.paths } : {}),
    ...(state.drillDown ? { behind: state.drillDown.number } : {}),
  };
}
