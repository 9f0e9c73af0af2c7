import { useMemo } from 'react';
import { reviewTopic } from '../../domain/recordTopics.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { useLoad, type Load } from '../../screens/shared/useLoad.ts';
import { useKind } from '../document/documentKind.ts';
import { reviewCalls, type ReviewState } from './calls.ts';

/** Loads the review state of a document; reloads on its server event and when `turn` changes. */
export function useReviewState(documentKey: string, turn = ''): { load: Load<ReviewState>; refresh(): void } {
  const services = useServices();
  const { kind } = useKind();
  const which = useMemo(() => ({ kind, key: documentKey }), [kind, documentKey]);
  const { load, refresh } = useLoad(() => reviewCalls(services).state(which), [services, which, turn]);
  useServerEvents(reviewTopic(kind, documentKey), refresh);
  return { load, refresh };
}
