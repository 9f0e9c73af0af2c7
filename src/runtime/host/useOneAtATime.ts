import { useRef, useState } from 'react';

/**
 * Runs one asynchronous task at a time. Calls during a running task (the second click of a double click) are ignored.
 */
export function useOneAtATime(): { isBusy: boolean; run(work: () => Promise<void>): Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  // a ref, because two clicks may come before the next render
  const isRunning = useRef(false);
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return { isBusy, run };
}
