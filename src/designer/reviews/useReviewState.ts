import { useMemo } from 'react';
import { reviewTopic } from '../../domain/recordTopics.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { useLoad, type Load } from '../../screens/shared/useLoad.ts';
import { useKind } from '../document/documentKind.ts';
import { reviewCalls, type ReviewState } from './calls.ts';

/** Loads the review state of a document. Loads it again after a server event about it, and when `reloadKey` changes. */
export function useReviewState(documentKey: string, reloadKey = ''): { load: Load<ReviewState>; refresh(): void } {
  const services = useServices();
  const { kind } = useKind();
  const documentId = useMemo(() => ({ kind, key: documentKey }), [kind, documentKey]);
  const { load, refresh } = useLoad(() => reviewCalls(services).state(documentId), [services, documentId, reloadKey]);
  useServerEvents(reviewTopic(kind, documentKey), refresh);
  return { load, refresh };
}
