import { createHistory, recordStep, redo, undo, type History } from './history.ts';
import { findNode } from './edits.ts';
import type { Path } from '../../../domain/problem/index.ts';
import type { CanvasDoc, RawNode } from './nodes.ts';
import type { Notation } from './notation.ts';

/** The state of a document in the designer. Every change creates a new state. */
export interface DesignState {
  history: History;
  /** The document as text: as loaded or typed; after an edit on the canvas the canonical text. */
  text: string;
  /** True if the text is not a valid document. The canvas then shows the last valid document and refuses edits. */
  isBroken: boolean;
  /** True if the text is in another dialect. The first edit on the canvas rewrites it in the canonical form. */
  isOtherDialect: boolean;
  /** Text for screen readers about the last edit. */
  announcement: string;
}

/**
 * The result of an edit: the document and the selection after it (ids from `idOf`). Null if there is nothing to change.
 */
export type EditResult = { doc: CanvasDoc; selection?: readonly number[]; announcement?: string } | null;

/** The state of one document that is being designed: document, selection and history, shared by all views. */
export interface Design {
  notation: Notation;
  get(): DesignState;
  subscribe(listener: () => void): () => void;
  doc(): CanvasDoc;
  selection(): readonly number[];
  isSelected(id: number): boolean;
  /** Returns the selected node; null if none or several are selected. */
  selected(): RawNode | null;
  select(ids: readonly number[]): void;
  /** Changes the document. Consecutive edits with the same `mergeKey` within a short time are one undo step. */
  edit(change: (doc: CanvasDoc, selection: ReadonlySet<number>) => EditResult, mergeKey?: string): void;
  /** Undoes the last step; refused, like every edit, while the text is broken. */
  undo(): void;
  redo(): void;
  /**
   * Returns true if a list of nodes is visible on the canvas; false for the list of a closed pane, true while no canvas
   * is mounted.
   */
  isShown(list: Path): boolean;
  /** Registers the canvas's visibility check. Returns a callback that unregisters it. */
  registerVisibilityCheck(isShown: (list: Path) => boolean): () => void;
  /** Replaces the document by a text that was typed or loaded. */
  setText(text: string): void;
}

interface Options {
  text: string;
  notation: Notation;
}

export function createDesign({ text, notation }: Options): Design {
  const listeners = new Set<() => void>();
  /** The text that each document was read from. */
  const sources = new WeakMap<CanvasDoc, Pick<DesignState, 'text' | 'isOtherDialect'>>();
  const initial = notation.read(text);
  let state: DesignState = {
    history: createHistory(initial?.doc ?? notation.empty),
    text,
    isBroken: initial === null,
    isOtherDialect: initial?.isOtherDialect ?? false,
    announcement: '',
  };
  if (initial) sources.set(initial.doc, { text, isOtherDialect: initial.isOtherDialect });
  let selectedIds = new Set<number>();
  let isListShown: ((list: Path) => boolean) | null = null;

  const setState = (next: DesignState): void => {
    if (next === state) return;
    if (next.history.present.selection !== state.history.present.selection)
      selectedIds = new Set(next.history.present.selection);
    state = next;
    for (const listener of listeners) listener();
  };
  const withHistory = (history: History, announcement = ''): DesignState => {
    const { doc } = history.present;
    if (doc === state.history.present.doc) return { ...state, history, announcement };
    return {
      ...state,
      history,
      announcement,
      ...(sources.get(doc) ?? { text: notation.write(doc), isOtherDialect: false }),
      isBroken: false,
    };
  };
  /**
   * Refuses an edit on the canvas, undo and redo while the text is broken: the history does not contain the broken
   * text, so this text would be lost. Returns true if the change is refused.
   */
  const refuseWhileBroken = (): boolean => {
    if (state.isBroken) setState({ ...state, announcement: '文本有误，改正后才能在画布上修改' });
    return state.isBroken;
  };

  return {
    notation,
    isShown: (list) => isListShown?.(list) ?? true,
    registerVisibilityCheck(isShown) {
      isListShown = isShown;
      return () => {
        if (isListShown === isShown) isListShown = null;
      };
    },
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    doc: () => state.history.present.doc,
    selection: () => state.history.present.selection,
    isSelected: (id) => selectedIds.has(id),
    selected() {
      const [id, ...otherIds] = state.history.present.selection;
      return id === undefined || otherIds.length > 0 ? null : (findNode(state.history.present.doc, id)?.node ?? null);
    },
    select(ids) {
      const { present } = state.history;
      if (ids.length === present.selection.length && ids.every((id, index) => id === present.selection[index])) return;
      setState({ ...state, history: { ...state.history, mergeKey: null, present: { ...present, selection: ids } } });
    },
    edit(change, mergeKey) {
      if (refuseWhileBroken()) return;
      const { present } = state.history;
      const result = change(present.doc, selectedIds);
      if (result === null) return;
      const next = { doc: result.doc, selection: result.selection ?? present.selection };
      setState(withHistory(recordStep(state.history, next, mergeKey ?? null, Date.now()), result.announcement));
    },
    undo() {
      if (refuseWhileBroken()) return;
      setState(withHistory(undo(state.history), state.history.past.length > 0 ? '已撤销' : '没有可撤销的修改'));
    },
    redo() {
      if (refuseWhileBroken()) return;
      setState(withHistory(redo(state.history), state.history.future.length > 0 ? '已重做' : '没有可重做的修改'));
    },
    setText(next) {
      if (next === state.text) return;
      const parsed = notation.read(next);
      if (parsed === null) {
        setState({ ...state, text: next, isBroken: true, announcement: '' });
        return;
      }
      sources.set(parsed.doc, { text: next, isOtherDialect: parsed.isOtherDialect });
      const history = recordStep(state.history, { doc: parsed.doc, selection: [] }, 'text', Date.now());
      setState({
        ...state,
        history,
        text: next,
        isBroken: false,
        isOtherDialect: parsed.isOtherDialect,
        announcement: '',
      });
    },
  };
}
