import { describe, expect, it } from 'vitest';
import { createVocabulary } from '../../../src/kernel/registry.ts';
import { checkText } from '../../../src/designer/check/checkText.ts';
import { toDiagnostics } from '../../../src/designer/editor/located.ts';

const vocabulary = createVocabulary([
  { tag: 'el-input', kind: 'field', valueType: 'string' },
  { tag: 'el-input-number', kind: 'field', valueType: 'double' },
]);
const found = (text: string) =>
  checkText(text, vocabulary).problems.map((problem) => ({
    level: problem.level,
    line: problem.line,
    at: text.slice(problem.span.from, problem.span.to),
    message: problem.message,
  }));

describe('problems at their place in the text', () => {
  it('points at the character where the JSON breaks', () => {
    const [problem] = found('{\n  "fields": [\n    { "tag": }\n  ]\n}');
    expect(problem).toMatchObject({ level: 'error', line: 3, at: '}' });
  });

  it('points at the value that does not fit its tag', () => {
    const text = JSON.stringify(
      { formKey: 'a', formName: '甲', fields: [{ tag: 'el-input', __vModel__: 'x', label: '名称', span: 99 }] },
      null,
      2,
    );
    expect(found(text).some((problem) => problem.at === '99')).toBe(true);
  });

  it('points at an expression that reads a field that is not there', () => {
    const text = JSON.stringify(
      {
        formKey: 'a',
        formName: '甲',
        fields: [{ tag: 'el-input', __vModel__: 'x', label: '名称', visibleWhen: "gone == '1'" }],
      },
      null,
      2,
    );
    expect(found(text)).toContainEqual(expect.objectContaining({ level: 'error', at: JSON.stringify("gone == '1'") }));
  });

  it('lists errors before reminders', () => {
    const text = JSON.stringify(
      {
        formKey: 'a',
        formName: '甲',
        fields: [
          { tag: 'el-input', __vModel__: 'x', label: '名称', unknownKey: 1 },
          { tag: 'el-input', __vModel__: 'y', label: '乙', span: 99 },
        ],
      },
      null,
      2,
    );
    const levels = found(text).map((problem) => problem.level);
    expect(levels).toEqual([...levels].sort());
    expect(new Set(levels).size).toBeGreaterThan(0);
  });

  it('reminds of a key that is written twice in one node', () => {
    expect(
      found(
        '{"formKey":"a","formName":"甲","fields":[{"tag":"el-input","__vModel__":"x","label":"名称","span":1,"span":2}]}',
      ),
    ).toContainEqual(expect.objectContaining({ level: 'warning', at: '"span"' }));
  });

  it('gives the editor marks in the order of the text', () => {
    const text = '{"fields":[{"tag":"nope"},{"tag":"neither"}]}';
    const marks = toDiagnostics(checkText(text, vocabulary).problems).map((mark) => mark.from);
    expect(marks).toEqual([...marks].sort((a, b) => a - b));
  });
});
