import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { findOnVisiblePage } from '../document/findOnVisiblePage.ts';
import { reviewTopic } from '../../domain/recordTopics.ts';
import { useServices } from '../../runtime/contexts.ts';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { useLoad, type Load } from '../../screens/shared/useLoad.ts';
import { DesignerContext } from '../canvas/designerContext.ts';
import { useKind } from '../document/documentKind.ts';
import type { DocumentId } from '../collaboration/calls.ts';
import { reviewCalls, type DocumentComment } from './calls.ts';
import { partsOf, type CanvasParts } from './canvasParts.ts';
import { unresolvedThreadCounts, threadsOf, type CommentThread } from './threads.ts';

/** The parts of a document to which comments can be attached. */
export interface CommentParts {
  /** The selected part; null when nothing is selected. */
  selected: { part: string; name: string } | null;
  /** Returns the current name of a part; null when it was deleted. */
  nameOf(part: string): string | null;
  /** Selects the part and scrolls to it. */
  show(part: string): void;
}

export const NO_PARTS: CommentParts = { selected: null, nameOf: () => null, show: () => undefined };

export interface Comments {
  documentId: DocumentId;
  load: Load<readonly DocumentComment[]>;
  threads: readonly CommentThread[];
  /** Number of threads that are not resolved. */
  openCount: number;
  reload(): void;
  refresh(): void;
  /** Whether the comments panel is open. */
  isShown: boolean;
  setShown(isShown: boolean): void;
  parts: CommentParts;
  /** Id of the comment to which the page's address leads; '' if there is none. */
  requestedId: string;
  /** Unsent texts by thread and part, kept while the panel is closed. */
  unsentTexts: Map<string, string>;
}

export const CommentsContext = createContext<Comments | null>(null);

/** Number of unresolved threads by node id. */
export const NodeCountsContext = createContext<ReadonlyMap<number, number>>(new Map());

/** Number of unresolved threads by part, for editors without a canvas. */
export const PartCountsContext = createContext<ReadonlyMap<string, number>>(new Map());

/**
 * Opens the panel. The function never changes and has its own context, so that the components of the canvas that use it
 * are not rendered again when comments change.
 */
export const ShowCommentsContext = createContext<() => void>(() => undefined);

export function useComments(): Comments {
  const comments = use(CommentsContext);
  if (!comments) throw new Error('comments need their provider');
  return comments;
}

/** Subscription used without a canvas: there is nothing that can change. */
const neverSubscribe = (): (() => void) => () => undefined;

/** Returns the commentable parts of the document on the canvas; `NO_PARTS` without a canvas. */
function useCanvasParts(isShown: boolean): CommentParts {
  const design = use(DesignerContext)?.design;
  const subscribe = design?.subscribe ?? neverSubscribe;
  // while the panel is closed, both values are null, so that edits do not render this component
  const doc = useSyncExternalStore(subscribe, () => (isShown && design ? design.doc() : null));
  const selection = useSyncExternalStore(subscribe, () => (isShown && design ? design.selection() : null));
  return useMemo(() => {
    if (!design) return NO_PARTS;
    const id = selection?.length === 1 ? selection[0] : undefined;
    const latestParts = (): CanvasParts => partsOf(doc ?? design.doc());
    return {
      selected: id === undefined ? null : (latestParts().byId.get(id) ?? null),
      nameOf: (part) => latestParts().byPart.get(part)?.name ?? null,
      show(part) {
        const target = latestParts().byPart.get(part);
        if (!target) return;
        design.select([target.id]);
        requestAnimationFrame(() =>
          findOnVisiblePage(`[data-id="${target.id}"]`)?.scrollIntoView?.({ block: 'center' }),
        );
      },
    };
  }, [design, doc, selection]);
}

const NO_NODE_COUNTS: ReadonlyMap<number, number> = new Map();

/** Returns the number of unresolved threads by node id; the same map as long as no number changes. */
function useNodeCounts(counts: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const design = use(DesignerContext)?.design;
  const lastNodeCounts = useRef(NO_NODE_COUNTS);
  const read = useCallback((): ReadonlyMap<number, number> => {
    if (!design || counts.size === 0) return NO_NODE_COUNTS;
    const { byPart } = partsOf(design.doc());
    const nodeCounts = new Map<number, number>();
    for (const [part, count] of counts) {
      const target = byPart.get(part);
      if (target) nodeCounts.set(target.id, count);
    }
    const isSame =
      nodeCounts.size === lastNodeCounts.current.size &&
      [...nodeCounts].every(([id, count]) => lastNodeCounts.current.get(id) === count);
    if (!isSame) lastNodeCounts.current = nodeCounts;
    return lastNodeCounts.current;
  }, [design, counts]);
  return useSyncExternalStore(design?.subscribe ?? neverSubscribe, read);
}

interface Props {
  documentKey: string;
  /** Given by editors without a canvas, such as the process editor; by default the parts of the canvas. */
  parts?: CommentParts;
  children: ReactNode;
}

/** Loads the comments of one document and provides them to the panel and the marks on the canvas. */
export function CommentsProvider({ documentKey, parts: editorParts, children }: Props) {
  const services = useServices();
  const { kind } = useKind();
  const documentId = useMemo((): DocumentId => ({ kind, key: documentKey }), [kind, documentKey]);
  const { load, reload, refresh } = useLoad(() => reviewCalls(services).comments(documentId), [services, documentId]);
  useServerEvents(reviewTopic(kind, documentKey), refresh);
  const threads = useMemo(() => threadsOf(load.value ?? []), [load.value]);
  const counts = useMemo(() => unresolvedThreadCounts(threads), [threads]);
  const nodeCounts = useNodeCounts(counts);
  const { comment: requestedId = '' } = usePageNavigation().query;
  const [isShown, setShown] = useState(requestedId !== '');
  const canvasParts = useCanvasParts(isShown);
  const parts = editorParts ?? canvasParts;
  const [unsentTexts] = useState(() => new Map<string, string>());
  const show = useCallback(() => setShown(true), []);

  // opens the panel and selects the part of the comment in the address, once for each such comment
  const openedId = useRef('');
  useEffect(() => {
    const part = threads.find(({ root }) => root.id === requestedId)?.root.part;
    if (part === undefined || openedId.current === requestedId) return;
    openedId.current = requestedId;
    setShown(true);
    if (part !== '') parts.show(part);
  }, [threads, requestedId, parts]);

  const openCount = useMemo(() => [...counts.values()].reduce((sum, count) => sum + count, 0), [counts]);
  const value = useMemo(
    (): Comments => ({
      documentId,
      load,
      threads,
      openCount,
      reload,
      refresh,
      isShown,
      setShown,
      parts,
      requestedId,
      unsentTexts,
    }),
    [documentId, load, threads, openCount, reload, refresh, isShown, parts, requestedId, unsentTexts],
  );
  return (
    <ShowCommentsContext value={show}>
      <PartCountsContext value={counts}>
        <NodeCountsContext value={nodeCounts}>
          <CommentsContext value={value}>{children}</CommentsContext>
        </NodeCountsContext>
      </PartCountsContext>
    </ShowCommentsContext>
  );
}
