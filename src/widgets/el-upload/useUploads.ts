import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FileRecord } from '../../runtime/services.ts';
import { rememberFile } from './useFiles.ts';

export interface PendingUpload {
  key: number;
  name: string;
  /** 0…100 */
  percent: number;
  /** Why it failed; undefined while it runs. */
  failure?: string;
}

/**
 * Files on their way (FL-006, FL-007): each has its own progress, and `onUploaded` gets every one that arrived. A
 * failed one stays listed with the reason until it is tried again or dropped.
 */
export function useUploads(onUploaded: (file: FileRecord) => void) {
  const services = useServices();
  const [pending, setPending] = useState<readonly PendingUpload[]>([]);
  const files = useRef(new Map<number, File>());
  const counter = useRef(0);
  const arrived = useRef(onUploaded);
  useEffect(() => { arrived.current = onUploaded; }, [onUploaded]);
  const isGone = useRef(false);
  useEffect(() => { isGone.current = false; return () => { isGone.current = true; }; }, []);

  const patch = useCallback((key: number, change: Partial<PendingUpload> | null): void => {
    if (isGone.current) return;
    setPending((list) => (change === null ? list.filter((item) => item.key !== key) : list.map((item) => (item.key === key ? { ...item, ...change } : item))));
  }, []);
  const send = useCallback(async (key: number): Promise<void> => {
    const file = files.current.get(key);
    if (!file) return;
    patch(key, { percent: 0, failure: undefined });
    try {
      const record = await services.files.upload(file, (percent) => patch(key, { percent: Math.round(percent) }));
      rememberFile(services, record);
      files.current.delete(key);
      patch(key, null);
      arrived.current(record);
    } catch (error) {
      patch(key, { failure: error instanceof Error && error.message !== '' ? error.message : '请重试' });
    }
  }, [services, patch]);
  const add = useCallback((added: readonly File[]): void => {
    const items = added.map((file) => {
      counter.current += 1;
      files.current.set(counter.current, file);
      return { key: counter.current, name: file.name, percent: 0 };
    });
    setPending((list) => [...list, ...items]);
    for (const item of items) void send(item.key);
  }, [send]);
  const drop = useCallback((key: number): void => { files.current.delete(key); patch(key, null); }, [patch]);
  return { pending, add, retry: send, drop };
}
