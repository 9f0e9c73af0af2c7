import { useCallback, useEffect, useMemo } from 'react';
import type { SystemListNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { useLoad } from '../shared/useLoad.ts';
import { filterParamsOf, decodeFilters, encodeFilters, filtersOf } from './filters.ts';
import { rowsOf, type SystemSort } from './rows.ts';

/** Matches the address parameters of a system list, without their prefix. */
const LIST_PARAMS = /^(page|size|node|sort|f\..+)$/;

/** Parses the address parameter `column.asc`; null if the column is not sortable. */
function readSort(text: string | undefined, columns: SystemListNode['columns']): SystemSort | null {
  const [, field = '', order = ''] = /^(.+)\.(asc|desc)$/.exec(text ?? '') ?? [];
  const isSortable = columns.some(({ key, sortable }) => key === field && sortable === true);
  return isSortable ? { field, order: order as SystemSort['order'] } : null;
}

/**
 * Returns the state of a system list: its query (stored in the address), the loaded rows, and a function that changes
 * the query. `fixedParams`: parameters of every request, from the document.
 */
export function useSystemList(node: SystemListNode, fixedParams: Readonly<Record<string, unknown>>) {
  const services = useServices();
  const navigation = usePageNavigation();
  const registry = useRegistry();
  const filters = useMemo(() => filtersOf(node.filters, registry), [node.filters, registry]);
  const { query } = navigation;
  // the node's key distinguishes several lists of one page
  const prefix = node.key === undefined ? '' : `${node.key}.`;
  const isListParam = useCallback(
    (key: string) => key.startsWith(prefix) && LIST_PARAMS.test(key.slice(prefix.length)),
    [prefix],
  );
  const listParams = JSON.stringify(
    Object.entries(query)
      .filter(([key]) => isListParam(key))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
  const params = useMemo(() => Object.fromEntries(JSON.parse(listParams) as [string, string][]), [listParams]);
  const valuesJson = JSON.stringify(decodeFilters(params, filters));
  // the same object while the filters are equal, so that a change of page or order keeps text typed in the filter bar
  const values = useMemo(() => JSON.parse(valuesJson) as Record<string, unknown>, [valuesJson]);
  const state = useMemo(() => {
    const size = Number(params['size']);
    return {
      pageNum: Math.max(1, Math.floor(Number(params['page'])) || 1),
      pageSize: PAGE_SIZES.includes(size) ? size : DEFAULT_PAGE_SIZE,
      nodeId: params['node'] ?? '',
      values,
      sort: readSort(params['sort'], node.columns),
    };
  }, [params, values, node.columns]);
  const fixedJson = JSON.stringify(fixedParams);
  const requestParams = useMemo(
    (): Record<string, unknown> => ({
      ...(JSON.parse(fixedJson) as Record<string, unknown>),
      ...filterParamsOf(filters, state.values),
      ...(state.sort ? { sort: state.sort } : {}),
      ...(node.tree && state.nodeId !== '' ? { [node.tree.param]: state.nodeId } : {}),
    }),
    [filters, fixedJson, node.tree, state],
  );
  const { load, reload, refresh } = useLoad(async () => {
    const page = { pageNum: state.pageNum, pageSize: state.pageSize };
    return rowsOf(await services.request({ url: node.url, method: 'POST', params: { data: requestParams, page } }));
  }, [services, node.url, requestParams, state.pageNum, state.pageSize]);
  useShownAgainListener(refresh);
  const { refreshSeconds } = node;
  useEffect(() => {
    if (refreshSeconds === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, refreshSeconds * 1000);
    return () => clearInterval(timer);
  }, [refreshSeconds, refresh]);
  const changeQuery = useCallback(
    (change: {
      pageNum?: number;
      pageSize?: number;
      nodeId?: string;
      values?: Record<string, unknown>;
      sort?: SystemSort | null;
    }) => {
      const next = { ...state, pageNum: 1, ...change };
      const nextParams: Record<string, string> = {
        ...(next.pageNum > 1 ? { page: String(next.pageNum) } : {}),
        ...(next.pageSize === DEFAULT_PAGE_SIZE ? {} : { size: String(next.pageSize) }),
        ...(next.nodeId === '' ? {} : { node: next.nodeId }),
        ...(next.sort ? { sort: `${next.sort.field}.${next.sort.order}` } : {}),
        ...encodeFilters(next.values),
      };
      navigation.setQuery({
        ...Object.fromEntries(Object.entries(navigation.query).filter(([key]) => !isListParam(key))),
        ...Object.fromEntries(Object.entries(nextParams).map(([key, value]) => [prefix + key, value])),
      });
    },
    [navigation, state, isListParam, prefix],
  );
  return { filters, state, requestParams, load, reload, show: changeQuery };
}
