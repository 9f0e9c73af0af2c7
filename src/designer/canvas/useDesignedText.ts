import { useCallback, useEffect, useRef } from 'react';
import type { Editing } from '../document/useEditing.ts';
import type { JsonEditorHandle } from '../editor/JsonEditor.tsx';
import { pathAt, spanOfPath } from '../editor/jsonPosition.ts';
import type { LocatedProblem } from '../editor/located.ts';
import type { Design } from './model/design.ts';
import { findNode } from './model/edits.ts';
import { idOf, nodeAt, nodePathIn } from './model/nodes.ts';

interface Options<View extends string> {
  design: Design;
  editing: Editing;
  view: View | 'design' | 'json';
  setView(view: View | 'design' | 'json'): void;
  /** The view where what stands under a key of the document is set; absent or null: the text. */
  viewOf?(key: unknown): View | null;
}

/** Keeps the canvas and the text of one document at the same state and at the same place. */
export function useDesignedText<View extends string>({ design, editing, view, setView, viewOf }: Options<View>) {
  const { setTextSoon, attach } = editing;
  const { notation } = design;
  useEffect(() => design.subscribe(() => setTextSoon(design.get().text)), [design, setTextSoon]);

  const json = useRef<JsonEditorHandle | null>(null);
  const attachJson = useCallback(
    (handle: JsonEditorHandle | null) => {
      json.current = handle;
      attach(handle);
      if (!handle) return;
      // the text opens at what was chosen on the canvas
      const [id] = design.selection();
      const found = id === undefined ? null : findNode(design.doc(), id);
      if (found && !design.get().isConverted) {
        const span = spanOfPath(design.get().text, notation.textPath(design.doc(), found.path));
        requestAnimationFrame(() => handle.goTo(span));
      }
    },
    [attach, design, notation],
  );
  useEffect(() => {
    if (view !== 'json') attach({ goTo: () => undefined, replace: design.setText });
  }, [view, attach, design]);

  const choose = (next: View | 'design' | 'json'): void => {
    if (view === 'json' && next === 'design') {
      const at = notation.canvasPath(design.doc(), pathAt(design.get().text, json.current?.caret?.() ?? 0));
      const path = nodePathIn(design.doc(), at);
      const node = path && !design.get().isConverted ? nodeAt(design.doc(), path) : null;
      if (node) design.select([idOf(node)]);
    }
    setView(next);
  };

  /** Leads to a problem: to its node and property on the canvas, else to its place in the text. */
  const goTo = (problem: LocatedProblem): void => {
    editing.setOpen(null);
    const { isBroken, isConverted } = design.get();
    const at = notation.canvasPath(design.doc(), problem.path);
    const path = isBroken || isConverted ? null : nodePathIn(design.doc(), at);
    const node = path ? nodeAt(design.doc(), path) : null;
    const own = view === 'json' || isBroken || isConverted || node ? null : (viewOf?.(at[0]) ?? null);
    if (own !== null) {
      setView(own);
      return;
    }
    if (view === 'json' || !path || !node) {
      setView('json');
      requestAnimationFrame(() => requestAnimationFrame(() => editing.goTo(problem)));
      return;
    }
    setView('design');
    design.select([idOf(node)]);
    const key = at[path.length];
    requestAnimationFrame(() => {
      document.querySelector(`[data-id="${idOf(node)}"]`)?.scrollIntoView?.({ block: 'center' });
      document
        .querySelector<HTMLElement>(`[data-designer="properties"] [data-property="${CSS.escape(String(key))}"]`)
        ?.querySelector<HTMLElement>('input, textarea, button')
        ?.focus();
    });
  };
  return { attachJson, choose, goTo };
}
