import { useEffect, useMemo, useState } from 'react';
import { failureText } from '../../../runtime/host/notice.ts';
import type { TableModel } from '../model.ts';
import { loadPage, identitiesIn, type PickItem, type PickPage, type PickSource } from './pickSource.ts';

/** Debounce time in ms between typing and searching. */
const DEBOUNCE_MS = 300;

interface Query {
  keyword: string;
  pageNum: number;
  pageSize: number;
  /** Number of retries; a new number repeats the query. */
  attempt: number;
}

export interface PickState {
  searchText: string;
  setSearchText(text: string): void;
  query: Query;
  setPage(pageNum: number, pageSize: number): void;
  retry(): void;
  /** Result of the current query; null during loading and after a failure. */
  page: PickPage | null;
  failure: string | null;
  /** The selected items of all pages, by their keys. */
  chosenItems: ReadonlyMap<string, PickItem>;
  /** Returns true if the item is already in the table. */
  isInTable(item: PickItem): boolean;
  isLimitReached: boolean;
  toggle(item: PickItem): void;
  clear(): void;
}

/** Returns the state of the picker: the query, its result, and the selected items of all pages. */
export function usePick({ table, session, store, actions }: TableModel, source: PickSource): PickState {
  const isMultiple = table.node.multiple === true;
  const [searchText, setSearchText] = useState('');
  const [query, setQuery] = useState<Query>({ keyword: '', pageNum: 1, pageSize: 10, attempt: 0 });
  const [answer, setAnswer] = useState<{ query: Query; page: PickPage | null; failure: string | null } | null>(null);
  const [chosenItems, setChosenItems] = useState<ReadonlyMap<string, PickItem>>(new Map());
  const existingIdentities = useMemo(() => identitiesIn(store.rows.all(), source), [store, source]);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setQuery((current) =>
          current.keyword === searchText.trim() ? current : { ...current, keyword: searchText.trim(), pageNum: 1 },
        ),
      DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [searchText]);
  useEffect(() => {
    let isCurrent = true;
    loadPage(session, table, source, query).then(
      (page) => {
        if (isCurrent) setAnswer({ query, page, failure: null });
      },
      (error: unknown) => {
        if (isCurrent) setAnswer({ query, page: null, failure: failureText(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [session, table, source, query]);
  const isAnswered = answer?.query === query;
  const maxCount = isMultiple ? actions.remainingRows() : Math.min(1, actions.remainingRows());
  return {
    searchText,
    setSearchText,
    query,
    chosenItems,
    setPage: (pageNum, pageSize) => setQuery((current) => ({ ...current, pageNum, pageSize })),
    retry: () => setQuery((current) => ({ ...current, attempt: current.attempt + 1 })),
    page: isAnswered ? answer.page : null,
    failure: isAnswered ? answer.failure : null,
    isInTable: (item) => existingIdentities.has(item.identity),
    isLimitReached: isMultiple && chosenItems.size >= maxCount,
    toggle(item) {
      setChosenItems((current) => {
        if (!isMultiple) return current.has(item.key) ? new Map() : new Map([[item.key, item]]);
        const next = new Map(current);
        if (!next.delete(item.key) && next.size < maxCount) next.set(item.key, item);
        return next;
      });
    },
    clear: () => setChosenItems(new Map()),
  };
}
