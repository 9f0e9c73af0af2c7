import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { Kept } from '../../screens/shared/kept/useKept.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { formatted } from './document.ts';
import type { JsonEditorHandle } from '../editor/JsonEditor.tsx';
import type { LocatedProblem } from '../editor/located.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { useKeptPublishing, type KeptText } from './useKeptText.ts';
import type { Publishing } from './usePublishing.ts';

export type OpenDialog = 'publish' | 'versions' | 'import' | 'menu' | null;

export interface Editing {
  origin: Origin;
  /** Takes hold of the text editor when it is there. */
  attach(handle: JsonEditorHandle | null): void;
  /** The text as it is rendered: a moment behind `current` after a change on the canvas. */
  text: string;
  /** The text with all that was done. */
  current(): string;
  setText(text: string): void;
  /** The same, rendered after what was changed on the canvas is painted. */
  setTextSoon(text: string): void;
  open: OpenDialog;
  setOpen(open: OpenDialog): void;
  /** Which half stands on a narrow page. */
  side: 'text' | 'preview';
  setSide(side: 'text' | 'preview'): void;
  isDirty: boolean;
  /** True while leaving would lose text. */
  isBlocked(): boolean;
  work: Publishing;
  /** The text as this browser keeps it while it is not saved. */
  kept: Kept<KeptText>;
  restore(): void;
  goTo(problem: LocatedProblem): void;
  replace(text: string): void;
  format(): void;
  /** Loads the document as it is on the server now. */
  reload(): void;
}

/** The state of one document that is being edited. */
export function useEditing(origin: Origin, onReload: () => void): Editing {
  const { message } = useFeedback();
  const editor = useRef<JsonEditorHandle | null>(null);
  const attach = useCallback((handle: JsonEditorHandle | null) => {
    editor.current = handle;
  }, []);
  const [text, render] = useState(origin.text);
  const now = useRef(origin.text);
  const current = useCallback(() => now.current, []);
  const setText = useCallback((next: string) => {
    now.current = next;
    render(next);
  }, []);
  const setTextSoon = useCallback((next: string) => {
    now.current = next;
    startTransition(() => render(next));
  }, []);
  const [open, setOpen] = useState<OpenDialog>(null);
  const [side, setSide] = useState<'text' | 'preview'>('text');
  const replace = (next: string): void => {
    editor.current?.replace(next);
    setOpen(null);
  };
  const { work, kept, restore } = useKeptPublishing({
    origin,
    text,
    latest: async () => now.current,
    onReload,
    replace,
  });
  const isDirty = text !== work.savedText;
  const saved = useRef(work.savedText);
  useEffect(() => {
    saved.current = work.savedText;
  }, [work.savedText]);
  const isBlocked = useCallback(() => now.current !== saved.current, []);
  return {
    origin,
    attach,
    text,
    current,
    setText,
    setTextSoon,
    open,
    setOpen,
    side,
    setSide,
    isDirty,
    isBlocked,
    work,
    kept,
    replace,
    reload() {
      void kept.drop();
      onReload();
    },
    restore,
    goTo(problem) {
      setOpen(null);
      setSide('text');
      // The editor may have been hidden until now.
      requestAnimationFrame(() => editor.current?.goTo(problem.span));
    },
    format() {
      const next = formatted(now.current);
      if (next === null) message.warning('文本不是正确的 JSON，不能整理');
      else if (next !== now.current) replace(next);
    },
  };
}
