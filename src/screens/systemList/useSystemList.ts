import { useCallback, useEffect, useMemo } from 'react';
import type { SystemListNode } from '../../grammar/nodes.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import { useShownAgain } from '../../runtime/screen/page.ts';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../../runtime/screen/pageSizes.ts';
import { usePlace } from '../place/place.ts';
import { useLoad } from '../shared/useLoad.ts';
import { conditionsOf, decodeFilters, encodeFilters, filtersOf } from './filters.ts';
import { rowsOf, type SystemSort } from './rows.ts';

const OWN = /^(page|size|node|sort|f\..+)$/;

/** `column.asc` of the address; null for anything that is no column to sort by. */
function sortOf(text: string | undefined, columns: SystemListNode['columns']): SystemSort | null {
  const [, field = '', order = ''] = /^(.+)\.(asc|desc)$/.exec(text ?? '') ?? [];
  const isSortable = columns.some(({ key, sortable }) => key === field && sortable === true);
  return isSortable ? { field, order: order as SystemSort['order'] } : null;
}

/** A system list's query, kept in its place's address, and the rows it asks for. `fixed`: parameters of the document. */
export function useSystemList(node: SystemListNode, fixed: Readonly<Record<string, unknown>>) {
  const services = useServices();
  const place = usePlace();
  const registry = useRegistry();
  const filters = useMemo(() => filtersOf(node.filters, registry), [node.filters, registry]);
  const { query } = place;
  // several lists of one page are told apart by their keys
  const prefix = node.key === undefined ? '' : `${node.key}.`;
  const isOwn = useCallback((key: string) => key.startsWith(prefix) && OWN.test(key.slice(prefix.length)), [prefix]);
  const address = JSON.stringify(
    Object.entries(query)
      .filter(([key]) => isOwn(key))
      .map(([key, value]) => [key.slice(prefix.length), value]),
  );
  const state = useMemo(() => {
    const own = Object.fromEntries(JSON.parse(address) as [string, string][]);
    const size = Number(own['size']);
    return {
      pageNum: Math.max(1, Math.floor(Number(own['page'])) || 1),
      pageSize: PAGE_SIZES.includes(size) ? size : DEFAULT_PAGE_SIZE,
      nodeId: own['node'] ?? '',
      values: decodeFilters(own, filters),
      sort: sortOf(own['sort'], node.columns),
    };
  }, [address, filters, node.columns]);
  const fixedText = JSON.stringify(fixed);
  const asked = useMemo(
    (): Record<string, unknown> => ({
      ...(JSON.parse(fixedText) as Record<string, unknown>),
      ...conditionsOf(filters, state.values),
      ...(state.sort ? { sort: state.sort } : {}),
      ...(node.tree && state.nodeId !== '' ? { [node.tree.param]: state.nodeId } : {}),
    }),
    [filters, fixedText, node.tree, state],
  );
  const { load, reload, refresh } = useLoad(async () => {
    const page = { pageNum: state.pageNum, pageSize: state.pageSize };
    return rowsOf(await services.request({ url: node.url, method: 'POST', params: { data: asked, page } }));
  }, [services, node.url, asked, state.pageNum, state.pageSize]);
  useShownAgain(refresh);
  const { refreshSeconds } = node;
  useEffect(() => {
    if (refreshSeconds === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, refreshSeconds * 1000);
    return () => clearInterval(timer);
  }, [refreshSeconds, refresh]);
  const show = useCallback(
    (change: {
      pageNum?: number;
      pageSize?: number;
      nodeId?: string;
      values?: Record<string, unknown>;
      sort?: SystemSort | null;
    }) => {
      const next = { ...state, pageNum: 1, ...change };
      const own: Record<string, string> = {
        ...(next.pageNum > 1 ? { page: String(next.pageNum) } : {}),
        ...(next.pageSize === DEFAULT_PAGE_SIZE ? {} : { size: String(next.pageSize) }),
        ...(next.nodeId === '' ? {} : { node: next.nodeId }),
        ...(next.sort ? { sort: `${next.sort.field}.${next.sort.order}` } : {}),
        ...encodeFilters(next.values),
      };
      place.setQuery({
        ...Object.fromEntries(Object.entries(place.query).filter(([key]) => !isOwn(key))),
        ...Object.fromEntries(Object.entries(own).map(([key, value]) => [prefix + key, value])),
      });
    },
    [place, state, isOwn, prefix],
  );
  return { filters, state, asked, load, reload, show };
}
