import { useContext, useMemo, useRef } from 'react';
import type { PivotNode } from '../../../grammar/nodes.ts';
import { fillPlaceholders } from '../../../kernel/index.ts';
import type { Path } from '../../../domain/problem/index.ts';
import { RecordPageContext, useServices, useSituation } from '../../../runtime/contexts.ts';
import { useShownAgain } from '../../../runtime/screen/page.ts';
import type { DatasetOutline, FigureQuestion, PivotLayout } from '../../../runtime/services/datasets.ts';
import { usePlace, type Query } from '../../place/place.ts';
import { placeholderValues } from '../../related/placeholderValues.ts';
import { useLoad } from '../../shared/useLoad.ts';
import { sharedIn, useQuestion, withShared } from '../shared.ts';
import { decodeLayout, encodeLayout, fieldsOf, firstLayout, isPivotParam } from './pivotLayout.ts';
import { setsOf, type Answers } from './pivotModel.ts';

/** Cells that are asked for at most; more are said to be cut. */
const MOST_CELLS = 20_000;

/** A pivot's layout, kept in its place's address, and the answers to its cells and totals: one statement. */
export function usePivot(node: PivotNode, outline: DatasetOutline, path: Path) {
  const services = useServices();
  const situation = useSituation();
  const page = useContext(RecordPageContext);
  const place = usePlace();
  const prefix = node.key ? `${node.key}.` : path.length > 1 ? `${node.dataset}.` : '';
  const fields = useMemo(() => fieldsOf(outline), [outline]);
  const first = useMemo(() => firstLayout(node, outline), [node, outline]);
  const text = JSON.stringify(decodeLayout(place.query, first, fields, prefix));
  const layout = useMemo(() => JSON.parse(text) as PivotLayout, [text]);
  const question: FigureQuestion = useQuestion({
    datasetKey: node.dataset,
    ...(node.datasetParams
      ? { params: fillPlaceholders({ ...node.datasetParams }, placeholderValues(page, situation, place.query)) }
      : {}),
    shared: sharedIn(place.query),
  });
  /** `isAtOnce`: nothing else is asked together with it. */
  const ask = async (of: PivotLayout, isAtOnce = false): Promise<{ layout: PivotLayout; answers: Answers }> => {
    if (of.values.length === 0) return { layout: of, answers: new Map() };
    const sets = setsOf(of);
    const answers = sets.map(async (by, index) => {
      const asked = { ...question, by, figures: of.values, most: MOST_CELLS };
      return [by.join(), await services.datasets.ask(asked, isAtOnce && index === sets.length - 1)] as const;
    });
    return { layout: of, answers: new Map(await Promise.all(answers)) };
  };
  const nameOf = (of: PivotLayout): string => JSON.stringify([question, of]);
  /** The request sent when a field was dropped, before the page rendered the new layout; useLoad takes its answer. */
  const asked = useRef<{ name: string; answer: ReturnType<typeof ask> } | null>(null);
  const { load, reload, refresh } = useLoad((): ReturnType<typeof ask> => {
    const early = asked.current;
    asked.current = null;
    return early?.name === nameOf(layout) ? early.answer : ask(layout);
  }, [services, question, layout]);
  useShownAgain(refresh);

  const others = (query: Query): Query =>
    Object.fromEntries(Object.entries(query).filter(([key]) => !isPivotParam(key, prefix)));
  const show = (next: PivotLayout): void => {
    if (JSON.stringify(next) !== text) {
      const answer = ask(next, true);
      // useLoad shows a failure; if the user navigates away nobody awaits this promise, which must not be unhandled
      answer.catch(() => undefined);
      asked.current = { name: nameOf(next), answer };
    }
    place.setQuery({ ...others(place.query), ...encodeLayout(next, first, prefix) });
  };
  const savedQuery = (): Record<string, string> => ({
    ...encodeLayout(layout, first),
    ...withShared({}, sharedIn(place.query)),
  });
  const applyQuery = (query: Readonly<Record<string, string>>): void =>
    place.setQuery({
      ...withShared(others(place.query), {}),
      ...Object.fromEntries(
        Object.entries(query).map(([key, value]) => [isPivotParam(key, '') ? `${prefix}${key}` : key, value]),
      ),
    });
  const reset = (): void => place.setQuery(withShared(others(place.query), {}));
  const viewId = place.query[`${prefix}view`] ?? null;
  return { fields, layout, question, load, reload, show, savedQuery, applyQuery, reset, viewId };
}
