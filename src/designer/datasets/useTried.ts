import { useCallback, useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { DatasetPreview } from '../../runtime/services/datasets.ts';
import { messageOf } from '../../screens/shared/messages.ts';

/** Milliseconds of quiet before the server is asked. */
const QUIET = 600;

export interface Tried {
  text: string;
  result: DatasetPreview | null;
  failure: string | null;
}

/** Has the server judge and try the text a moment after typing stops; what was overtaken is dropped. `again` asks once more. */
export function useTried(text: string, datasetKey: string): { tried: Tried | null; again(): void } {
  const services = useServices();
  const [tried, setTried] = useState<Tried | null>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      services.datasets.preview(datasetKey, text).then(
        (result) => isCurrent && setTried({ text, result, failure: null }),
        (error: unknown) => isCurrent && setTried({ text, result: null, failure: messageOf(error) }),
      );
    }, QUIET);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, text, datasetKey, times]);
  return { tried, again: useCallback(() => setTimes((count) => count + 1), []) };
}
