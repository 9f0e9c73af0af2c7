import { useCallback, useEffect, useMemo, useState } from 'react';
import { isSearched, searchedParams, type SearchedNode } from '../../requests/index.ts';
import type { OptionsData } from './store.ts';
import { useOptionsOfFieldsWithRetry, type OptionsState } from './useOptions.ts';

/** The options found for a typed text. */
export interface SearchedOptions extends OptionsState {
  /** True while the options for the typed text have not arrived. */
  isUnanswered: boolean;
  /** Requests the next page, if the last page was full. */
  loadMore(): void;
}

/** Number of options of one request. */
const PAGE_SIZE = 20;
/** Time without a keystroke after which the typed text is searched. */
const TYPING_PAUSE_MS = 300;
const NO_NODES: readonly object[] = [];

/**
 * Returns 'ready' before the first request, 'loading' while the request for the typed text is not sent yet, and
 * afterwards the status of the last page.
 */
const statusOf = (isRequested: boolean, lastPage: OptionsData | undefined): OptionsData['status'] => {
  if (!lastPage) return 'ready';
  return isRequested ? lastPage.status : 'loading';
};

/**
 * FK-027…031 with `remote`: requests the options that match the typed text, page by page, 300 ms after the last key
 * press. The first request is sent when the list opens. Returns null for a field without search.
 */
export function useSearchedOptions(node: SearchedNode & object, text: string, isOpen: boolean): SearchedOptions | null {
  const [searchRequest, setSearchRequest] = useState({ text, pageCount: 1 });
  const [hasOpened, setHasOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setHasOpened(true);
  useEffect(() => {
    if (searchRequest.text === text) return undefined;
    const timer = setTimeout(() => setSearchRequest({ text, pageCount: 1 }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, searchRequest.text]);
  const isSearchable = isSearched(node);
  const nodes = useMemo(() => {
    if (!isSearchable || !hasOpened) return NO_NODES;
    return Array.from({ length: searchRequest.pageCount }, (_none, index) => ({
      ...node,
      remote: false,
      resourseApiParams: searchedParams(node, { keyword: searchRequest.text, pageNum: index + 1, pageSize: PAGE_SIZE }),
    }));
  }, [isSearchable, hasOpened, node, searchRequest.pageCount, searchRequest.text]);
  const { list: pages, retry } = useOptionsOfFieldsWithRetry(nodes);
  const options = useMemo(
    () => [
      ...new Map(pages.flatMap((page) => page.options ?? []).map((option) => [String(option.value), option])).values(),
    ],
    [pages],
  );
  const lastPage = pages.at(-1);
  const isLastPageFull = lastPage?.status === 'ready' && (lastPage.options?.length ?? 0) >= PAGE_SIZE;
  const loadMore = useCallback(() => {
    if (isLastPageFull) setSearchRequest((before) => ({ ...before, pageCount: before.pageCount + 1 }));
  }, [isLastPageFull]);
  if (!isSearchable) return null;
  const isRequested = searchRequest.text === text;
  return {
    status: statusOf(isRequested, lastPage),
    options,
    isUnanswered: !isRequested || pages[0]?.status === 'loading',
    ...(lastPage?.message === undefined ? {} : { message: lastPage.message }),
    loadMore,
    retry,
  };
}
