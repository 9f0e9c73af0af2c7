import { useCallback, useContext, useMemo } from 'react';
import type { ListNode } from '../../../grammar/nodes.ts';
import { fillPlaceholders } from '../../../kernel/index.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { RecordPageContext, useServices, useSituation } from '../../../runtime/contexts.ts';
import { useShownAgainListener } from '../../../runtime/screen/page.ts';
import type { LinesQuestion } from '../../../runtime/services/datasets.ts';
import { filterParamsIn, filterValuesIn, withFilterValues } from '../../figures/filterValues.ts';
import { useSearchRepeatListener } from '../../figures/searchAgain.ts';
import { addressPrefix } from '../../navigation/addressPrefix.ts';
import { isSameQuery, usePageNavigation, type Query } from '../../navigation/pageNavigation.ts';
import { screenPlaceholderValues } from '../../related/placeholderValues.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { decodeLedger, encodeLedger, isLedgerParam, type LedgerState } from './ledgerState.ts';

/**
 * Returns the state of a ledger: its query (stored in the address), the loaded page, and the outline of its dataset.
 */
export function useLedger(node: ListNode, path: Path) {
  const services = useServices();
  const situation = useSituation();
  const record = useContext(RecordPageContext);
  const navigation = usePageNavigation();
  const datasetKey = node.dataset ?? '';
  const prefix = addressPrefix(node, datasetKey, path);
  const outline = useLoad(() => services.datasets.outline(datasetKey), [services, datasetKey]);
  const defaultSort = useMemo(
    (): LedgerState['sort'] => (node.sort ? { field: node.sort.field, order: node.sort.order ?? 'desc' } : null),
    [node.sort],
  );
  const state = decodeLedger(navigation.query, defaultSort, prefix);
  const request: LinesQuestion & { page: { pageNum: number; pageSize: number } } = {
    datasetKey,
    ...(node.datasetParams
      ? {
          params: fillPlaceholders(
            { ...node.datasetParams },
            screenPlaceholderValues(record, situation, navigation.query),
          ),
        }
      : {}),
    shared: filterValuesIn(navigation.query),
    ...(node.groups ? { by: node.groups } : {}),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(state.sort ? { sort: state.sort } : {}),
    page: { pageNum: state.pageNum, pageSize: state.pageSize },
  };
  const requestJson = JSON.stringify(request);
  const { question, page } = useMemo(() => {
    const { page: requestedPage, ...rest } = JSON.parse(requestJson) as typeof request;
    return { question: rest, page: requestedPage };
  }, [requestJson]);
  const { load, reload, refresh } = useLoad(() => services.datasets.lines(question, page), [services, question, page]);
  useShownAgainListener(refresh);
  useSearchRepeatListener(reload);

  const withoutLedgerParams = (query: Query): Query =>
    Object.fromEntries(Object.entries(query).filter(([key]) => !isLedgerParam(key, prefix)));
  const changeState = useCallback(
    (change: Partial<LedgerState>) =>
      navigation.setQuery({
        ...withoutLedgerParams(navigation.query),
        ...encodeLedger({ ...state, pageNum: 1, ...change }, defaultSort, prefix),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- `withoutLedgerParams` depends on the prefix only
    [navigation, state, defaultSort, prefix],
  );
  const defaultParams = outline.load.value?.values;
  /** Sets the dataset parameters and returns to the first page. An unchanged query loads the rows again. */
  const applyParams = (values: Record<string, unknown>): void => {
    const query = withFilterValues(
      { ...withoutLedgerParams(navigation.query), ...encodeLedger({ ...state, pageNum: 1 }, defaultSort, prefix) },
      values,
      defaultParams,
    );
    if (isSameQuery(query, navigation.query)) reload();
    else navigation.setQuery(query);
  };
  const reset = (): void => navigation.setQuery(withFilterValues(withoutLedgerParams(navigation.query), {}));
  /** Returns the query in the form of a saved view: without the page number and the prefix. */
  const toSavedQuery = (): Record<string, string> => ({
    ...encodeLedger({ ...state, pageNum: 1, viewId: null }, defaultSort),
    ...filterParamsIn(navigation.query),
  });
  /** Shows the ledger with the query of a saved view, which replaces all parameters of the ledger and the filters. */
  const applySavedQuery = (query: Readonly<Record<string, string>>): void => {
    const params = withFilterValues(withoutLedgerParams(navigation.query), {});
    navigation.setQuery({
      ...params,
      ...Object.fromEntries(
        Object.entries(query).map(([key, value]) => [isLedgerParam(key, '') ? `${prefix}${key}` : key, value]),
      ),
    });
  };
  return {
    outline,
    state,
    defaultSort,
    question,
    load,
    reload,
    show: changeState,
    applyParams,
    reset,
    savedQuery: toSavedQuery,
    applyQuery: applySavedQuery,
  };
}
