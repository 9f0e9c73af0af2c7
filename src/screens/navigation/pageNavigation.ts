import { createContext, useContext, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FormRecord } from '../../grammar/documents.ts';
import type { LeaveHandler } from '../../runtime/screen/leaveGuard.ts';
import { usePage } from '../../runtime/screen/page.ts';

export type Query = Readonly<Record<string, string>>;

/**
 * The query of a screen and the ways to leave it. A page has its query in the address; a dialog has its own query.
 * Blocks use it to read parameters and to navigate, so that the same block works in a page, a tab and a dialog.
 */
export interface PageNavigation {
  kind: 'page' | 'dialog';
  query: Query;
  /**
   * Changes the query. Replaces the current entry of the browser's history, or with `addsHistoryEntry` adds one. On a
   * page hidden by another tab, the change applies when the page is shown again.
   */
  setQuery(query: Query, addsHistoryEntry?: boolean): void;
  /**
   * Navigates to another page. In a dialog, closes the dialog and calls `onClosed`, after a confirmation for unsaved
   * input.
   */
  go(to: string, onClosed?: () => void): void;
  /**
   * Returns to the previous page (closing the tab) or to `fallback`. In a dialog, closes the dialog, after a
   * confirmation for unsaved input.
   */
  back(fallback: string): void;
  /** Navigates to another page that replaces this one (closing the tab). Absent in a dialog: use `go`. */
  leaveTo?(to: string): void;
  /**
   * Returns false while another page is shown, and after the user has left this page: the caller must not navigate
   * then. Absent in a dialog.
   */
  isShown?(): boolean;
  /**
   * Shows another record in the dialog of a record, after a confirmation for unsaved input. Absent elsewhere: use `go`.
   */
  openRecord?(query: Query): void;
  /**
   * Registers a handler that a dialog calls before it closes; returns the unregister function. Absent on a page (see
   * LeaveGuard).
   */
  registerLeaveHandler?(handler: LeaveHandler): () => void;
  /**
   * Called with the record after it was stored, instead of showing the stored record. Present only in a dialog that was
   * opened to create a record, for example for a relation field.
   */
  onSaved?(record: FormRecord): void;
}

export const PageNavigationContext = createContext<PageNavigation | null>(null);

/** Returns the query as the search part of an address (`?…`); '' if it is empty. */
export const toSearch = (query: Query): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};

/** Returns true if two queries have the same parameters, in any order. */
export const isSameQuery = (a: Query, b: Query): boolean =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([key, value]) => b[key] === value);

/** Key of the first entry in the router's history; there is no page of this product before it. */
const FIRST_ENTRY_KEY = 'default';

/** Returns the navigation of the surrounding dialog, else that of the page. */
export function usePageNavigation(): PageNavigation {
  const dialogNavigation = useContext(PageNavigationContext);
  const enclosingPage = usePage();
  const location = useLocation();
  const navigate = useNavigate();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const pageNavigation = useMemo<PageNavigation>(() => {
    const isShown = (): boolean => (enclosingPage ? enclosingPage.isShown() : isMounted.current);
    return {
      kind: 'page',
      isShown,
      query: Object.fromEntries(new URLSearchParams(location.search)),
      setQuery: (query, addsHistoryEntry) => {
        if (isShown())
          void navigate(
            { pathname: location.pathname, search: toSearch(query) },
            { replace: !addsHistoryEntry, preventScrollReset: true },
          );
        else enclosingPage?.changeHiddenQuery(toSearch(query));
      },
      go: (to) => {
        if (isShown()) void navigate(to);
      },
      leaveTo: (to) => {
        if (!isShown()) return;
        if (enclosingPage) enclosingPage.leaveTo(to);
        else void navigate(to, { replace: true });
      },
      back: (fallback) => {
        if (enclosingPage) enclosingPage.leave(fallback);
        else if (isShown()) void (location.key === FIRST_ENTRY_KEY ? navigate(fallback) : navigate(-1));
      },
    };
  }, [enclosingPage, location.key, location.pathname, location.search, navigate]);
  return dialogNavigation ?? pageNavigation;
}

/**
 * Returns a function that opens a page of the product. In a dialog of a record, another record opens in the dialog
 * itself; any other page closes the dialog, after a confirmation for unsaved input.
 */
export function useOpenAddress(): (to: string) => void {
  const navigation = usePageNavigation();
  const navigate = useNavigate();
  return (to) => {
    const [pathname, search = ''] = to.split('?');
    if (navigation.openRecord && pathname === DETAIL_PATH)
      navigation.openRecord(Object.fromEntries(new URLSearchParams(search)));
    else navigation.go(to, () => void navigate(to));
  };
}

const DETAIL_PATH = '/commonEntry/detail';
/** Addresses of the generic screens, which need no menu entry. */
export const listAddress = (formKey: string): string => `/commonEntry/list${toSearch({ formKey })}`;
export const detailAddress = (query: Query): string => `${DETAIL_PATH}${toSearch(query)}`;
export const printAddress = (formKey: string, id: string): string => `/commonEntry/print${toSearch({ formKey, id })}`;
export const flowSheetAddress = (formKey: string, id: string): string =>
  `/taskCenter/taskFlowPrint${toSearch({ formKey, id })}`;
export const TODO_ADDRESS = '/taskCenter/toDoList';
