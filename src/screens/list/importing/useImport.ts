import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { isRetryable } from '../../../runtime/services/serviceError.ts';
import type { ImportProgress } from '../../../runtime/services/records.ts';

const POLL_MS = 1_000;
/** Maximum number of consecutive failed polls; the import continues on the server without the page. */
const MAX_FAILED_POLLS = 60;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, POLL_MS);
  });

/**
 * Runs one import or trial run: uploads the file, then polls the progress until the import ends or the page unmounts.
 */
export function useImport(formKey: string) {
  const { listImports } = useServices();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  const begin = async (file: File, options: { isTrial?: boolean; columns?: readonly string[] } = {}): Promise<void> => {
    setSending(true);
    setError(null);
    setProgress(null);
    try {
      const id = await listImports.begin(formKey, file, options);
      for (let failedPolls = 0; !isUnmounted.current;) {
        try {
          const current = await listImports.state(id);
          if (isUnmounted.current) return;
          failedPolls = 0;
          setSending(false);
          setProgress(current);
          if (current.state !== 'running') return;
        } catch (problem) {
          failedPolls += 1;
          // only retryable errors are retried; a rejection by the server ends the polling
          if (failedPolls > MAX_FAILED_POLLS || !isRetryable(problem)) throw problem;
        }
        await pause();
      }
    } catch (problem) {
      if (!isUnmounted.current) setError(problem);
    } finally {
      if (!isUnmounted.current) setSending(false);
    }
  };
  const clear = (): void => {
    setProgress(null);
    setError(null);
  };
  return { progress, error, isSending, begin, forget: clear };
}
