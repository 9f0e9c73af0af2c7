import { describe, expect, it } from 'vitest';
import { usedKeys, withUnusedKeys } from '../../../src/designer/canvas/model/fieldKeys.ts';
import type { CanvasDoc, RawNode } from '../../../src/designer/canvas/model/nodes.ts';
import { renameKey } from '../../../src/designer/canvas/model/renameKey.ts';
import { renameInExpression, renamingOf, renamingOfFields } from '../../../src/designer/canvas/model/renameNames.ts';

const field = (key: string, more: object = {}): RawNode => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const number = (key: string, more: object = {}): RawNode => ({ ...field(key, more), tag: 'el-input-number' });
const docOf = (fields: RawNode[], more: object = {}): CanvasDoc => ({ formKey: 'f', formName: 'F', ...more, fields });

describe('names in an expression', () => {
  const rename = (text: string): string => renameInExpression(text, renamingOfFields(new Map([['a', 'b']])));

  it('are replaced also after a minus, and kept in texts, as members and as functions', () => {
    expect(rename('total-a + -a')).toBe('total-b + -b');
    expect(rename('"a" + a + \'a-a\'')).toBe('"a" + b + \'a-a\'');
    expect(rename('form.a.c + x.a + f().a + a(1) + aa')).toBe('form.b.c + x.a + f().a + a(1) + aa');
    expect(rename('a.map(r, r.a)')).toBe('b.map(r, r.a)');
  });

  it('of columns are those of the rows of their table', () => {
    const columns = new Map([['a', 'b']]);
    const renaming = renamingOf({ byTable: new Map([['t', columns]]) });
    expect(renameInExpression('sum(t.map(r, r.a * a)) + r.a + u.map(r, r.a)', renaming)).toBe(
      'sum(t.map(r, r.b * a)) + r.a + u.map(r, r.a)',
    );
    expect(renameInExpression('form.t.filter(r, f(r.a) > 1).map(s, s.a).size() + s.a', renaming)).toBe(
      'form.t.filter(r, f(r.b) > 1).map(s, s.b).size() + s.a',
    );
  });
});

it('copies of fields read the copies, also where a new key is the old key of another copy', () => {
  const label = { label: 'a' };
  const copies = withUnusedKeys(
    [number('a', label), number('a2', label), number('sum', { computed: 'a-a2' })],
    usedKeys(docOf([number('a')])),
    null,
  );
  expect(copies.map(({ __vModel__, computed }) => [__vModel__, computed])).toEqual([
    ['a2', undefined],
    ['a3', undefined],
    ['sum', 'a2-a3'],
  ]);
});

describe('a key that is changed', () => {
  const lines = (...columns: RawNode[]): RawNode => ({
    tag: 'subTable',
    __vModel__: 'lines',
    label: '明细',
    children: columns,
  });

  it('is followed by rules, access, print and filled fields', () => {
    const other = { tag: 'recordSelector', __vModel__: 'project', label: '项目', to: 'other' };
    const rules = (key: string) => ({
      urgentWhen: `${key} > 5`,
      access: { ownerField: key },
      effects: [
        {
          on: 'finished',
          when: `${key}-1 > 2 && project.amount > 3`,
          set: 'this',
          fields: { [key]: `${key} + 1`, name: "'amount'" },
        },
        { on: 'finished', create: 'other', fields: { amount: key } },
        { on: 'finished', require: 'name != ""', message: `须填\${${key}}` },
      ],
      actions: [{ key: 'go', label: '做', at: ['row'], when: `row.${key} > 0`, effects: [] }],
      reminders: [{ key: 'due', field: key, to: [`field:${key}`, 'role:amount'], text: `\${${key}}到期` }],
      createFrom: [{ from: 'other', label: '生成', relation: 'project', fields: { [key]: 'it.amount' } }],
      print: { along: ['project.amount', key] },
    });
    const doc = docOf(
      [number('amount'), field('name'), { ...other, fill: { amount: 'amount', name: 'code' } }],
      rules('amount'),
    );
    expect(renameKey(doc, ['fields', 0], 'total')).toEqual(
      docOf(
        [number('total', { label: 'amount' }), field('name'), { ...other, fill: { total: 'amount', name: 'code' } }],
        rules('total'),
      ),
    );
  });

  it('of a column is followed where rows of its table are read, and nowhere else', () => {
    const form = (column: string) =>
      docOf(
        [
          field('price', { visibleWhen: 'price == ""' }),
          number('sum', { computed: `sum(lines.map(r, r.${column})) + sum(other.map(r, r.price))` }),
          lines(number(column, { label: 'price' }), number('double', { computed: `${column} * 2.0 + form.price` })),
          { ...lines(number('price')), __vModel__: 'other' },
        ],
        {
          titleTemplate: '${price}',
          effects: [
            {
              on: 'finished',
              create: 'x',
              when: 'price != ""',
              fields: { price: 'price' },
              rows: { rows: { each: 'lines', when: `row.${column} > 0`, fields: { price: `row.${column}` } } },
            },
          ],
        },
      );
    expect(renameKey(form('price'), ['fields', 2, 'children', 0], 'cost')).toEqual(form('cost'));
  });

  it('of a field of the form is kept in a table that has a column of this key', () => {
    const form = (key: string) =>
      docOf([
        number(key, { label: 'price' }),
        lines(number('price'), number('double', { computed: `price * 2.0 + form.${key}` })),
        { ...lines(number('double', { computed: `${key} * 2.0` })), __vModel__: 'other' },
      ]);
    expect(renameKey(form('price'), ['fields', 0], 'cost')).toEqual(form('cost'));
  });

  it('is changed in the fields also while a rule does not have its shape', () => {
    const doc = docOf([field('a'), field('b', { visibleWhen: 'a == ""' })], { effects: [null], titleTemplate: '${a}' });
    expect(renameKey(doc, ['fields', 0], 'c')).toMatchObject({
      titleTemplate: '${c}',
      fields: [{ __vModel__: 'c' }, { visibleWhen: 'c == ""' }],
    });
  });
});
