import { useEffect, useState } from 'react';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { failureText } from '../../runtime/host/notice.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import type { SelectablePage } from '../../runtime/services/relations.ts';
import { useRelationContext } from './useRelationContext.ts';

/** Debounce time of the search in ms. */
const DEBOUNCE_MS = 250;

export interface SelectableRecordsState {
  page: SelectablePage | null;
  isLoading: boolean;
  failure: string | null;
  retry(): void;
}

/** Loads the records that match a query and may be selected; does nothing while `query` is null. */
export function useSelectableRecords(node: RecordSelectorNode, query: ListQuery | null): SelectableRecordsState {
  const services = useServices();
  const relationContext = useRelationContext(node);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{
    requestKey: string;
    page: SelectablePage | null;
    failure: string | null;
    /**
     * True once `query` has become null after this answer. While it is null, the form values that limit the selection
     * may change, so this answer is not shown for the next query.
     */
    mayBeOutdated?: boolean;
  } | null>(null);
  const requestKey = query === null ? null : JSON.stringify([query, attempt]);
  if (requestKey === null && answer && !answer.mayBeOutdated) setAnswer({ ...answer, mayBeOutdated: true });
  useEffect(() => {
    if (requestKey === null) return undefined;
    let isCurrent = true;
    const [parsedQuery] = JSON.parse(requestKey) as [ListQuery, number];
    const timer = setTimeout(
      () => {
        services.relations.candidates(node.to, relationContext(), parsedQuery).then(
          (page) => {
            if (isCurrent) setAnswer({ requestKey, page, failure: null });
          },
          (error: unknown) => {
            if (isCurrent) setAnswer({ requestKey, page: null, failure: failureText(error) });
          },
        );
      },
      parsedQuery.keyword ? DEBOUNCE_MS : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, node.to, relationContext, requestKey]);
  const isAnswerStale = requestKey !== null && answer?.mayBeOutdated === true;
  const isAnswered = answer?.requestKey === requestKey && !isAnswerStale;
  return {
    page: isAnswerStale ? null : (answer?.page ?? null),
    isLoading: requestKey !== null && !isAnswered,
    failure: isAnswered ? (answer?.failure ?? null) : null,
    retry: () => setAttempt(attempt + 1),
  };
}
