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
import { theme, highlightStyle } from './theme.ts';
import { EDITOR_PHRASES } from './phrases.ts';

export interface JsonEditorHandle {
  goTo(span: Span): void;
  /** Replaces the whole text as one undo step. */
  replace(text: string): void;
  /** Returns the position of the caret, in characters. */
  caret?(): number;
}

export interface JsonEditorProps {
  /** The initial text; later texts are set through the handle, so that rendering never overwrites input. */
  initialText: string;
  onChange?(text: string): void;
  diagnostics?: readonly Diagnostic[];
  isReadOnly?: boolean;
  label: string;
  ref?: Ref<JsonEditorHandle>;
}

const createExtensions = (isReadOnly: boolean): Extension[] => [
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
  syntaxHighlighting(highlightStyle),
  json(),
  lintGutter(),
  hoverDocs,
  theme,
  EditorState.phrases.of(EDITOR_PHRASES),
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

/** A code editor for JSON with completion, validation messages and hover help. */
export function JsonEditor({ initialText, onChange, diagnostics, isReadOnly = false, label, ref }: JsonEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const onChangeRef = useRef(onChange);
  useEffect(() => {
    onChangeRef.current = onChange;
  }, [onChange]);
  const currentText = useRef(initialText);

  useEffect(() => {
    const editor = new EditorView({
      parent: host.current ?? undefined,
      state: EditorState.create({
        doc: currentText.current,
        extensions: [
          createExtensions(isReadOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChangeRef.current?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      currentText.current = editor.state.doc.toString();
      editor.destroy();
    };
  }, [isReadOnly, label]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !diagnostics) return;
    const end = editor.state.doc.length;
    // the text may have become shorter since it was checked, and positions beyond its end would throw
    editor.dispatch(
      setDiagnostics(
        editor.state,
        diagnostics.filter((diagnostic) => diagnostic.to <= end),
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
