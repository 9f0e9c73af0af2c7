import { useCallback, useEffect, useMemo, useState } from 'react';
import { isSearched, searchedParams, type SearchedNode } from '../../kernel/index.ts';
import type { OptionsData } from './store.ts';
import { useOptionsList, type OptionsState } from './useOptions.ts';

export interface SearchedOptions extends OptionsState {
  /** Asks for the next page, when the last one was full. */
  more(): void;
}

const PAGE = 20;
const TYPING_MS = 300;
const NOTHING: readonly object[] = [];

/** Nothing asked yet is nothing awaited. */
const statusOf = (isAsked: boolean, last: OptionsData | undefined): OptionsData['status'] => {
  if (!last) return 'ready';
  return isAsked ? last.status : 'loading';
};

/**
 * FK-027…031 with `remote`: the options of a call for what is typed, page by page, once typing rests for 300 ms. Nothing
 * is asked before the list is open. Null for a field that has all its options at once.
 */
export function useSearchedOptions(node: SearchedNode & object, text: string, isOpen: boolean): SearchedOptions | null {
  const [asked, setAsked] = useState({ text, pages: 1 });
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (asked.text === text) return undefined;
    const timer = setTimeout(() => setAsked({ text, pages: 1 }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, asked.text]);
  const isOn = isSearched(node);
  const nodes = useMemo(() => {
    if (!isOn || !wasOpen) return NOTHING;
    return Array.from({ length: asked.pages }, (_none, index) => ({
      ...node,
      remote: false,
      resourseApiParams: searchedParams(node, { keyword: asked.text, pageNum: index + 1, pageSize: PAGE }),
    }));
  }, [isOn, wasOpen, node, asked.pages, asked.text]);
  const { list: pages, retry } = useOptionsList(nodes);
  const options = useMemo(
    () => [
      ...new Map(pages.flatMap((page) => page.options ?? []).map((option) => [String(option.value), option])).values(),
    ],
    [pages],
  );
  const last = pages.at(-1);
  const isFull = last?.status === 'ready' && (last.options?.length ?? 0) >= PAGE;
  const more = useCallback(() => {
    if (isFull) setAsked((now) => ({ ...now, pages: now.pages + 1 }));
  }, [isFull]);
  if (!isOn) return null;
  return {
    status: statusOf(asked.text === text, last),
    options,
    ...(last?.message === undefined ? {} : { message: last.message }),
    more,
    retry,
  };
}
