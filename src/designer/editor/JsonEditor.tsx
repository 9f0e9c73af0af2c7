import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';
import type { Span } from './jsonPosition.ts';
import { completeNode, hoverDocs } from './completion.ts';
import { theme, words } from './look.ts';
import { PHRASES } from './phrases.ts';

export interface JsonEditorHandle {
  goTo(span: Span): void;
  /** Replaces the whole text as one step that undo takes back. */
  replace(text: string): void;
  /** Where the caret stands, in characters. */
  caret?(): number;
}

export interface JsonEditorProps {
  /** The first text; later ones go through the handle, so that typing never fights with rendering. */
  initialText: string;
  onChange?(text: string): void;
  diagnostics?: readonly Diagnostic[];
  isReadOnly?: boolean;
  label: string;
  ref?: Ref<JsonEditorHandle>;
}

const extensions = (isReadOnly: boolean): Extension[] => [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  syntaxHighlighting(words),
  json(),
  lintGutter(),
  hoverDocs,
  theme,
  EditorState.phrases.of(PHRASES),
  EditorState.tabSize.of(2),
  ...(isReadOnly ? [EditorState.readOnly.of(true)] : [autocompletion({ override: [completeNode], icons: false })]),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    indentWithTab,
  ]),
];

export function JsonEditor({ initialText, onChange, diagnostics, isReadOnly = false, label, ref }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  }, [onChange]);
  const first = useRef(initialText);

  useEffect(() => {
    const made = new EditorView({
      parent: host.current ?? undefined,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          extensions(isReadOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      first.current = made.state.doc.toString();
      made.destroy();
    };
  }, [isReadOnly, label]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !diagnostics) return;
    const end = editor.state.doc.length;
    // Problems are found a moment after typing: those past the present end would throw.
    editor.dispatch(
      setDiagnostics(
        editor.state,
        diagnostics.filter((one) => one.to <= end),
      ),
    );
  }, [diagnostics]);

  useImperativeHandle(
    ref,
    () => ({
      goTo({ from, to }) {
        const editor = view.current;
        if (!editor) return;
        const end = editor.state.doc.length;
        const anchor = Math.min(from, end);
        editor.dispatch({
          selection: { anchor, head: Math.min(to, end) },
          effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
        });
        editor.focus();
      },
      replace(text) {
        const editor = view.current;
        editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
      },
      caret: () => view.current?.state.selection.main.head ?? 0,
    }),
    [],
  );

  return <div ref={host} style={{ height: '100%', minHeight: 0, overflow: 'hidden' }} data-editor="json" />;
}
