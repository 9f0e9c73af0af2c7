import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import type { ImportProgress } from '../../../runtime/services/records.ts';
import { pollImport } from './pollImport.ts';

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

  const startImport = async (
    file: File,
    options: { isTrial?: boolean; columns?: readonly string[] } = {},
  ): Promise<void> => {
    setSending(true);
    setError(null);
    setProgress(null);
    try {
      const id = await listImports.begin(formKey, file, options);
      await pollImport(
        listImports,
        id,
        (current) => {
          setSending(false);
          setProgress(current);
        },
        () => isUnmounted.current,
      );
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
  return { progress, error, isSending, startImport, clear };
}
