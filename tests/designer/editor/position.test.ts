import { describe, expect, it } from 'vitest';
import { pathAt, spanOfPath } from '../../../src/designer/editor/jsonPosition.ts';

const TEXT = `{
  "formKey": "seal",
  "fields": [
    { "tag": "el-input", "__vModel__": "name" },
    { "tag": "row", "children": [ { "tag": "el-select", "label": "类型" } ] }
  ]
}`;
const at = (path: (string | number)[], text = TEXT): string => {
  const { from, to } = spanOfPath(text, path);
  return text.slice(from, to);
};

describe('where a path stands in the text', () => {
  it('finds a plain value of a nested node', () => {
    expect(at(['fields', 0, '__vModel__'])).toBe('"name"');
    expect(at(['fields', 1, 'children', 0, 'label'])).toBe('"类型"');
  });

  it('marks the name of a list and the brace of a node rather than all they hold', () => {
    expect(at(['fields'])).toBe('"fields"');
    expect(at(['fields', 1])).toBe('{');
  });

  it('answers with the nearest written ancestor when the end of the path is missing', () => {
    expect(spanOfPath(TEXT, ['fields', 0, 'label'])).toEqual(spanOfPath(TEXT, ['fields', 0]));
    expect(spanOfPath(TEXT, ['fields', 9, 'label'])).toEqual(spanOfPath(TEXT, ['fields']));
  });

  it('takes the last of a key that is written twice, as reading the text does', () => {
    expect(at(['a'], '{"a": 1, "a": 2}')).toBe('2');
  });

  it('survives text that is half typed or empty', () => {
    expect(at(['fields', 0, 'tag'], '{"fields": [ { "tag": "el-in')).toBe('"tag"');
    expect(spanOfPath('', ['a'])).toEqual({ from: 0, to: 0 });
  });

  it('reads the path back from a position', () => {
    expect(pathAt(TEXT, TEXT.indexOf('类型'))).toEqual(['fields', 1, 'children', 0, 'label']);
  });
});
