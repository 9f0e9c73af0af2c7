import { useEffect, useMemo, useRef, useState } from 'react';
import { documentTopic } from '../../domain/recordTopics.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { newId } from '../../screens/shared/newId.ts';
import { useKind } from '../document/documentKind.ts';
import { togetherCalls, type Present } from './calls.ts';

const BEAT_MS = 15_000;
/** Going from field to field tells of the one where somebody stays. */
const REST_MS = 700;

/** Tells that this page has the document open, and at what; answers who else has. */
export function usePresence(documentKey: string, place: string): readonly Present[] {
  const services = useServices();
  const { kind } = useKind();
  const [pageId] = useState(newId);
  const [others, setOthers] = useState<readonly Present[]>([]);
  const latest = useRef(place);
  const tell = useMemo(() => {
    const calls = togetherCalls(services);
    return () => {
      calls.here({ kind, key: documentKey }, pageId, latest.current.slice(0, 200)).then(
        (found) => setOthers((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found)),
        // whoever cannot be asked now is asked at the next beat
        () => undefined,
      );
    };
  }, [services, kind, documentKey, pageId]);
  useEffect(() => {
    latest.current = place;
    const timer = setTimeout(tell, REST_MS);
    return () => clearTimeout(timer);
  }, [place, tell]);
  useEffect(() => {
    const beat = setInterval(tell, BEAT_MS);
    return () => {
      clearInterval(beat);
      togetherCalls(services)
        .leave(pageId)
        .catch(() => undefined);
    };
  }, [services, tell, pageId]);
  useServerEvents(documentTopic(kind, documentKey), tell);
  return others;
}
