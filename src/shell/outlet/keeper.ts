import type { ContextType, ReactNode } from 'react';
import type { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/** The router's place as a page was last shown with. */
export type RouterPlace = ContextType<typeof LocationContext>;
export interface KeptPage {
  id: string;
  place: RouterPlace;
  element: ReactNode;
  /** What the address leads to: another menu may say otherwise. */ route?: unknown;
}

/** The pages that are alive, each with the address and element it was last shown with. */
export interface Keeper {
  pages(): readonly KeptPage[];
  show(page: KeptPage): void;
  /** Drops the pages whose ids are not among these. */
  keepOnly(ids: readonly string[]): void;
  subscribe(listener: () => void): () => void;
}

/** A page that is shown again at its address, by the same route, has nothing to render: only the router's entry is another. */
function isSameView(before: KeptPage, page: KeptPage): boolean {
  if (before.place === page.place && before.element === page.element) return true;
  const [a, b] = [before.place.location, page.place.location];
  return (
    page.route !== undefined &&
    before.route === page.route &&
    a.pathname === b.pathname &&
    a.search === b.search &&
    a.hash === b.hash &&
    a.state === b.state
  );
}

export function createKeeper(): Keeper {
  let pages: readonly KeptPage[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly KeptPage[]): void => {
    pages = next;
    for (const listener of listeners) listener();
  };
  return {
    pages: () => pages,
    show(page) {
      const before = pages.find(({ id }) => id === page.id);
      if (!before) set([...pages, page]);
      else if (!isSameView(before, page)) set(pages.map((other) => (other === before ? page : other)));
    },
    keepOnly(ids) {
      if (pages.some(({ id }) => !ids.includes(id))) set(pages.filter(({ id }) => ids.includes(id)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
