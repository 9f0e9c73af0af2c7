import { useEffect, useState } from 'react';
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

/** Has the server judge and try the text a moment after typing stops; what was overtaken is dropped. */
export function useTried(text: string, datasetKey: string): Tried | null {
  const services = useServices();
  const [tried, setTried] = useState<Tried | null>(null);
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
  }, [services, text, datasetKey]);
  return tried;
}
