import { useEffect, useMemo, useRef, useState } from 'react';
import { documentTopic } from '../../domain/recordTopics.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { newId } from '../../screens/shared/newId.ts';
import { useKind } from '../document/documentKind.ts';
import { presenceCalls, type OpenEditor } from './calls.ts';

const HEARTBEAT_MS = 15_000;
/** Debounce time in ms, so that parts of the document that are selected only briefly are not reported. */
const DEBOUNCE_MS = 700;

/**
 * Reports to the server that this page has the document open. Returns the other open editors of the document. `place`:
 * the name of the selected part, or of the view if nothing is selected; it is shown to the other people.
 */
export function usePresence(documentKey: string, place: string): readonly OpenEditor[] {
  const services = useServices();
  const { kind } = useKind();
  const [pageId] = useState(newId);
  const [otherEditors, setOtherEditors] = useState<readonly OpenEditor[]>([]);
  const latestPlace = useRef(place);
  const report = useMemo(() => {
    const calls = presenceCalls(services);
    return () => {
      calls.reportOpen({ kind, key: documentKey }, pageId, latestPlace.current.slice(0, 200)).then(
        (editors) =>
          setOtherEditors((before) => (JSON.stringify(before) === JSON.stringify(editors) ? before : editors)),
        // a failed report is repeated with the next heartbeat
        () => undefined,
      );
    };
  }, [services, kind, documentKey, pageId]);
  useEffect(() => {
    latestPlace.current = place;
    const timer = setTimeout(report, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [place, report]);
  useEffect(() => {
    const timer = setInterval(report, HEARTBEAT_MS);
    return () => {
      clearInterval(timer);
      presenceCalls(services)
        .leave(pageId)
        .catch(() => undefined);
    };
  }, [services, report, pageId]);
  useServerEvents(documentTopic(kind, documentKey), report);
  return otherEditors;
}
