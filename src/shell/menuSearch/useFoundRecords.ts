import { useCallback, useEffect, useRef, useState } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { FoundForm } from '../../runtime/services/search.ts';
import { messageOf } from '../../screens/shared/messages.ts';

/** Debounce: the search starts this long after the last key. */
const DEBOUNCE_MS = 250;
/** Minimum length of a query, in characters. */
const MIN_QUERY_LENGTH = 2;
/** Maximum number of records when all records of one form are shown. */
const MAX_RECORDS_OF_FORM = 50;

export interface RecordSearch {
  /** 'short': the query is too short for a search. */
  state: 'short' | 'busy' | 'done' | 'failed';
  forms: readonly FoundForm[];
  /** True if further forms, not in `forms`, have matching records. */
  isMore: boolean;
  failure: string;
  retry(): void;
  /** Shows the records of one form that are not shown yet. */
  showAll(formKey: string): void;
}

interface SearchResult {
  /** The query that was searched for. */
  text: string;
  forms: readonly FoundForm[];
  isMore: boolean;
  failure: string;
}

const NO_RESULT: SearchResult = { text: '', forms: [], isMore: false, failure: '' };

/** Searches records for the query, debounced. The previous result stays until the next answer arrives. */
export function useFoundRecords(query: string): RecordSearch {
  const { search } = useServices();
  const text = query.trim();
  const isShort = [...text].length < MIN_QUERY_LENGTH;
  const [result, setResult] = useState(NO_RESULT);
  const [attempt, setAttempt] = useState(0);
  const latestText = useRef(text);
  useEffect(() => {
    latestText.current = text;
    if (isShort) return;
    const timer = setTimeout(() => {
      search.records({ text }).then(
        ({ forms, isMore }) => {
          if (latestText.current === text) setResult({ text, forms, isMore, failure: '' });
        },
        (error: unknown) => {
          if (latestText.current === text) setResult({ ...NO_RESULT, text, failure: messageOf(error) });
        },
      );
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [search, text, isShort, attempt]);
  const showAll = useCallback(
    (formKey: string) => {
      search.records({ text, formKey, pageSize: MAX_RECORDS_OF_FORM }).then(
        ({ forms: [allOfForm] }) => {
          if (allOfForm && latestText.current === text)
            setResult((current) => ({
              ...current,
              forms: current.forms.map((form) => (form.formKey === formKey ? allOfForm : form)),
            }));
        },
        (error: unknown) => {
          if (latestText.current === text) setResult((current) => ({ ...current, failure: messageOf(error) }));
        },
      );
    },
    [search, text],
  );
  const retry = useCallback(() => {
    setResult(NO_RESULT);
    setAttempt((count) => count + 1);
  }, []);
  if (isShort) return { ...NO_RESULT, state: 'short', retry, showAll };
  const isBusy = result.text !== text;
  const endState = result.failure !== '' ? 'failed' : 'done';
  return {
    forms: result.forms,
    isMore: result.isMore,
    failure: isBusy ? '' : result.failure,
    state: isBusy ? 'busy' : endState,
    retry,
    showAll,
  };
}
