import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../../runtime/screen/pageSizes.ts';
import type { Query } from '../../navigation/pageNavigation.ts';

/** Page, sort and search of a ledger, without the parameters of its dataset; stored in the address. */
export interface LedgerState {
  pageNum: number;
  pageSize: number;
  sort: { field: string; order: 'asc' | 'desc' } | null;
  keyword: string;
  /** Id of the selected saved view; null for none. */
  viewId: string | null;
}

type Sort = LedgerState['sort'];

const PARAM_NAMES = ['page', 'size', 'sort', 'q', 'view'] as const;

/** Returns true if an address parameter belongs to the ledger with this prefix. */
export const isLedgerParam = (key: string, prefix: string): boolean =>
  PARAM_NAMES.some((name) => key === `${prefix}${name}`);

/** Encodes the state as address parameters; default values are omitted. */
export function encodeLedger(state: LedgerState, defaultSort: Sort, prefix = ''): Query {
  const { pageNum, pageSize, sort, keyword, viewId } = state;
  const isDefault = sort === null || (sort.field === defaultSort?.field && sort.order === defaultSort.order);
  return {
    ...(pageNum > 1 ? { [`${prefix}page`]: String(pageNum) } : {}),
    ...(pageSize === DEFAULT_PAGE_SIZE ? {} : { [`${prefix}size`]: String(pageSize) }),
    ...(isDefault ? {} : { [`${prefix}sort`]: `${sort.field}.${sort.order}` }),
    ...(keyword === '' ? {} : { [`${prefix}q`]: keyword }),
    ...(viewId ? { [`${prefix}view`]: viewId } : {}),
  };
}

/** Decodes address parameters to the state; an invalid parameter yields the default. */
export function decodeLedger(query: Query, defaultSort: Sort, prefix = ''): LedgerState {
  const pageNum = Number(query[`${prefix}page`] ?? 1);
  const pageSize = Number(query[`${prefix}size`] ?? DEFAULT_PAGE_SIZE);
  const [, field = '', order = ''] = /^(.+)\.(asc|desc)$/.exec(query[`${prefix}sort`] ?? '') ?? [];
  return {
    pageNum: Number.isInteger(pageNum) && pageNum > 0 ? pageNum : 1,
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULT_PAGE_SIZE,
    sort: field === '' ? defaultSort : { field, order: order as 'asc' | 'desc' },
    keyword: query[`${prefix}q`] ?? '',
    viewId: query[`${prefix}view`] ?? null,
  };
}
