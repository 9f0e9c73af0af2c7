import { useCallback, useContext, useMemo } from 'react';
import type { ListNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { FormLookup } from '../../relations/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { useServices, useRegistry, useSituation } from '../../runtime/contexts.ts';
import { useShownAgain } from '../../runtime/screen/page.ts';
import { addressPrefix } from '../navigation/addressPrefix.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { RelatedChangesContext } from '../../runtime/screen/relatedChanges.ts';
import { useLoad } from '../shared/useLoad.ts';
import { compileList, fillListPlaceholders, withoutFields } from './compile.ts';
import { behindIn, decodeListState, encodeListState, isListParam, toListQuery, type ListState } from './query.ts';

/** The compiled list, its query (stored in the address), and the loaded page of records. */
export function useList(node: ListNode, form: FormDefinition, formOf: FormLookup | undefined, path: Path) {
  const services = useServices();
  const registry = useRegistry();
  const navigation = usePageNavigation();
  const { user } = useSituation();
  const hidden = user.fieldRules?.[form.formKey]?.hidden;
  const [id, dept, unit] = [user.id, user.dept?.id, user.unit?.id];
  const prefix = addressPrefix(node, form.formKey, path);
  // the records behind a number are all that the person may read, not only those of their own list
  const isBehind = behindIn(navigation.query, prefix) !== null;
  const ownList = useMemo(
    () =>
      fillListPlaceholders(withoutFields(compileList(node, form, registry, formOf), hidden ?? []), {
        userId: id,
        ...(dept ? { deptId: dept } : {}),
        ...(unit ? { unitId: unit } : {}),
        values: {},
      }),
    [node, form, registry, formOf, hidden, id, dept, unit],
  );
  const list = useMemo(() => (isBehind ? { ...ownList, isUnfiltered: true } : ownList), [ownList, isBehind]);
  const listParams = JSON.stringify(Object.entries(navigation.query).filter(([key]) => isListParam(key, prefix)));
  const decoded = useMemo(
    () => decodeListState(Object.fromEntries(JSON.parse(listParams) as [string, string][]), list, prefix),
    [listParams, list, prefix],
  );
  const filtersJson = JSON.stringify(decoded.filters);
  // the same object while the filters are equal, so that another page or order keeps what is typed in the filter bar
  const filters = useMemo(() => JSON.parse(filtersJson) as ListState['filters'], [filtersJson]);
  const state = useMemo((): ListState => ({ ...decoded, filters }), [decoded, filters]);

  const {
    load,
    reload: loadAgain,
    refresh,
  } = useLoad(
    () => services.records.list(list.formKey, toListQuery(state, list), list.isUnfiltered),
    [services, list, state],
  );
  useShownAgain(refresh);
  const relatedChanges = useContext(RelatedChangesContext);
  const reload = useCallback(() => {
    loadAgain();
    relatedChanges?.announce();
  }, [loadAgain, relatedChanges]);

  const show = useCallback(
    (change: Partial<ListState>) => {
      const next = encodeListState({ ...state, pageNum: 1, ...change }, list, prefix);
      const otherParams = Object.fromEntries(
        Object.entries(navigation.query).filter(([key]) => !isListParam(key, prefix)),
      );
      navigation.setQuery({ ...otherParams, ...next });
    },
    [list, navigation, prefix, state],
  );

  const reset = useCallback(() => {
    navigation.setQuery(
      Object.fromEntries(Object.entries(navigation.query).filter(([key]) => !isListParam(key, prefix))),
    );
  }, [navigation, prefix]);

  /** The query in the form that a saved view stores: without the page number and the prefix. */
  const savedQuery = (): Record<string, string> => encodeListState({ ...state, pageNum: 1, viewId: null }, list);

  const applyQuery = (query: Readonly<Record<string, string>>): void => {
    const otherParams = Object.fromEntries(
      Object.entries(navigation.query).filter(([key]) => !isListParam(key, prefix)),
    );
    navigation.setQuery({
      ...otherParams,
      ...Object.fromEntries(Object.entries(query).map(([key, value]) => [`${prefix}${key}`, value])),
    });
  };

  return { list, state, load, reload, show, reset, savedQuery, applyQuery };
}
