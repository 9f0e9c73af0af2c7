import { beginHistory, record, redo, undo, type History } from './history.ts';
import { findNode } from './edits.ts';
import type { Path } from '../../../domain/problem/index.ts';
import type { FormDoc, RawNode } from './nodes.ts';
import type { Notation } from './notation.ts';

export interface DesignState {
  history: History;
  /** The document as text: as it was given while nothing was changed, else as the product writes it. */
  text: string;
  /** The text holds no form that the canvas could show; it shows the last good one, and takes no edits. */
  isBroken: boolean;
  /** The text is in another notation; the first edit on the canvas writes it in the product's own. */
  isConverted: boolean;
  /** What a screen reader says of the last edit. */
  said: string;
}

/** An edit's outcome: the document, and what is chosen after it (by `idOf`). Null when there is nothing to do. */
export type Edited = { doc: FormDoc; selection?: readonly number[]; said?: string } | null;

/** One form or page that is being designed: document, selection and history, for every view of it. */
export interface Design {
  notation: Notation;
  get(): DesignState;
  subscribe(listener: () => void): () => void;
  doc(): FormDoc;
  selection(): readonly number[];
  isSelected(id: number): boolean;
  /** The one chosen node, or null. */
  selected(): RawNode | null;
  select(ids: readonly number[]): void;
  /** `about`: edits about the same thing shortly after each other are undone together. */
  edit(change: (doc: FormDoc, selection: ReadonlySet<number>) => Edited, about?: string): void;
  undo(): void;
  redo(): void;
  /** Whether a list of nodes is visible on the canvas; false for the list of a closed pane, true while no canvas is mounted. */
  isShown(list: Path): boolean;
  /** Registers the canvas's visibility check. Result: a callback that unregisters it. */
  showBy(isShown: (list: Path) => boolean): () => void;
  /** Takes a text that was typed or loaded. */
  setText(text: string): void;
}

interface Options {
  text: string;
  notation: Notation;
}

export function createDesign({ text, notation }: Options): Design {
  const listeners = new Set<() => void>();
  /** Documents as they were written by hand. */
  const written = new WeakMap<FormDoc, string>();
  const first = notation.read(text);
  let state: DesignState = {
    history: beginHistory(first?.doc ?? notation.empty),
    text,
    isBroken: first === null,
    isConverted: first?.isConverted ?? false,
    said: '',
  };
  if (first) written.set(first.doc, text);
  let chosen = new Set<number>();
  let shown: ((list: Path) => boolean) | null = null;

  const set = (next: DesignState): void => {
    if (next === state) return;
    if (next.history.now.selection !== state.history.now.selection) chosen = new Set(next.history.now.selection);
    state = next;
    for (const listener of listeners) listener();
  };
  const withHistory = (history: History, said = ''): DesignState => {
    const { doc } = history.now;
    if (doc === state.history.now.doc) return { ...state, history, said };
    return {
      ...state,
      history,
      said,
      text: written.get(doc) ?? notation.write(doc),
      isBroken: false,
      isConverted: false,
    };
  };

  return {
    notation,
    isShown: (list) => shown?.(list) ?? true,
    showBy(isShown) {
      shown = isShown;
      return () => {
        if (shown === isShown) shown = null;
      };
    },
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    doc: () => state.history.now.doc,
    selection: () => state.history.now.selection,
    isSelected: (id) => chosen.has(id),
    selected() {
      const [only, ...rest] = state.history.now.selection;
      return only === undefined || rest.length > 0 ? null : (findNode(state.history.now.doc, only)?.node ?? null);
    },
    select(ids) {
      const { now } = state.history;
      if (ids.length === now.selection.length && ids.every((id, index) => id === now.selection[index])) return;
      set({ ...state, history: { ...state.history, about: null, now: { ...now, selection: ids } } });
    },
    edit(change, about) {
      if (state.isBroken) {
        set({ ...state, said: '文本有误，改正后才能在画布上修改' });
        return;
      }
      const { now } = state.history;
      const edited = change(now.doc, chosen);
      if (edited === null) return;
      const next = { doc: edited.doc, selection: edited.selection ?? now.selection };
      set(withHistory(record(state.history, next, about ?? null, Date.now()), edited.said));
    },
    undo: () => set(withHistory(undo(state.history), state.history.past.length > 0 ? '已撤销' : '没有可撤销的修改')),
    redo: () => set(withHistory(redo(state.history), state.history.future.length > 0 ? '已重做' : '没有可重做的修改')),
    setText(next) {
      if (next === state.text) return;
      const working = notation.read(next);
      if (working === null) {
        set({ ...state, text: next, isBroken: true, said: '' });
        return;
      }
      written.set(working.doc, next);
      const history = record(state.history, { doc: working.doc, selection: [] }, 'text', Date.now());
      set({ ...state, history, text: next, isBroken: false, isConverted: working.isConverted, said: '' });
    },
  };
}
