import { useEffect, useState } from 'react';
import { useOptionalForm, useServices } from '../../runtime/contexts.ts';
import type { Services } from '../../runtime/services/services.ts';
import type { FileRecord } from '../../runtime/services/files.ts';
import { beginWork } from '../../runtime/host/pendingWork.ts';
import { rememberFile } from './useFiles.ts';

/** A file in the upload list of a field. `arrived`: uploaded, but not yet reported to the field. */
export interface UploadItem {
  key: number;
  name: string;
  state: 'waiting' | 'sending' | 'arrived' | 'failed';
  /** 0…100 */
  percent: number;
  /** The error message of a failed upload. */
  failure?: string;
}

interface Entry extends UploadItem {
  file: File;
  /** The uploaded file. */
  record?: FileRecord;
  /** Cancels the running upload. */
  abort?: AbortController;
}

/** Maximum number of parallel uploads of one field; further files wait. */
const MAX_PARALLEL = 3;

const isPending = ({ state }: UploadItem): boolean => state === 'waiting' || state === 'sending';

/**
 * Returns the upload list of one field (FL-006, FL-007). A file is pending until it is uploaded, has failed or was
 * cancelled. When no file is pending, `onAllUploaded` is called once with the uploaded files in the order in which they
 * were picked. A failed file stays in the list with its error until it is retried or removed, and does not delay other
 * files. Uploads continue when the field is unmounted. `cellId`: the sub-table cell that contains the field; the cell
 * shows its running uploads when it is edited again.
 */
export function useUploads(
  onAllUploaded: (files: readonly (FileRecord & { message?: string })[]) => void,
  cellId: string | undefined,
) {
  const services = useServices();
  const form = useOptionalForm();
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [queue] = useState(() => queueOf(services, form ?? services, cellId));
  useEffect(() => queue.setOnAllUploaded(onAllUploaded), [queue, onAllUploaded]);
  useEffect(
    () =>
      queue.watch((entries) =>
        setItems(entries.map(({ file: _file, record: _record, abort: _abort, ...item }) => item)),
      ),
    [queue],
  );
  return {
    items,
    add: queue.add,
    retry: queue.retry,
    remove: queue.remove,
    pendingCount: items.filter(isPending).length,
  };
}

interface Queue {
  /** Calls `onChange` with the list now and at every change. Returns the unsubscribe function. */
  watch(onChange: (entries: readonly Entry[]) => void): () => void;
  /** Sets the callback for the uploaded files, which is also called after the field is unmounted. */
  setOnAllUploaded(onAllUploaded: (records: readonly FileRecord[]) => void): void;
  add(files: readonly File[]): void;
  retry(key: number): void;
  remove(key: number): void;
}

/** Queues of cells with uploads, by form and cell. */
const queuesByForm = new WeakMap<object, Map<string, Queue>>();

/** Returns the queue of the cell if it still has uploads; otherwise a new queue. */
function queueOf(services: Services, form: object, cellId: string | undefined): Queue {
  if (cellId === undefined) return createQueue(services, form, () => undefined);
  const queues = queuesByForm.get(form) ?? new Map<string, Queue>();
  queuesByForm.set(form, queues);
  const queue: Queue =
    queues.get(cellId) ??
    createQueue(services, form, (hasUploads) => {
      if (hasUploads) queues.set(cellId, queue);
      else queues.delete(cellId);
    });
  return queue;
}

/** `onHasUploads`: called at every change of the list; true if the list contains any upload, running or failed. */
function createQueue(services: Services, form: object, onHasUploads: (hasUploads: boolean) => void): Queue {
  let entries: readonly Entry[] = [];
  let lastKey = 0;
  // A form cannot be saved while it has pending or failed uploads. These functions end the work that `beginWork` has
  // registered for them; null while there are no such uploads.
  let endPendingWork: (() => void) | null = null;
  let endFailedWork: (() => void) | null = null;
  let onChange: ((entries: readonly Entry[]) => void) | null = null;
  let onAllUploaded: ((records: readonly FileRecord[]) => void) | null = null;

  const setEntries = (next: readonly Entry[]): void => {
    entries = next;
    onHasUploads(entries.length > 0);
    // a save would miss the failed file, so the form is not saved until the file is retried or removed
    if (!entries.some(({ state }) => state === 'failed')) {
      endFailedWork?.();
      endFailedWork = null;
    } else endFailedWork ??= beginWork(form, 'failed');
    onChange?.(entries);
  };
  const updateEntry = (key: number, change: Partial<Entry>): void =>
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));

  /** Starts waiting uploads up to the maximum. When no file is pending, reports the uploaded files. */
  function startOrFinish(): void {
    const freeCount = MAX_PARALLEL - entries.filter(({ state }) => state === 'sending').length;
    for (const { key } of entries.filter(({ state }) => state === 'waiting').slice(0, freeCount)) void send(key);
    if (entries.some(isPending)) {
      endPendingWork ??= beginWork(form, 'files');
      return;
    }
    endPendingWork?.();
    endPendingWork = null;
    const records = entries.flatMap(({ record }) => record ?? []);
    if (records.length === 0) return;
    setEntries(entries.filter(({ state }) => state !== 'arrived'));
    onAllUploaded?.(records);
  }

  async function send(key: number): Promise<void> {
    const entry = entries.find((item) => item.key === key);
    if (!entry) return;
    const abort = new AbortController();
    updateEntry(key, { state: 'sending', percent: 0, failure: undefined, abort });
    try {
      const record = await services.files.upload(
        entry.file,
        (percent) => updateEntry(key, { percent: Math.round(percent) }),
        abort.signal,
      );
      rememberFile(services, record);
      updateEntry(key, { state: 'arrived', percent: 100, record });
    } catch (error) {
      updateEntry(key, {
        state: 'failed',
        failure: error instanceof Error && error.message !== '' ? error.message : '请重试',
      });
    }
    startOrFinish();
  }

  return {
    watch(listener) {
      onChange = listener;
      setEntries(entries);
      return () => {
        // the cell is already edited again
        if (onChange !== listener) return;
        onChange = null;
        // the list is hidden, so the user cannot retry or remove the failed file: the form can be saved again
        endFailedWork?.();
        endFailedWork = null;
      };
    },
    setOnAllUploaded(listener) {
      onAllUploaded = listener;
    },
    add(files) {
      setEntries([
        ...entries,
        ...files.map((file): Entry => ({ key: (lastKey += 1), name: file.name, state: 'waiting', percent: 0, file })),
      ]);
      startOrFinish();
    },
    retry(key) {
      updateEntry(key, { state: 'waiting', percent: 0, failure: undefined });
      startOrFinish();
    },
    /** Cancels a running upload or removes a failed one from the list. */
    remove(key) {
      entries.find((entry) => entry.key === key)?.abort?.abort();
      setEntries(entries.filter((entry) => entry.key !== key));
      startOrFinish();
    },
  };
}
