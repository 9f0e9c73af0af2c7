import { useEffect, useMemo, useState } from 'react';
import { useOptionsOf } from './useOptions.ts';
import type { OptionsData } from './store.ts';

/** The keys of a field that asks for its options while somebody types. */
export interface SearchedNode { isRemote?: string; remote?: boolean; remoteKey?: string; resourseApiParams?: Readonly<Record<string, unknown>> }

export interface SearchedOptions extends OptionsData {
  /** Asks for the next page, when the last one was full. */
  more(): void;
}

const PAGE = 20;
const TYPING_MS = 300;
const NOTHING: readonly object[] = [];

export const isSearched = ({ isRemote, remote }: SearchedNode): boolean => isRemote === '1' && remote === true;

/**
 * FK-027…031 with `remote`: the options of a call for what is typed, page by page (`page.pageNum`, `page.pageSize`, and
 * the text under `remoteKey`). Null for a field that has all its options at once.
 */
export function useSearchedOptions(node: SearchedNode, text: string): SearchedOptions | null {
  const [asked, setAsked] = useState({ text, pages: 1 });
  useEffect(() => {
    const timer = setTimeout(() => setAsked((last) => (last.text === text ? last : { text, pages: 1 })), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const isOn = isSearched(node);
  const nodes = useMemo(() => {
    if (!isOn) return NOTHING;
    return Array.from({ length: asked.pages }, (_none, index) => ({
      ...node, resourseApiParams: { ...node.resourseApiParams, [node.remoteKey ?? 'keyword']: asked.text, page: { pageNum: index + 1, pageSize: PAGE } },
    }));
  }, [isOn, node, asked]);
  const pages = useOptionsOf(nodes);
  const options = useMemo(() => [...new Map(pages.flatMap((page) => page.options ?? []).map((option) => [String(option.value), option])).values()], [pages]);
  if (!isOn) return null;
  const last = pages.at(-1);
  return {
    status: asked.text === text ? last?.status ?? 'loading' : 'loading',
    options,
    ...(last?.message === undefined ? {} : { message: last.message }),
    more() {
      if (last?.status === 'ready' && (last.options?.length ?? 0) >= PAGE) setAsked({ ...asked, pages: asked.pages + 1 });
    },
  };
}
