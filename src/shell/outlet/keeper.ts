import type { ContextType, ReactNode } from 'react';
import type { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';

/** The router's place as a page was last shown with. */
export type RouterPlace = ContextType<typeof LocationContext>;
export interface KeptPage { id: string; place: RouterPlace; element: ReactNode }

/** The pages that are alive, each with the address and element it was last shown with. */
export interface Keeper {
  pages(): readonly KeptPage[];
  show(page: KeptPage): void;
  /** Drops the pages whose ids are not among these. */
  keepOnly(ids: readonly string[]): void;
  subscribe(listener: () => void): () => void;
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
      else if (before.place !== page.place || before.element !== page.element) set(pages.map((other) => (other === before ? page : other)));
    },
    keepOnly(ids) {
      if (pages.some(({ id }) => !ids.includes(id))) set(pages.filter(({ id }) => ids.includes(id)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => { listeners.delete(listener); };
    },
  };
}
