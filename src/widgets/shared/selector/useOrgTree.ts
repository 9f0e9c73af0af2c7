import { useCallback, useEffect, useMemo, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { failureText } from '../../../runtime/host/notice.ts';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { orgSource, type OrgSource } from './orgSource.ts';

/** Debounce time of the search in ms. */
const DEBOUNCE_MS = 300;

export interface OrgTreeState {
  /** Null before the first answer. */
  nodes: readonly OrgItem[] | null;
  /** Search text of the displayed nodes; '' for the tree. */
  searchText: string;
  failure: string | null;
  /** Ids of the expanded nodes. */
  expanded: readonly string[];
  setExpanded(ids: readonly string[]): void;
  /**
   * Loads the children of a node. After a failure, sets `failure` and rejects, so that the tree can request them again.
   */
  loadChildren(id: string): Promise<void>;
  /** Text in the search field. */
  typedText: string;
  setTypedText(text: string): void;
  retry(): void;
  byId(id: string): OrgItem | undefined;
}

/** Returns the tree in which the node `id` has these children. */
const withChildren = (nodes: readonly OrgItem[], id: string, children: OrgItem[]): OrgItem[] =>
  nodes.map((node) => {
    if (node.id === id) return { ...node, children, hasChildren: children.length > 0 };
    return node.children ? { ...node, children: withChildren(node.children, id, children) } : node;
  });

function* walk(nodes: readonly OrgItem[]): Generator<OrgItem> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children ?? []);
  }
}

/** Returns the ids of the nodes whose children are loaded. */
const idsWithLoadedChildren = (nodes: readonly OrgItem[]): string[] =>
  [...walk(nodes)].filter(({ children }) => children !== undefined).map(({ id }) => id);

/** Loads the top level; if it is a single unit, also its children. */
async function readTop(source: OrgSource): Promise<OrgItem[]> {
  const nodes = await source.top();
  const [singleUnit] = nodes;
  if (nodes.length !== 1 || !singleUnit?.hasChildren || singleUnit.children) return nodes;
  return [{ ...singleUnit, children: await source.childrenOf(singleUnit.id) }];
}

/** Returns the state of a selector's organisation tree: loaded level by level, searchable at any level. */
export function useOrgTree(kind: 'dept' | 'company', initialText = ''): OrgTreeState {
  const services = useServices();
  const source = useMemo(() => orgSource(services, kind), [services, kind]);
  const [typedText, setTypedText] = useState(initialText);
  const [request, setRequest] = useState({ text: '', attempt: 0 });
  const [tree, setTree] = useState<readonly OrgItem[] | null>(null);
  const [searchResult, setSearchResult] = useState<{ text: string; nodes: readonly OrgItem[] } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  useEffect(() => {
    const timer = setTimeout(
      () =>
        setRequest((current) => (current.text === typedText.trim() ? current : { ...current, text: typedText.trim() })),
      typedText.trim() === '' ? 0 : DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [typedText]);
  const isTreeLoaded = tree !== null;
  useEffect(() => {
    let isCurrent = true;
    const { text } = request;
    const read = async (): Promise<void> => {
      try {
        if (text !== '') {
          const nodes = await source.find(text);
          if (isCurrent) setSearchResult({ text, nodes });
        } else {
          setSearchResult(null);
          if (!isTreeLoaded) {
            const nodes = await readTop(source);
            if (!isCurrent) return;
            setTree(nodes);
            setExpanded(idsWithLoadedChildren(nodes));
          }
        }
        if (isCurrent) setFailure(null);
      } catch (error) {
        if (isCurrent) setFailure(failureText(error));
      }
    };
    void read();
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a change of `isTreeLoaded` must not trigger a request
  }, [source, request]);
  const loadChildren = useCallback(
    async (id: string): Promise<void> => {
      try {
        const children = await source.childrenOf(id);
        setTree((current) => (current === null ? current : withChildren(current, id, children)));
        setFailure(null);
      } catch (error) {
        // collapses the node, so that expanding it again repeats the request
        setExpanded((current) => current.filter((expandedId) => expandedId !== id));
        setFailure(failureText(error));
        throw error;
      }
    },
    [source],
  );
  const nodes = request.text === '' ? tree : (searchResult?.nodes ?? tree);
  return {
    nodes,
    searchText: request.text === '' ? '' : (searchResult?.text ?? ''),
    failure,
    expanded,
    setExpanded,
    loadChildren,
    typedText,
    setTypedText,
    retry: () => setRequest({ ...request, attempt: request.attempt + 1 }),
    byId: (id) => [...walk(nodes ?? [])].find((node) => node.id === id),
  };
}
