import { useContext, useMemo, useRef } from 'react';
import type { PivotNode } from '../../../grammar/nodes.ts';
import { fillPlaceholders } from '../../../kernel/index.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { RecordPageContext, useServices, useSituation } from '../../../runtime/contexts.ts';
import { useShownAgainListener } from '../../../runtime/screen/page.ts';
import type { DatasetOutline, FigureQuestion, PivotLayout } from '../../../runtime/services/datasets.ts';
import { addressPrefix } from '../../navigation/addressPrefix.ts';
import { usePageNavigation, type Query } from '../../navigation/pageNavigation.ts';
import { screenPlaceholderValues } from '../../related/placeholderValues.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { filterParamsIn, filterValuesIn, useStableQuestion, withFilterValues } from '../filterValues.ts';
import { useSearchRepeatListener } from '../searchAgain.ts';
import { decodeLayout, encodeLayout, fieldsOf, initialLayout, isPivotParam } from './pivotLayout.ts';
import { groupSetsOf, type AnswersByGroups } from './pivotModel.ts';

/** Maximum number of cells in an answer; a larger answer is truncated. */
const MAX_CELLS = 20_000;

/**
 * Returns the layout of a pivot (stored in the address), the answers for its cells and totals, and functions that
 * change the layout and the query of the address.
 */
export function usePivot(node: PivotNode, outline: DatasetOutline, path: Path) {
  const services = useServices();
  const situation = useSituation();
  const pageRecord = useContext(RecordPageContext);
  const navigation = usePageNavigation();
  const prefix = addressPrefix(node, node.dataset, path);
  const fields = useMemo(() => fieldsOf(outline), [outline]);
  const initialLayoutOfNode = useMemo(() => initialLayout(node, outline), [node, outline]);
  const layoutJson = JSON.stringify(decodeLayout(navigation.query, initialLayoutOfNode, fields, prefix));
  const layout = useMemo(() => JSON.parse(layoutJson) as PivotLayout, [layoutJson]);
  const question: FigureQuestion = useStableQuestion({
    datasetKey: node.dataset,
    ...(node.datasetParams
      ? {
          params: fillPlaceholders(
            { ...node.datasetParams },
            screenPlaceholderValues(pageRecord, situation, navigation.query),
          ),
        }
      : {}),
    shared: filterValuesIn(navigation.query),
  });
  /**
   * Queries the cells and totals of a layout. The service collects queries and sends them in one call; with `isAtOnce`
   * it sends this call immediately and does not wait for further queries.
   */
  const queryLayout = async (
    pivotLayout: PivotLayout,
    isAtOnce = false,
  ): Promise<{ layout: PivotLayout; answers: AnswersByGroups }> => {
    if (pivotLayout.values.length === 0) return { layout: pivotLayout, answers: new Map() };
    const groupSets = groupSetsOf(pivotLayout);
    const answers = groupSets.map(async (by, index) => {
      const request = { ...question, by, figures: pivotLayout.values, most: MAX_CELLS };
      return [by.join(), await services.datasets.query(request, isAtOnce && index === groupSets.length - 1)] as const;
    });
    return { layout: pivotLayout, answers: new Map(await Promise.all(answers)) };
  };
  const requestKeyOf = (pivotLayout: PivotLayout): string => JSON.stringify([question, pivotLayout]);
  /** The request that `showLayout` sends before the page renders the new layout; `useLoad` then uses the answer. */
  const earlyRequest = useRef<{ key: string; answer: ReturnType<typeof queryLayout> } | null>(null);
  const { load, reload, refresh } = useLoad((): ReturnType<typeof queryLayout> => {
    const request = earlyRequest.current;
    earlyRequest.current = null;
    return request?.key === requestKeyOf(layout) ? request.answer : queryLayout(layout);
  }, [services, question, layout]);
  useShownAgainListener(refresh);
  useSearchRepeatListener(reload);

  const withoutPivotParams = (query: Query): Query =>
    Object.fromEntries(Object.entries(query).filter(([key]) => !isPivotParam(key, prefix)));
  const showLayout = (next: PivotLayout): void => {
    if (JSON.stringify(next) !== layoutJson) {
      const answer = queryLayout(next, true);
      // Prevents an unhandled rejection if the user navigates away; useLoad shows a failure.
      answer.catch(() => undefined);
      earlyRequest.current = { key: requestKeyOf(next), answer };
    }
    navigation.setQuery({
      ...withoutPivotParams(navigation.query),
      ...encodeLayout(next, initialLayoutOfNode, prefix),
    });
  };
  const savedQuery = (): Record<string, string> => ({
    ...encodeLayout(layout, initialLayoutOfNode),
    ...filterParamsIn(navigation.query),
  });
  const applyQuery = (query: Readonly<Record<string, string>>): void =>
    navigation.setQuery({
      ...withFilterValues(withoutPivotParams(navigation.query), {}),
      ...Object.fromEntries(
        Object.entries(query).map(([key, value]) => [isPivotParam(key, '') ? `${prefix}${key}` : key, value]),
      ),
    });
  const reset = (): void => navigation.setQuery(withFilterValues(withoutPivotParams(navigation.query), {}));
  const viewId = navigation.query[`${prefix}view`] ?? null;
  return { fields, layout, question, load, reload, showLayout, savedQuery, applyQuery, reset, viewId };
}
