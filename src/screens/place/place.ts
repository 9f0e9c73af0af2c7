import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { usePage } from '../../runtime/screen/page.ts';

export type Query = Readonly<Record<string, string>>;

/**
 * Where a screen stands: a page whose query is the address, or a dialog with a query of its own. A block asks
 * its place for parameters and for leaving, so that the same block works in a page, a tab and a dialog.
 */
export interface Place {
  kind: 'page' | 'dialog';
  query: Query;
  setQuery(query: Query): void;
  /** Goes to another screen; a dialog closes. */
  go(to: string): void;
  /** Back to where the person came from: a page's tab closes, a dialog closes. */
  back(fallback: string): void;
  /** False once the person has gone to another page: what ends after that closes its own page at the most, and leads nowhere. Absent: always shown. */
  isShown?(): boolean;
  /** A dialog asks this before it closes; a page is guarded by the router (see LeaveGuard). */
  setGuard?(keeper: LeaveHandler | null): void;
}

export const PlaceContext = createContext<Place | null>(null);

export const toSearch = (query: Query): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

/** First entry of the router's history, which has nothing of ours before it. */
const FIRST = 'default';

export function usePlace(): Place {
  const given = useContext(PlaceContext);
  const kept = usePage();
  const location = useLocation();
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const page = useMemo<Place>(() => {
    const isShown = (): boolean => (kept ? kept.isShown() : isHere.current);
    return {
      kind: 'page',
      isShown,
      query: Object.fromEntries(new URLSearchParams(location.search)),
      setQuery: (query) => {
        if (isShown())
          void navigate(
            { pathname: location.pathname, search: toSearch(query) },
            { replace: true, preventScrollReset: true },
          );
      },
      go: (to) => {
        if (isShown()) void navigate(to);
      },
      back: (fallback) => {
        if (kept) kept.leave(fallback);
        else if (isShown()) void (location.key === FIRST ? navigate(fallback) : navigate(-1));
      },
    };
  }, [kept, location.key, location.pathname, location.search, navigate]);
  return given ?? page;
}

/** Addresses of the generic screens, which need no menu entry. */
export const listAddress = (formKey: string): string => `/commonEntry/list${toSearch({ formKey })}`;
export const detailAddress = (query: Query): string => `/commonEntry/detail${toSearch(query)}`;
export const printAddress = (formKey: string, id: string): string => `/commonEntry/print${toSearch({ formKey, id })}`;
export const flowSheetAddress = (formKey: string, id: string): string =>
  `/taskCenter/taskFlowPrint${toSearch({ formKey, id })}`;
export const TODO_ADDRESS = '/taskCenter/toDoList';
