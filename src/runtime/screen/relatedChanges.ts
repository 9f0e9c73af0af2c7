import { createContext, useContext, useEffect, useRef } from 'react';

/** Notifies the figures of a record page when a list of the page reloads, because its records may have changed. */
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

/** Calls the listener when a list of the same record page reloads. */
export function useRelatedChanges(listener: () => void): void {
  const changes = useContext(RelatedChangesContext);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  }, [listener]);
  useEffect(() => changes?.onChange(() => latest.current()), [changes]);
}
