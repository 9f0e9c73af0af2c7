import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';
import type { ListCondition, ListQuery } from '../../runtime/services/paging.ts';
import { moreConditions, readMore, type MoreConditions } from './more/moreConditions.ts';
import { readLook, type ListLook } from './views/looks.ts';
import type { CompiledList, ListFilter } from './compile.ts';

/** Query of a list; it is kept in the address, so that back and reload restore it. */
export interface ListState {
  pageNum: number;
  pageSize: number;
  sort: { field: string; order: 'asc' | 'desc' } | null;
  /** Filter field → value, as its control holds it. Empty ones are absent. */
  filters: Readonly<Record<string, unknown>>;
  /** Conditions in addition to the filters; null: none. */
  more: MoreConditions | null;
  /** How the records are shown. */
  look: ListLook;
  /** The saved view that was chosen. */
  viewId: string | null;
}

export const NO_MORE = { more: null, look: { kind: 'table', by: '' }, viewId: null } as const;

export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.every((item) => item === undefined || item === null || item === ''));

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A text stays readable in the address, unless it would be read back as something else. */
const encodeValue = (value: unknown): string =>
  typeof value === 'string' && !parses(value) ? value : JSON.stringify(value);
const decodeValue = (text: string): unknown => (parses(text) ? (JSON.parse(text) as unknown) : text);

/** The state as address parameters; what equals the list's default is left out. `prefix` separates lists on one screen. */
export function encodeListState(state: ListState, list: CompiledList, prefix = ''): Record<string, string> {
  const params: Record<string, string> = {};
  if (state.pageNum > 1) params[`${prefix}page`] = String(state.pageNum);
  if (state.pageSize !== DEFAULT_PAGE_SIZE) params[`${prefix}size`] = String(state.pageSize);
  if (state.sort && (state.sort.field !== list.sort?.field || state.sort.order !== list.sort.order))
    params[`${prefix}sort`] = `${state.sort.field}.${state.sort.order}`;
  for (const filter of list.filters) {
    const value = state.filters[filter.field];
    if (!isBlank(value)) params[`${prefix}f.${filter.field}`] = encodeValue(value);
    // A cleared default must be remembered, else reloading would bring it back.
    else if (!isBlank(filter.defaultValue)) params[`${prefix}f.${filter.field}`] = '';
  }
  if (state.more && state.more.rows.length > 0) params[`${prefix}more`] = JSON.stringify(state.more);
  if (state.look.kind !== 'table') params[`${prefix}look`] = `${state.look.kind}.${state.look.by}`;
  if (state.viewId) params[`${prefix}view`] = state.viewId;
  return params;
}

/** The reverse; anything that does not fit (a page of -1, an unknown sort column) falls back to the default. */
export function decodeListState(params: Readonly<Record<string, string>>, list: CompiledList, prefix = ''): ListState {
  const pageNum = Number(params[`${prefix}page`] ?? 1);
  const pageSize = Number(params[`${prefix}size`] ?? DEFAULT_PAGE_SIZE);
  const [, field = '', order = ''] = /^(.+)\.(asc|desc)$/.exec(params[`${prefix}sort`] ?? '') ?? [];
  const isKnown = list.columns.some((column) => column.field === field && column.isSortable);
  const filters: Record<string, unknown> = {};
  for (const filter of list.filters) {
    const text = params[`${prefix}f.${filter.field}`];
    const value = text === undefined ? filter.defaultValue : decodeValue(text);
    if (!isBlank(value)) filters[filter.field] = value;
  }
  return {
    pageNum: Number.isInteger(pageNum) && pageNum > 0 ? pageNum : 1,
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    sort: isKnown ? { field, order: order as 'asc' | 'desc' } : list.sort,
    filters,
    more: readMore(params[`${prefix}more`]),
    look: readLook(params[`${prefix}look`], list),
    viewId: params[`${prefix}view`] ?? null,
  };
}

/** Keys of the address that belong to a list, so that a new state replaces the old one entirely. */
export const isListParam = (key: string, prefix = ''): boolean =>
  key.startsWith(prefix) && /^(page|size|sort|more|look|view|f\..+)$/.test(key.slice(prefix.length));

const DAY_END = ' 23:59:59';
const DAY_START = ' 00:00:00';

/** A day as the end of a span of date-times means its last second. */
function spanOf(filter: ListFilter, value: readonly unknown[]): unknown[] {
  const [from, to] = value;
  const isDateTime = filter.control.kind === 'date' && filter.control.hasTime;
  const whole = (end: unknown, suffix: string): unknown =>
    isDateTime && typeof end === 'string' && end.length === 10 ? end + suffix : end;
  return [whole(from ?? null, DAY_START), whole(to ?? null, DAY_END)];
}

function conditionOf(filter: ListFilter, value: unknown): ListCondition {
  if (filter.op === 'range' && Array.isArray(value))
    return { field: filter.field, op: 'range', value: spanOf(filter, value) };
  if (filter.op === 'in' && !Array.isArray(value)) return { field: filter.field, op: 'in', value: [value] };
  return { field: filter.field, op: filter.op, value: typeof value === 'string' ? value.trim() : value };
}

export function toListQuery(state: ListState, list: CompiledList): ListQuery {
  return {
    page: { pageNum: state.pageNum, pageSize: state.pageSize },
    conditions: [
      ...list.fixedConditions,
      ...list.filters.flatMap((filter) =>
        isBlank(state.filters[filter.field]) ? [] : [conditionOf(filter, state.filters[filter.field])],
      ),
      ...moreConditions(state.more),
    ],
    ...(state.sort ? { sort: state.sort } : {}),
    ...(list.paths.length > 0 ? { paths: list.paths } : {}),
  };
}
