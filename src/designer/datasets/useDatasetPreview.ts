import { useCallback, useEffect, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { DatasetPreview } from '../../runtime/services/datasets.ts';
import { messageOf } from '../../screens/shared/messages.ts';

/** Debounce of the server request after a change. */
const DEBOUNCE_MS = 600;

export interface DatasetPreviewState {
  /** The text of the dataset that was checked and run. */
  text: string;
  /** Null if the request failed. */
  result: DatasetPreview | null;
  /** The message of a failed request. */
  failure: string | null;
}

/** Checks and runs a dataset on the server after each change of its text (debounced). `runAgain` repeats the query. */
export function useDatasetPreview(
  text: string,
  datasetKey: string,
): { preview: DatasetPreviewState | null; runAgain(): void } {
  const services = useServices();
  const [preview, setPreview] = useState<DatasetPreviewState | null>(null);
  const [runCount, setRunCount] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      services.datasets.preview(datasetKey, text).then(
        (result) => isCurrent && setPreview({ text, result, failure: null }),
        (error: unknown) => isCurrent && setPreview({ text, result: null, failure: messageOf(error) }),
      );
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [services, text, datasetKey, runCount]);
  return { preview, runAgain: useCallback(() => setRunCount((count) => count + 1), []) };
}
