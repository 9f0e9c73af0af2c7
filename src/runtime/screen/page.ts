import { createContext, useContext, useEffect, useRef } from 'react';
import type { LeaveHandler } from './leaveGuard.ts';

/**
 * The enclosing page, for its blocks. A kept page (`isKept`) stays mounted while other pages are shown, until its tab
 * is closed. A screen outside of the tabs (e.g. in a test) has no `Page`: every navigation then counts as leaving the
 * screen.
 */
export interface Page {
  /** Registers a handler of unsaved values. Returns the unregister function. */
  registerLeaveHandler(handler: LeaveHandler): () => void;
  /** Updates the unsaved mark of the tab. Called when a registered handler gets or loses unsaved values. */
  updateUnsavedMark(): void;
  /** Navigates to this page if another page is shown. */
  show(): void;
  /** Returns true while this page is shown. */
  isShown(): boolean;
  /** Returns true if this page stays mounted while other pages are shown. */
  isKept(): boolean;
  /** Returns true if navigating to the address would discard this page's content. */
  isLostBy(to: string): boolean;
  /** Sets the title of the page; null restores the route's title. */
  setTitle(title: string | null): void;
  /**
   * Closes the page and shows the previous page; without one, the address `fallback`. Asks for confirmation if values
   * would be lost.
   */
  leave(fallback: string): void;
  /** Closes the page and shows another page instead. Asks for confirmation like `leave`. */
  leaveTo(to: string): void;
  /** Changes the query of the page while another page is shown; applied when the page is shown again. */
  changeHiddenQuery(search: string): void;
  /** Calls the listener each time the page is shown, except the first time. Returns the unsubscribe function. */
  onShown(listener: () => void): () => void;
  /** Calls the listener each time this page is hidden by another page. Returns the unsubscribe function. */
  onHidden(listener: () => void): () => void;
}

export const PageContext = createContext<Page | null>(null);
export const usePage = (): Page | null => useContext(PageContext);

/** Sets the title of the page (tab and document); null leaves the route's title. */
export function usePageTitle(title: string | null): void {
  const page = usePage();
  useEffect(() => {
    page?.setTitle(title);
    return () => page?.setTitle(null);
  }, [page, title]);
}

/** Calls the listener when the user returns to this page, to refresh data that may have changed. */
export function useShownAgainListener(listener: () => void): void {
  const page = usePage();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  }, [listener]);
  useEffect(() => page?.onShown(() => latest.current()), [page]);
}
