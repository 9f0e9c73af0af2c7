import { useCallback, useContext, useMemo } from 'react';
import type { ListNode } from '../../../grammar/nodes.ts';
import { fillPlaceholders } from '../../../kernel/index.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { RecordPageContext, useServices, useSituation } from '../../../runtime/contexts.ts';
import { useShownAgain } from '../../../runtime/screen/page.ts';
import type { LinesQuestion } from '../../../runtime/services/datasets.ts';
import { sharedIn, withShared } from '../../figures/shared.ts';
import { usePlace, type Query } from '../../place/place.ts';
import { placeholderValues } from '../../related/placeholderValues.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { decodeLedger, encodeLedger, isLedgerParam, type LedgerState } from './ledgerState.ts';

/** A ledger's question, kept in its place's address, the page of rows it asks for, and the parameters of its dataset. */
export function useLedger(node: ListNode, path: Path) {
  const services = useServices();
  const situation = useSituation();
  const record = useContext(RecordPageContext);
  const place = usePlace();
  const datasetKey = node.dataset ?? '';
  const prefix = node.key ? `${node.key}.` : path.length > 1 ? `${datasetKey}.` : '';
  const outline = useLoad(() => services.datasets.outline(datasetKey), [services, datasetKey]);
  const defaultSort = useMemo(
    (): LedgerState['sort'] => (node.sort ? { field: node.sort.field, order: node.sort.order ?? 'desc' } : null),
    [node.sort],
  );
  const state = decodeLedger(place.query, defaultSort, prefix);
  const asked: LinesQuestion & { page: { pageNum: number; pageSize: number } } = {
    datasetKey,
    ...(node.datasetParams
      ? { params: fillPlaceholders({ ...node.datasetParams }, placeholderValues(record, situation, place.query)) }
      : {}),
    shared: sharedIn(place.query),
    ...(node.groups ? { by: node.groups } : {}),
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    ...(state.sort ? { sort: state.sort } : {}),
    page: { pageNum: state.pageNum, pageSize: state.pageSize },
  };
  const text = JSON.stringify(asked);
  const { question, page } = useMemo(() => {
    const { page: turned, ...rest } = JSON.parse(text) as typeof asked;
    return { question: rest, page: turned };
  }, [text]);
  const { load, reload, refresh } = useLoad(() => services.datasets.lines(question, page), [services, question, page]);
  useShownAgain(refresh);

  const others = (query: Query): Query =>
    Object.fromEntries(Object.entries(query).filter(([key]) => !isLedgerParam(key, prefix)));
  const show = useCallback(
    (change: Partial<LedgerState>) =>
      place.setQuery({
        ...others(place.query),
        ...encodeLedger({ ...state, pageNum: 1, ...change }, defaultSort, prefix),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- `others` follows from the prefix
    [place, state, defaultSort, prefix],
  );
  const defaults = outline.load.value?.values;
  /** New values of the parameters, from the first page on. */
  const ask = (values: Record<string, unknown>): void =>
    place.setQuery(
      withShared(
        { ...others(place.query), ...encodeLedger({ ...state, pageNum: 1 }, defaultSort, prefix) },
        values,
        defaults,
      ),
    );
  const reset = (): void => place.setQuery(withShared(others(place.query), {}));
  /** The question as a saved view keeps it: without the page. */
  const savedQuery = (): Record<string, string> => ({
    ...encodeLedger({ ...state, pageNum: 1, viewId: null }, defaultSort),
    ...withShared({}, sharedIn(place.query)),
  });
  const applyQuery = (query: Readonly<Record<string, string>>): void => {
    const kept = withShared(others(place.query), {});
    place.setQuery({
      ...kept,
      ...Object.fromEntries(
        Object.entries(query).map(([key, value]) => [isLedgerParam(key, '') ? `${prefix}${key}` : key, value]),
      ),
    });
  };
  return { outline, state, question, load, reload, show, ask, reset, savedQuery, applyQuery };
}
