import { useCallback, useEffect, useRef } from 'react';
import { keptTopic } from '../../domain/recordTopics.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import { keptKeys, type FormDefinition } from '../../kernel/index.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useNews } from '../../runtime/host/useServerEvents.ts';
import type { DetailQuery } from './situation.ts';

/** News of one record come at most once a second: what was written after them is looked for a little later. */
const AGAIN_MS = 1_500;

interface Options {
  query: DetailQuery;
  stored: FormRecord | null;
  definition: FormDefinition;
  /** False while somebody fills the form in: nothing moves under their hands. */
  isReading: boolean;
  onReload(): void;
}

/** Loads a record that is being read again when sums that the server keeps of it moved. */
export function useKept({ query, stored, definition, isReading, onReload }: Options): void {
  const services = useServices();
  const keeps = keptKeys(definition);
  const id = stored?.id;
  const latest = useRef({ stored, onReload, isReading });
  useEffect(() => {
    latest.current = { stored, onReload, isReading };
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onNews = useCallback(() => {
    const look = async (): Promise<void> => {
      if (!id || !latest.current.isReading) return;
      const now = await services.records.get(query.formKey, id, query.taskId ?? undefined).catch(() => null);
      const known = latest.current.stored;
      const hasMoved = [...keeps].some((key) => now?.fieldsMap[key] !== known?.fieldsMap[key]);
      if (now && known && now.revision === known.revision && hasMoved && latest.current.isReading)
        latest.current.onReload();
    };
    void look();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void look(), AGAIN_MS);
  }, [services, query.formKey, query.taskId, id, keeps]);
  useNews(id && keeps.size > 0 ? keptTopic(id) : null, onNews);
}
