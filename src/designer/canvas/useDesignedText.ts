import { useCallback, useEffect, useRef } from 'react';
import type { Editing } from '../document/useEditing.ts';
import type { JsonEditorHandle } from '../editor/JsonEditor.tsx';
import { pathAt, spanOfPath } from '../editor/jsonPosition.ts';
import { findOnVisiblePage } from '../document/findOnVisiblePage.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { Design } from './model/design.ts';
import { findNode } from './model/edits.ts';
import { idOf, nodeAt, nodePathIn } from './model/nodes.ts';

interface Options<View extends string> {
  design: Design;
  editing: Editing;
  view: View | 'design' | 'json';
  setView(view: View | 'design' | 'json'): void;
  /** Returns the view that edits a top-level key of the document; absent or null: the JSON text. */
  viewOf?(key: unknown): View | null;
}

/** Synchronises the canvas and the JSON text of a document: their content, and the selected node with the caret. */
export function useDesignedText<View extends string>({ design, editing, view, setView, viewOf }: Options<View>) {
  const { setTextSoon, attach } = editing;
  const { notation } = design;
  useEffect(() => design.subscribe(() => setTextSoon(design.get().text)), [design, setTextSoon]);

  const jsonEditor = useRef<JsonEditorHandle | null>(null);
  const attachJson = useCallback(
    (handle: JsonEditorHandle | null) => {
      jsonEditor.current = handle;
      attach(handle);
      if (!handle) return;
      // moves the caret to the selected node when the text view opens
      const [id] = design.selection();
      const found = id === undefined ? null : findNode(design.doc(), id);
      if (found && !design.get().isOtherDialect) {
        const span = spanOfPath(design.get().text, notation.textPath(design.doc(), found.path));
        requestAnimationFrame(() => handle.goTo(span));
      }
    },
    [attach, design, notation],
  );
  useEffect(() => {
    if (view !== 'json') attach({ goTo: () => undefined, replace: design.setText });
  }, [view, attach, design]);

  const showView = (next: View | 'design' | 'json'): void => {
    if (view === 'json' && next === 'design') {
      const caretPath = notation.canvasPath(
        design.doc(),
        pathAt(design.get().text, jsonEditor.current?.caret?.() ?? 0),
      );
      const path = nodePathIn(design.doc(), caretPath);
      const node = path && !design.get().isOtherDialect ? nodeAt(design.doc(), path) : null;
      if (node) design.select([idOf(node)]);
    }
    setView(next);
  };

  /**
   * Shows a problem: its node and property on the canvas, or the view that edits its top-level key (`viewOf`). If there
   * is neither, or if the JSON text is shown now: its position in the JSON text.
   */
  const goTo = (problem: LocatedProblem): void => {
    editing.setOpenDialog(null);
    const { isBroken, isOtherDialect } = design.get();
    const problemPath = notation.canvasPath(design.doc(), problem.path);
    const path = isBroken || isOtherDialect ? null : nodePathIn(design.doc(), problemPath);
    const node = path ? nodeAt(design.doc(), path) : null;
    const keyView = view === 'json' || isBroken || isOtherDialect || node ? null : (viewOf?.(problemPath[0]) ?? null);
    if (keyView !== null) {
      setView(keyView);
      return;
    }
    if (view === 'json' || !path || !node) {
      setView('json');
      requestAnimationFrame(() => requestAnimationFrame(() => editing.goTo(problem)));
      return;
    }
    setView('design');
    design.select([idOf(node)]);
    const key = problemPath[path.length];
    requestAnimationFrame(() => {
      findOnVisiblePage(`[data-id="${idOf(node)}"]`)?.scrollIntoView?.({ block: 'center' });
      findOnVisiblePage(`[data-designer="properties"] [data-property="${CSS.escape(String(key))}"]`)
        ?.querySelector<HTMLElement>('input, textarea, button')
        ?.focus();
    });
  };
  return { attachJson, showView, goTo };
}
