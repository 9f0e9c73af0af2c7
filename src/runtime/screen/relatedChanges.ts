import { createContext, useContext, useEffect, useRef } from 'react';

/** Notifies the figures of a record page when a list of the page has loaded changed records. */
export interface RelatedChanges {
  onChange(listener: () => void): () => void;
  announce(): void;
}

export function createRelatedChanges(): RelatedChanges {
  const listeners = new Set<() => void>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce() {
      for (const listener of listeners) listener();
    },
  };
}

/** Null outside of a record page. */
export const RelatedChangesContext = createContext<RelatedChanges | null>(null);

/** Calls the listener when records of a list of the same record page may have changed. */
export function useRelatedChanges(listener: () => void): void {
  const changes = useContext(RelatedChangesContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  }, [listener]);
  useEffect(() => changes?.onChange(() => latest.current()), [changes]);
}
