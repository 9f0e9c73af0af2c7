import { useEffect, useState } from 'react';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { failureText } from '../../runtime/host/notice.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import type { CandidatePage } from '../../runtime/services/relations.ts';
import { useRelationPlace } from './usePlace.ts';

/** Typing rests this long before it is asked about. */
const REST_MS = 250;

export interface Candidates {
  page: CandidatePage | null;
  isLoading: boolean;
  failure: string | null;
  retry(): void;
}

/** The records that may be chosen, for what is asked; nothing is asked while `query` is null. */
export function useCandidates(node: RecordSelectorNode, query: ListQuery | null): Candidates {
  const services = useServices();
  const place = useRelationPlace(node);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ asked: string; page: CandidatePage | null; failure: string | null } | null>(
    null,
  );
  const asked = query === null ? null : JSON.stringify([query, attempt]);
  useEffect(() => {
    if (asked === null) return undefined;
    let isCurrent = true;
    const [wanted] = JSON.parse(asked) as [ListQuery, number];
    const timer = setTimeout(
      () => {
        services.relations.candidates(node.to, place(), wanted).then(
          (page) => {
            if (isCurrent) setAnswer({ asked, page, failure: null });
          },
          (error: unknown) => {
            if (isCurrent) setAnswer({ asked, page: null, failure: failureText(error) });
          },
        );
      },
      wanted.keyword ? REST_MS : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, node.to, place, asked]);
  return {
    page: answer?.page ?? null,
    isLoading: asked !== null && answer?.asked !== asked,
    failure: answer?.asked === asked ? (answer?.failure ?? null) : null,
    retry: () => setAttempt(attempt + 1),
  };
}
