import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FoundForm } from '../../runtime/services/search.ts';
import { messageOf } from '../../screens/shared/messages.ts';

/** Typing goes on for so long before records are asked for. */
const PAUSE_MS = 250;
/** The least that is searched for, in characters. */
const LEAST = 2;
/** So many records of one form are shown when all of them are wanted. */
const MOST_OF_ONE = 50;

export interface RecordSearch {
  state: 'short' | 'busy' | 'done' | 'failed';
  forms: readonly FoundForm[];
  /** Further forms have some. */
  isMore: boolean;
  failure: string;
  retry(): void;
  /** Shows the records of one form that are not shown yet. */
  showAll(formKey: string): void;
}

interface Found {
  text: string;
  forms: readonly FoundForm[];
  isMore: boolean;
  failure: string;
}

const NOTHING: Found = { text: '', forms: [], isMore: false, failure: '' };

/** Records found by what was typed, asked for when typing rests. What was found before stays until the next answer. */
export function useFoundRecords(query: string): RecordSearch {
  const { search } = useServices();
  const text = query.trim();
  const isShort = [...text].length < LEAST;
  const [found, setFound] = useState(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
    if (isShort) return;
    const timer = setTimeout(() => {
      search.records({ text }).then(
        ({ forms, isMore }) => {
          if (latest.current === text) setFound({ text, forms, isMore, failure: '' });
        },
        (error: unknown) => {
          if (latest.current === text) setFound({ ...NOTHING, text, failure: messageOf(error) });
        },
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search, text, isShort, attempt]);
  const showAll = useCallback(
    (formKey: string) => {
      search.records({ text, formKey, pageSize: MOST_OF_ONE }).then(
        ({ forms: [whole] }) => {
          if (whole && latest.current === text)
            setFound((now) => ({
              ...now,
              forms: now.forms.map((form) => (form.formKey === formKey ? whole : form)),
            }));
        },
        (error: unknown) => setFound((now) => ({ ...now, failure: messageOf(error) })),
      );
    },
    [search, text],
  );
  const retry = useCallback(() => {
    setFound(NOTHING);
    setAttempt((count) => count + 1);
  }, []);
  if (isShort) return { ...NOTHING, state: 'short', retry, showAll };
  const isBusy = found.text !== text;
  return {
    forms: found.forms,
    isMore: found.isMore,
    failure: isBusy ? '' : found.failure,
    state: isBusy ? 'busy' : found.failure !== '' ? 'failed' : 'done',
    retry,
    showAll,
  };
}
