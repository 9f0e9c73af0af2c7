/** Functions to call after files of a record were added or removed. Parts of record pages register them. */
const listeners = new Set<(recordId: string) => void>();

/** Calls the listeners after files of this record were added or removed. */
export function notifyAttachmentsChanged(recordId: string): void {
  for (const listener of listeners) listener(recordId);
}

/** Calls the listener until the returned function is called. */
export function onAttachmentsChanged(listener: (recordId: string) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
