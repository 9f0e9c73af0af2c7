import { useEffect, useState } from 'react';
import { useOptionalForm, useServices } from '../../runtime/contexts.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { beginWork } from '../../runtime/host/pendingWork.ts';
import { rememberFile } from './useFiles.ts';

export interface PendingUpload {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'arrived' | 'failed';
  /** 0…100 */
  percent: number;
  /** Why it failed. */
  failure?: string;
}

interface Entry extends PendingUpload {
  file: File;
  record?: FileRecord;
  stop?: AbortController;
}

/** Files of one field that go up at once; the others wait for their turn. */
const AT_ONCE = 3;

const isUnderWay = ({ state }: PendingUpload): boolean => state === 'waiting' || state === 'sending';

/**
 * Files on their way (FL-006, FL-007). Each accepted file counts as pending until it arrived, failed or was
 * cancelled; when none is pending any more, `onAllUploaded` gets those that arrived, in the order they were picked,
 * once. A failed one stays listed with its reason until it is tried again or dropped; it keeps nobody waiting.
 * Leaving the field does not stop what is under way.
 */
export function useUploads(onAllUploaded: (files: readonly (FileRecord & { message?: string })[]) => void) {
  const services = useServices();
  const form = useOptionalForm();
  const [pending, show] = useState<readonly PendingUpload[]>([]);
  const [queue] = useState(() => createQueue(services, form ?? services));
  useEffect(() => queue.report(onAllUploaded), [queue, onAllUploaded]);
  useEffect(
    () =>
      queue.watch((entries) => show(entries.map(({ file: _file, record: _record, stop: _stop, ...shown }) => shown))),
    [queue],
  );
  return {
    pending,
    add: queue.add,
    retry: queue.retry,
    drop: queue.drop,
    pendingCount: pending.filter(isUnderWay).length,
  };
}

interface Queue {
  /** Tells every change until the answer is called. */
  watch(onChange: (entries: readonly Entry[]) => void): () => void;
  /** Who gets what arrived, once; still the last one after the field was left. */
  report(onDone: (records: readonly FileRecord[]) => void): void;
  add(files: readonly File[]): void;
  retry(key: number): void;
  drop(key: number): void;
}

function createQueue(services: Services, form: object): Queue {
  let entries: readonly Entry[] = [];
  let last = 0;
  let release: (() => void) | null = null;
  let releaseFailed: (() => void) | null = null;
  let onChange: ((entries: readonly Entry[]) => void) | null = null;
  let onDone: ((records: readonly FileRecord[]) => void) | null = null;

  const set = (next: readonly Entry[]): void => {
    entries = next;
    // a save would leave out what failed: it waits until somebody decided
    if (!entries.some(({ state }) => state === 'failed')) {
      releaseFailed?.();
      releaseFailed = null;
    } else releaseFailed ??= beginWork(form, 'failed');
    onChange?.(entries);
  };
  const patch = (key: number, change: Partial<Entry>): void =>
    set(entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));

  /** Starts what may start; merges when nothing is pending. */
  function proceed(): void {
    const free = AT_ONCE - entries.filter(({ state }) => state === 'sending').length;
    for (const { key } of entries.filter(({ state }) => state === 'waiting').slice(0, free)) void send(key);
    if (entries.some(isUnderWay)) {
      release ??= beginWork(form, 'files');
      return;
    }
    release?.();
    release = null;
    const records = entries.flatMap(({ record }) => record ?? []);
    if (records.length === 0) return;
    set(entries.filter(({ state }) => state !== 'arrived'));
    onDone?.(records);
  }

  async function send(key: number): Promise<void> {
    const entry = entries.find((one) => one.key === key);
    if (!entry) return;
    const stop = new AbortController();
    patch(key, { state: 'sending', percent: 0, failure: undefined, stop });
    try {
      const record = await services.files.upload(
        entry.file,
        (percent) => patch(key, { percent: Math.round(percent) }),
        stop.signal,
      );
      rememberFile(services, record);
      patch(key, { state: 'arrived', percent: 100, record });
    } catch (error) {
      patch(key, {
        state: 'failed',
        failure: error instanceof Error && error.message !== '' ? error.message : '请重试',
      });
    }
    proceed();
  }

  return {
    watch(listener) {
      onChange = listener;
      set(entries);
      return () => {
        onChange = null;
        // nobody sees it any more, so nobody can decide
        releaseFailed?.();
        releaseFailed = null;
      };
    },
    report(listener) {
      onDone = listener;
    },
    add(files) {
      set([
        ...entries,
        ...files.map((file): Entry => ({ key: (last += 1), name: file.name, state: 'waiting', percent: 0, file })),
      ]);
      proceed();
    },
    retry(key) {
      patch(key, { state: 'waiting', percent: 0, failure: undefined });
      proceed();
    },
    /** Cancels one under way, or forgets a failed one. */
    drop(key) {
      entries.find((entry) => entry.key === key)?.stop?.abort();
      set(entries.filter((entry) => entry.key !== key));
      proceed();
    },
  };
}
