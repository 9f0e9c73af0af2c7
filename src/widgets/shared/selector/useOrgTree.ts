import { useCallback, useEffect, useMemo, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { failureText } from '../../../runtime/host/notice.ts';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { orgSource, type OrgSource } from './orgSource.ts';

const TYPING_MS = 300;

export interface OrgTreeState {
  /** null while nothing was answered yet. */
  nodes: readonly OrgItem[] | null;
  /** What the shown nodes were found by; '' where they are the tree. */
  found: string;
  failure: string | null;
  expanded: readonly string[];
  setExpanded(ids: readonly string[]): void;
  /** Reads what lies below a node. */
  loadBelow(id: string): Promise<void>;
  typed: string;
  setTyped(text: string): void;
  retry(): void;
  byId(id: string): OrgItem | undefined;
}

const withBelow = (nodes: readonly OrgItem[], id: string, children: OrgItem[]): OrgItem[] =>
  nodes.map((node) =>
    node.id === id
      ? { ...node, children, hasChildren: children.length > 0 }
      : node.children
        ? { ...node, children: withBelow(node.children, id, children) }
        : node,
  );

function* walk(nodes: readonly OrgItem[]): Generator<OrgItem> {
  for (const node of nodes) {
    yield node;
    yield* walk(node.children ?? []);
  }
}

const opened = (nodes: readonly OrgItem[]): string[] =>
  [...walk(nodes)].filter(({ children }) => children !== undefined).map(({ id }) => id);

/** What stands on top, with the first level of a single unit. */
async function readTop(source: OrgSource): Promise<OrgItem[]> {
  const nodes = await source.top();
  const [only] = nodes;
  if (nodes.length !== 1 || !only?.hasChildren || only.children) return nodes;
  return [{ ...only, children: await source.below(only.id) }];
}

/** Units and departments for a selector: opened level by level, found at any level by what is typed. */
export function useOrgTree(kind: 'dept' | 'company'): OrgTreeState {
  const services = useServices();
  const source = useMemo(() => orgSource(services, kind), [services, kind]);
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState({ text: '', attempt: 0 });
  const [tree, setTree] = useState<readonly OrgItem[] | null>(null);
  const [hits, setHits] = useState<{ text: string; nodes: readonly OrgItem[] } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  useEffect(() => {
    const timer = setTimeout(
      () => setQuestion((last) => (last.text === typed.trim() ? last : { ...last, text: typed.trim() })),
      typed.trim() === '' ? 0 : TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  const isTreeThere = tree !== null;
  useEffect(() => {
    let isCurrent = true;
    const { text } = question;
    const read = async (): Promise<void> => {
      try {
        if (text !== '') {
          const nodes = await source.find(text);
          if (isCurrent) setHits({ text, nodes });
        } else {
          setHits(null);
          if (!isTreeThere) {
            const nodes = await readTop(source);
            if (!isCurrent) return;
            setTree(nodes);
            setExpanded(opened(nodes));
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
    // oxlint-disable-next-line react/exhaustive-deps -- whether the tree is there is read along, not followed
  }, [source, question]);
  const loadBelow = useCallback(
    async (id: string): Promise<void> => {
      try {
        const children = await source.below(id);
        setTree((now) => (now === null ? now : withBelow(now, id, children)));
        setFailure(null);
      } catch (error) {
        // closed again, so that opening it asks once more
        setExpanded((now) => now.filter((one) => one !== id));
        setFailure(failureText(error));
      }
    },
    [source],
  );
  const nodes = question.text === '' ? tree : (hits?.nodes ?? tree);
  return {
    nodes,
    found: question.text === '' ? '' : (hits?.text ?? ''),
    failure,
    expanded,
    setExpanded,
    loadBelow,
    typed,
    setTyped,
    retry: () => setQuestion({ ...question, attempt: question.attempt + 1 }),
    byId: (id) => [...walk(nodes ?? [])].find((node) => node.id === id),
  };
}
