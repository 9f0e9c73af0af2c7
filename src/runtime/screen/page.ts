import { createContext, useContext, useEffect, useRef } from 'react';
import type { Keeper } from './leaveGuard.ts';

/**
 * The page around, as its blocks see it: it stays alive behind other pages, and goes only when it is closed. Absent
 * where a screen stands alone (a hidden page, a test): there a block guards the route itself.
 */
export interface Page {
  /** Registers who may lose values. Answers the release. */
  hold(keeper: Keeper): () => void;
  /** Says that who is held has got or lost what may be lost: its tab shows it. */
  mark(): void;
  /** Goes to this page when another one is shown. */
  show(): void;
  /** It is the one that is shown. */
  isShown(): boolean;
  /** It stays alive behind other pages. */
  isKept(): boolean;
  /** Whether going to the address would take this page's content away. */
  isLostBy(to: string): boolean;
  /** A title better than the route's; null gives it back. */
  setTitle(title: string | null): void;
  /** Closes the page and shows where the person came from, else `fallback`. Asks first when values would be lost. */
  leave(fallback: string): void;
  /** Called whenever the page is shown again, not at first. Answers the release. */
  onShown(listener: () => void): () => void;
}

export const PageContext = createContext<Page | null>(null);
export const usePage = (): Page | null => useContext(PageContext);

/** Names the page (tab and document) after what it holds; null leaves the route's title. */
export function usePageTitle(title: string | null): void {
  const page = usePage();
  useEffect(() => {
    page?.setTitle(title);
    return () => page?.setTitle(null);
  }, [page, title]);
}

/** Runs when the person comes back to this page: what it lists may have changed meanwhile. */
export function useShownAgain(listener: () => void): void {
  const page = usePage();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  }, [listener]);
  useEffect(() => page?.onShown(() => latest.current()), [page]);
}
