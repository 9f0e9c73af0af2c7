import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { isRetryable } from '../../../runtime/services/serviceError.ts';
import type { ImportProgress } from '../../../runtime/services/records.ts';

const ASK_MS = 1_000;
/** A lost connection is waited for this often in turn: the import goes on without the page. */
const PATIENCE = 60;

const rest = (): Promise<void> =>
  new Promise((wake) => {
    setTimeout(wake, ASK_MS);
  });

/** One import of a list, or a trial of it: sends the file, then asks how far it is until it ended or nobody looks any more. */
export function useImport(formKey: string) {
  const { listImports } = useServices();
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const begin = async (file: File, how: { isTrial?: boolean; columns?: readonly string[] } = {}): Promise<void> => {
    setSending(true);
    setError(null);
    setProgress(null);
    try {
      const id = await listImports.begin(formKey, file, how);
      for (let missed = 0; !isGone.current;) {
        try {
          const next = await listImports.state(id);
          if (isGone.current) return;
          missed = 0;
          setSending(false);
          setProgress(next);
          if (next.state !== 'running') return;
        } catch (problem) {
          missed += 1;
          // a refusal is an answer
          if (missed > PATIENCE || !isRetryable(problem)) throw problem;
        }
        await rest();
      }
    } catch (problem) {
      if (!isGone.current) setError(problem);
    } finally {
      if (!isGone.current) setSending(false);
    }
  };
  const forget = (): void => {
    setProgress(null);
    setError(null);
  };
  return { progress, error, isSending, begin, forget };
}
