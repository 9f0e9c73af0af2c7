import { useCallback, useMemo } from 'react';
import type { ListNode } from '../../grammar/nodes.ts';
import type { FormDefinition, FormLookup } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { useServices, useRegistry, useSituation } from '../../runtime/contexts.ts';
import { useShownAgain } from '../../runtime/screen/page.ts';
import { usePlace } from '../place/place.ts';
import { useLoad } from '../shared/useLoad.ts';
import { compileList, withoutFields } from './compile.ts';
import { decodeListState, encodeListState, isListParam, toListQuery, type ListState } from './query.ts';

/** Lists that share an address keep their parameters apart: by key, else by form inside a page or tab. */
const prefixOf = (node: ListNode, formKey: string, path: Path): string =>
  node.key ? `${node.key}.` : path.length > 1 ? `${formKey}.` : '';

/** The list's query, kept in its place's address, and the page of records it asks for. */
export function useList(node: ListNode, form: FormDefinition, formOf: FormLookup | undefined, path: Path) {
  const services = useServices();
  const registry = useRegistry();
  const place = usePlace();
  const hidden = useSituation().user.fieldRules?.[form.formKey]?.hidden;
  const list = useMemo(
    () => withoutFields(compileList(node, form, registry, formOf), hidden ?? []),
    [node, form, registry, formOf, hidden],
  );
  const prefix = prefixOf(node, form.formKey, path);
  const address = JSON.stringify(Object.entries(place.query).filter(([key]) => isListParam(key, prefix)));
  const state = useMemo(
    () => decodeListState(Object.fromEntries(JSON.parse(address) as [string, string][]), list, prefix),
    [address, list, prefix],
  );

  const { load, reload, refresh } = useLoad(
    () => services.records.list(list.formKey, toListQuery(state, list), list.isUnfiltered),
    [services, list, state],
  );
  useShownAgain(refresh);

  const show = useCallback(
    (change: Partial<ListState>) => {
      const next = encodeListState({ ...state, pageNum: 1, ...change }, list, prefix);
      const others = Object.fromEntries(Object.entries(place.query).filter(([key]) => !isListParam(key, prefix)));
      place.setQuery({ ...others, ...next });
    },
    [list, place, prefix, state],
  );

  const reset = useCallback(() => {
    place.setQuery(Object.fromEntries(Object.entries(place.query).filter(([key]) => !isListParam(key, prefix))));
  }, [place, prefix]);

  /** The query as a saved view keeps it: without the page, and without the list's own prefix. */
  const savedQuery = (): Record<string, string> => encodeListState({ ...state, pageNum: 1, viewId: null }, list);

  const applyQuery = (query: Readonly<Record<string, string>>): void => {
    const others = Object.fromEntries(Object.entries(place.query).filter(([key]) => !isListParam(key, prefix)));
    place.setQuery({
      ...others,
      ...Object.fromEntries(Object.entries(query).map(([key, value]) => [`${prefix}${key}`, value])),
    });
  };

  return { list, state, load, reload, show, reset, savedQuery, applyQuery };
}
