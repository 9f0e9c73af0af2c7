import { useContext } from 'react';
import { fillPlaceholders } from '../../kernel/index.ts';
import { RecordPageContext, useServices, useSituation } from '../../runtime/contexts.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import type { FigureAnswer, FigureQuestion } from '../../runtime/services/datasets.ts';
import { useBoardRefresh } from '../board/boardContext.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { screenPlaceholderValues } from '../related/placeholderValues.ts';
import { useRelatedChanges } from '../../runtime/screen/relatedChanges.ts';
import { useLoad, type Load } from '../shared/useLoad.ts';
import { filterValuesIn, useStableQuestion } from './filterValues.ts';
import { useSearchRepeatListener } from './searchAgain.ts';

/** The properties of a block that name its dataset and the values of the dataset's parameters. */
export interface DatasetNode {
  dataset?: string;
  datasetParams?: Readonly<Record<string, unknown>>;
}

/** Answer of a block without a dataset. */
const NO_ANSWER: FigureAnswer = { datasetKey: '', name: '', maySee: true, groups: [], figures: [], rows: [], total: 0 };

/**
 * Loads the answer to a block's question. The value of a parameter is the value that the block sets; otherwise the
 * filter value of the screen; otherwise the dataset's default. Loads again when the page is shown again. `isEnabled`:
 * false if the block has no question; the answer is then empty.
 */
export function useFigure(
  { dataset = '', datasetParams }: DatasetNode,
  { by, figures, sort }: Pick<FigureQuestion, 'by' | 'figures' | 'sort'>,
  isEnabled = true,
): { load: Load<FigureAnswer>; reload(): void; question: FigureQuestion } {
  const services = useServices();
  const situation = useSituation();
  const page = useContext(RecordPageContext);
  const { query } = usePageNavigation();
  const question = useStableQuestion({
    datasetKey: dataset,
    ...(datasetParams
      ? { params: fillPlaceholders({ ...datasetParams }, screenPlaceholderValues(page, situation, query)) }
      : {}),
    shared: filterValuesIn(query),
    ...(by ? { by } : {}),
    ...(figures ? { figures } : {}),
    ...(sort ? { sort } : {}),
  });
  const { load, reload, refresh } = useLoad(
    () => (isEnabled ? services.datasets.query(question) : Promise.resolve(NO_ANSWER)),
    [services, question, isEnabled],
  );
  useShownAgainListener(refresh);
  useRelatedChanges(refresh);
  useSearchRepeatListener(reload);
  useBoardRefresh(load.value?.formKey, refresh);
  return { load, reload, question };
}
