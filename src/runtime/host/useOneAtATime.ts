import { useRef, useState } from 'react';

/** One piece of work at a time: what is asked for while one is under way (the second press of a double click) is left out. */
export function useOneAtATime(): { isBusy: boolean; run(work: () => Promise<void>): Promise<void> } {
  const [isBusy, setBusy] = useState(false);
  // a form checks its fields before it asks: two presses may both ask before anything is drawn
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
