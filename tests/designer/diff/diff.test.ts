import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '../../../src/kernel/form.ts';
import { compareForms } from '../../../src/designer/diff/compare.ts';
import { diffLines } from '../../../src/designer/diff/lines.ts';
import fc from '../../support/fc.ts';

const form = (fields: object[], more: object = {}): FormDefinition =>
  ({ formKey: 'f', formName: '表', fields, ...more }) as unknown as FormDefinition;
const input = (key: string, more: object = {}): object => ({
  tag: 'el-input',
  __vModel__: key,
  label: `名${key}`,
  flowEditable: '1',
  ...more,
});
const brief = (before: FormDefinition, after: FormDefinition) =>
  compareForms(before, after).map(
    ({ kind, id, details }) => `${kind} ${id}${details.map(({ title }) => ` ${title}`).join('')}`,
  );

describe('two versions of a form', () => {
  it('that say the same do not differ, whatever their numbers', () => {
    expect(compareForms(form([input('a')], { version: 1 }), form([input('a')], { version: 2 }))).toEqual([]);
  });

  it('differ by fields that came, went and changed, with the changed property in Chinese', () => {
    const before = form([input('a'), input('b'), input('c')]);
    const after = form([input('a'), input('b', { required: true, span: 12 }), input('d')]);
    expect(brief(before, after)).toEqual(['changed b 是否必填 所占的栅格数', 'added d', 'removed c']);
    expect(compareForms(before, after)[0]?.details[0]).toMatchObject({
      key: 'required',
      before: undefined,
      after: true,
    });
  });

  it('say which field moved, and not that all after it did', () => {
    const before = form(['a', 'b', 'c', 'd', 'e'].map((key) => input(key)));
    const after = form(['e', 'a', 'b', 'c', 'd'].map((key) => input(key)));
    expect(brief(before, after)).toEqual(['moved e']);
  });

  it('say where a field moved to, and that its widget changed', () => {
    const before = form([input('a'), { tag: 'el-card', label: '卡', children: [] }]);
    const after = form([{ tag: 'el-card', label: '卡', children: [{ ...input('a'), tag: 'el-select' }] }]);
    const changes = compareForms(before, after);
    expect(brief(before, after)).toContain('changed a 控件');
    expect(changes.find(({ kind }) => kind === 'moved')?.details).toEqual([
      { key: 'place', title: '位置', before: '表单', after: '卡' },
    ]);
  });

  it('know columns by their table, and the form’s own settings', () => {
    const table = (more: object) => ({ tag: 'subTable', __vModel__: 't', label: '明细', children: [input('a', more)] });
    expect(
      brief(
        form([input('a'), table({})], { gutter: 8 }),
        form([input('a'), table({ required: true })], { gutter: 16 }),
      ),
    ).toEqual(['changed  栅格间距', 'changed t.a 是否必填']);
  });
});

describe('two texts', () => {
  it('line by line: what is kept and added gives the new text, what is kept and removed the old one', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { minLength: 1, maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        expect(
          lines
            .filter(({ kind }) => kind !== 'removed')
            .map((line) => line.text)
            .join('\n'),
        ).toBe(after);
        expect(
          lines
            .filter(({ kind }) => kind !== 'added')
            .map((line) => line.text)
            .join('\n'),
        ).toBe(before);
        const numbers = lines.map((line) => line.after).filter((number) => number !== null);
        expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
      }),
      { numRuns: 1000 },
    );
  });

  it('change in as few lines as can be', () => {
    expect(
      diffLines('a\nb\nc\nd', 'a\nc\nd\ne')
        .filter(({ kind }) => kind !== 'same')
        .map(({ kind, text }) => `${kind} ${text}`),
    ).toEqual(['removed b', 'added e']);
  });

  it('that share nothing are shown as replaced, without end in sight', () => {
    const [before, after] = [0, 1].map((salt) =>
      Array.from({ length: 6000 }, (_unused, index) => `${salt}:${index}`).join('\n'),
    ) as [string, string];
    const lines = diffLines(before, after);
    expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(6000);
    expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(6000);
  });
});
