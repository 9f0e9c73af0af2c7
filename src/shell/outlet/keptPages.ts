import type { ContextType, ReactNode } from 'react';
import type { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/** The value of the router's location context. */
export type RouterLocation = ContextType<typeof LocationContext>;
export interface KeptPage {
  id: string;
  routerLocation: RouterLocation;
  element: ReactNode;
  /** The menu route of the address; it changes when the menu changes. */
  route?: unknown;
}

/** The mounted pages, each with the location and element of its last display. */
export interface KeptPages {
  pages(): readonly KeptPage[];
  /** Adds the page, or replaces it if its address or route has changed. */
  show(page: KeptPage): void;
  /** Drops the pages whose ids are not in `ids`. */
  keepOnly(ids: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

/** Returns true if two displays of a page have the same address and route; the page is then not rendered again. */
function isSameView(previous: KeptPage, page: KeptPage): boolean {
  if (previous.routerLocation === page.routerLocation && previous.element === page.element) return true;
  const [a, b] = [previous.routerLocation.location, page.routerLocation.location];
  return (
    page.route !== undefined &&
    previous.route === page.route &&
    a.pathname === b.pathname &&
    a.search === b.search &&
    a.hash === b.hash &&
    a.state === b.state
  );
}

export function createKeptPages(): KeptPages {
  let pages: readonly KeptPage[] = [];
  const listeners = new Set<() => void>();
  const setPages = (next: readonly KeptPage[]): void => {
    pages = next;
    for (const listener of listeners) listener();
  };
  return {
    pages: () => pages,
    show(page) {
      const previous = pages.find(({ id }) => id === page.id);
      if (!previous) setPages([...pages, page]);
      else if (!isSameView(previous, page)) setPages(pages.map((other) => (other === previous ? page : other)));
    },
    keepOnly(ids) {
      if (pages.some(({ id }) => !ids.includes(id))) setPages(pages.filter(({ id }) => ids.includes(id)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
