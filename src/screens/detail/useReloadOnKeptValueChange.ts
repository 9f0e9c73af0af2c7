import { useCallback, useEffect, useRef } from 'react';
import { keptTopic } from '../../domain/recordTopics.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { isSameValue } from '../../records/index.ts';
import { keptKeys } from '../../relations/index.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import type { DetailQuery } from './situation.ts';

/**
 * Delay in ms of the second check. The server sends events of one record at most once a second, so a write shortly
 * after an event may have no event of its own.
 */
const SECOND_CHECK_MS = 1_500;

interface Options {
  query: DetailQuery;
  storedRecord: FormRecord | null;
  definition: FormDefinition;
  /** False in edit mode, where the record must not be reloaded. */
  isViewMode: boolean;
  onReload(): void;
}

/** In view mode, loads the record again when a kept value (e.g. a roll-up) has changed on the server. */
export function useReloadOnKeptValueChange({ query, storedRecord, definition, isViewMode, onReload }: Options): void {
  const services = useServices();
  const keptFieldKeys = keptKeys(definition);
  const id = storedRecord?.id;
  const latest = useRef({ storedRecord, onReload, isViewMode });
  useEffect(() => {
    latest.current = { storedRecord, onReload, isViewMode };
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onEvent = useCallback(() => {
    const checkForChanges = async (): Promise<void> => {
      if (!id || !latest.current.isViewMode) return;
      const latestRecord = await services.records.get(query.formKey, id, query.taskId ?? undefined).catch(() => null);
      const shownRecord = latest.current.storedRecord;
      const hasChanged = [...keptFieldKeys].some(
        (key) => !isSameValue(latestRecord?.fieldsMap[key], shownRecord?.fieldsMap[key]),
      );
      if (
        latestRecord &&
        shownRecord &&
        latestRecord.revision === shownRecord.revision &&
        hasChanged &&
        latest.current.isViewMode
      )
        latest.current.onReload();
    };
    void checkForChanges();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void checkForChanges(), SECOND_CHECK_MS);
  }, [services, query.formKey, query.taskId, id, keptFieldKeys]);
  useServerEvents(id && keptFieldKeys.size > 0 ? keptTopic(id) : null, onEvent);
}
