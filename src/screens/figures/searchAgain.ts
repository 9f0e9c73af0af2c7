import { useEffect, useRef } from 'react';
import { usePage, type Page } from '../../runtime/screen/page.ts';

/** The mounted blocks that can repeat their query. `page`: the tab that contains the block; null outside of tabs. */
const blocks = new Set<{ page: Page | null; repeatQuery(): void }>();

/** Calls the listener when the user repeats the search in the page's filter bar with unchanged values. */
export function useSearchRepeatListener(listener: () => void): void {
  const page = usePage();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  }, [listener]);
  useEffect(() => {
    const block = { page, repeatQuery: () => latest.current() };
    blocks.add(block);
    return () => {
      blocks.delete(block);
    };
  }, [page]);
}

/** Returns a function that repeats the queries of the page's blocks. */
export function useRepeatSearch(): () => void {
  const page = usePage();
  return () => {
    for (const block of blocks) if (block.page === page) block.repeatQuery();
  };
}
