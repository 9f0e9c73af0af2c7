import { useEffect, useRef } from 'react';
import { usePage, type Page } from '../../runtime/screen/page.ts';

/** The blocks that are asked again, with the page on which they stand; null outside of the tabs. */
const blocks = new Set<{ page: Page | null; ask(): void }>();

/** Calls the listener when the filter bar of the page is searched for the same values as before. */
export function useSearchedAgain(listener: () => void): void {
  const page = usePage();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  }, [listener]);
  useEffect(() => {
    const block = { page, ask: () => latest.current() };
    blocks.add(block);
    return () => {
      blocks.delete(block);
    };
  }, [page]);
}

/** Returns a function that asks the blocks of the page again. */
export function useSearchAgain(): () => void {
  const page = usePage();
  return () => {
    for (const block of blocks) if (block.page === page) block.ask();
  };
}
