import { CompletionContext } from '@codemirror/autocomplete';
import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { completeNode } from '../../../src/designer/editor/completion.ts';

/** Completes where `|` stands. */
function offers(marked: string): string[] {
  const at = marked.indexOf('|');
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] });
  ensureSyntaxTree(state, state.doc.length, 1000);
  const result = completeNode(new CompletionContext(state, at, false));
  if (result) expect(state.sliceDoc(result.from, at).startsWith('"')).toBe(true);
  return result?.options.map((option) => option.label) ?? [];
}

describe('completion in a definition', () => {
  it('offers the keys of the node’s own tag, without those already written', () => {
    const keys = offers('{"fields":[{"tag": "el-upload", "label": "附件", "|"}]}');
    expect(keys).toContain('"fileCountLimit"');
    expect(keys).not.toContain('"label"');
    expect(keys).not.toContain('"precision"');
  });

  it('offers the form’s own keys at the top', () => {
    expect(offers('{"formKey": "a", "|"}')).toContain('"titleTemplate"');
  });

  it('offers tags of fields and layout, not of screens', () => {
    const tags = offers('{"fields":[{"tag": "|"}]}');
    expect(tags).toContain('"el-input"');
    expect(tags).toContain('"subTable"');
    expect(tags).not.toContain('"shell"');
  });

  it('offers the values of a closed list', () => {
    expect(offers('{"fields":[{"tag": "el-input-number", "isCapital": "|"}]}')).toEqual(['"0"', '"1"']);
  });

  it('offers nothing in a free text', () => {
    expect(offers('{"fields":[{"tag": "el-input", "label": "名|"}]}')).toEqual([]);
  });
});
