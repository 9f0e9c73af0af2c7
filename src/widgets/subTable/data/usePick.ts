import { useEffect, useMemo, useState } from 'react';
import { failureText } from '../../../runtime/host/notice.ts';
import type { TableModel } from '../model.ts';
import { askPage, identitiesIn, type Item, type Page, type Picking } from './outside.ts';

const TYPING_MS = 300;

interface Query {
  keyword: string;
  pageNum: number;
  pageSize: number;
  attempt: number;
}

export interface Pick {
  typed: string;
  type(text: string): void;
  query: Query;
  turn(pageNum: number, pageSize: number): void;
  retry(): void;
  /** Of the present query; null while it is under way. */
  page: Page | null;
  failure: string | null;
  chosen: ReadonlyMap<string, Item>;
  /** In the table already. */
  isTaken(item: Item): boolean;
  isFull: boolean;
  toggle(item: Item): void;
  clear(): void;
}

/** State of the picker: what is asked for, what came, and what is chosen, over all pages. */
export function usePick({ table, session, store, actions }: TableModel, picking: Picking): Pick {
  const isMultiple = table.node.multiple === true;
  const [typed, type] = useState('');
  const [query, setQuery] = useState<Query>({ keyword: '', pageNum: 1, pageSize: 10, attempt: 0 });
  const [answer, setAnswer] = useState<{ query: Query; page: Page | null; failure: string | null } | null>(null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  const taken = useMemo(() => identitiesIn(store.rows.all(), picking), [store, picking]);
  useEffect(() => {
    const timer = setTimeout(
      () => setQuery((last) => (last.keyword === typed.trim() ? last : { ...last, keyword: typed.trim(), pageNum: 1 })),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    let isCurrent = true;
    askPage(session, table, picking, query).then(
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
  }, [session, table, picking, query]);
  const isAnswered = answer?.query === query;
  const room = isMultiple ? actions.room() : Math.min(1, actions.room());
  return {
    typed,
    type,
    query,
    chosen,
    turn: (pageNum, pageSize) => setQuery((last) => ({ ...last, pageNum, pageSize })),
    retry: () => setQuery((last) => ({ ...last, attempt: last.attempt + 1 })),
    page: isAnswered ? answer.page : null,
    failure: isAnswered ? answer.failure : null,
    isTaken: (item) => taken.has(item.identity),
    isFull: isMultiple && chosen.size >= room,
    toggle(item) {
      setChosen((last) => {
        if (!isMultiple) return last.has(item.key) ? new Map() : new Map([[item.key, item]]);
        const next = new Map(last);
        if (!next.delete(item.key) && next.size < room) next.set(item.key, item);
        return next;
      });
    },
    clear: () => setChosen(new Map()),
  };
}
