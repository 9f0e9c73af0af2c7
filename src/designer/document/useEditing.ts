import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { StoredInputHandle } from '../../screens/shared/storedInput/useStoredInput.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { formatJson } from './documentText.ts';
import type { JsonEditorHandle } from '../editor/JsonEditor.tsx';
import type { LocatedProblem } from '../editor/located.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { usePublishingWithBackup, type UnsavedText, type Publishing } from './publishing/usePublishing.ts';

/** The dialog of an editor that is open; null if there is none. */
export type OpenDialog = 'publish' | 'versions' | 'import' | 'menu' | null;

/** The state and the actions of a document editor. */
export interface Editing {
  origin: Origin;
  /** Ref callback for the text editor. */
  attach(handle: JsonEditorHandle | null): void;
  /** The rendered text, which may be older than `currentText()` after a change on the canvas. */
  text: string;
  /** Returns the text with all changes. */
  currentText(): string;
  setText(text: string): void;
  /** Like `setText`, but renders with low priority, after the canvas. */
  setTextSoon(text: string): void;
  /** The open dialog; null if there is none. */
  openDialog: OpenDialog;
  setOpenDialog(shownDialog: OpenDialog): void;
  /** The side that is shown on a narrow page. */
  side: 'text' | 'preview';
  setSide(side: 'text' | 'preview'): void;
  isDirty: boolean;
  /** Returns true if there are unsaved changes. */
  hasUnsavedChanges(): boolean;
  publishing: Publishing;
  /** The unsaved text in the storage of the browser. */
  backup: StoredInputHandle<UnsavedText>;
  /** Puts the unsaved text of `backup` into the editor. */
  restore(): void;
  goTo(problem: LocatedProblem): void;
  /** Replaces the text in the editor as one undoable edit, and closes the dialog. */
  replace(text: string): void;
  /** Indents the text in the editor; shows a message if it is not valid JSON. */
  format(): void;
  /** Discards the unsaved text and loads the document from the server. */
  reload(): void;
}

/** Creates the state of a document editor. */
export function useEditing(origin: Origin, onReload: () => void): Editing {
  const { message } = useFeedback();
  const editor = useRef<JsonEditorHandle | null>(null);
  const attach = useCallback((handle: JsonEditorHandle | null) => {
    editor.current = handle;
  }, []);
  const [text, setRenderedText] = useState(origin.text);
  const latestText = useRef(origin.text);
  const currentText = useCallback(() => latestText.current, []);
  const setText = useCallback((next: string) => {
    latestText.current = next;
    setRenderedText(next);
  }, []);
  const setTextSoon = useCallback((next: string) => {
    latestText.current = next;
    startTransition(() => setRenderedText(next));
  }, []);
  const [shownDialog, setShownDialog] = useState<OpenDialog>(null);
  const [side, setSide] = useState<'text' | 'preview'>('text');
  const replace = (next: string): void => {
    editor.current?.replace(next);
    setShownDialog(null);
  };
  const { publishing, backup, restore } = usePublishingWithBackup({
    origin,
    text,
    latestText: async () => latestText.current,
    onReload,
    replace,
  });
  const isDirty = text !== publishing.savedText;
  const savedText = useRef(publishing.savedText);
  useEffect(() => {
    savedText.current = publishing.savedText;
  }, [publishing.savedText]);
  const hasUnsavedChanges = useCallback(() => latestText.current !== savedText.current, []);
  return {
    origin,
    attach,
    text,
    currentText,
    setText,
    setTextSoon,
    openDialog: shownDialog,
    setOpenDialog: setShownDialog,
    side,
    setSide,
    isDirty,
    hasUnsavedChanges,
    publishing,
    backup,
    replace,
    reload() {
      void backup.drop();
      onReload();
    },
    restore,
    goTo(problem) {
      setShownDialog(null);
      setSide('text');
      // in the next frame, because the editor may still be hidden
      requestAnimationFrame(() => editor.current?.goTo(problem.span));
    },
    format() {
      const next = formatJson(latestText.current);
      if (next === null) message.warning('文本不是正确的 JSON，不能整理');
      else if (next !== latestText.current) replace(next);
    },
  };
}
