import { describe, expect, it } from 'vitest';
import { checkRelations } from '../../src/relations/index.ts';
import { fillersAmong } from '../../src/kernel/relation.ts';
import type { FormDefinition } from '../../src/kernel/index.ts';
import { createVocabulary } from '../../src/kernel/registry.ts';
import { definitions } from '../../src/server/widgets.generated.ts';

const vocabulary = createVocabulary(definitions);
const form = (formKey: string, fields: object[]): FormDefinition =>
  ({ formKey, formName: formKey, fields }) as unknown as FormDefinition;

const customer = form('customer', [
  { tag: 'el-input', __vModel__: 'name', label: '名称' },
  { tag: 'el-input-number', __vModel__: 'limit', label: '限额' },
]);
const project = form('project', [
  { tag: 'el-input', __vModel__: 'name', label: '名称' },
  { tag: 'recordSelector', __vModel__: 'customer', label: '客户', to: 'customer' },
  { tag: 'recordSelector', __vModel__: 'partners', label: '协作', to: 'customer', multiple: true },
]);
const found = (...fields: object[]): string[] => {
  const own = form('own', [
    { tag: 'el-input', __vModel__: 'text', label: '文字' },
    { tag: 'el-input-number', __vModel__: 'number', label: '数' },
    { tag: 'recordSelector', __vModel__: 'client', label: '客户', to: 'customer' },
    ...fields,
  ]);
  const formOf = (key: string): FormDefinition | null => ({ own, customer, project })[key as 'own'] ?? null;
  return checkRelations(own, { formOf, vocabulary }).map(({ code, path }) => `${code} ${path.slice(2).join('.')}`);
};
const relation = (more: object) => ({ tag: 'recordSelector', __vModel__: 'p', label: '项目', to: 'project', ...more });

describe('the relations of a form', () => {
  it('are right where the form, its fields and the types agree', () => {
    expect(
      found(
        relation({
          where: "it.name != '' && (isEmpty(client) || it.customer == client) && it.customer.limit > number",
          columns: ['name', 'customer.name', 'title'],
          filters: ['name'],
          sort: { field: 'name' },
          fill: { text: 'customer', client: 'customer', number: 'customer.limit' },
        }),
      ),
    ).toEqual([]);
  });

  it('name what is not there', () => {
    expect(found(relation({ to: 'nowhere' }))).toEqual(['DOC_REFERENCE to']);
    expect(found(relation({ where: 'it.nope == text' }))).toEqual(['DOC_EXPRESSION_NAME where']);
    expect(found(relation({ columns: ['name', 'customer.nope'] }))).toEqual(['DOC_REFERENCE columns.1']);
    expect(found(relation({ fill: { gone: 'name' } }))).toEqual(['DOC_REFERENCE fill.gone']);
    expect(found(relation({ fill: { text: 'gone' } }))).toEqual(['DOC_REFERENCE fill.text']);
  });

  it('follow no list of records, and fill nothing from several', () => {
    expect(found(relation({ columns: ['partners.name'] }))).toEqual(['DOC_REFERENCE columns.0']);
    expect(found(relation({ multiple: true, fill: { text: 'name' } }))).toEqual(['DOC_SHAPE fill']);
  });

  it('fill values of the same type only, and a relation only from one to the same form', () => {
    expect(found(relation({ fill: { number: 'name' } }))).toEqual(['DOC_SHAPE fill.number']);
    expect(found(relation({ fill: { client: 'name' } }))).toEqual(['DOC_SHAPE fill.client']);
    expect(found(relation({ fill: { client: 'partners' } }))).toEqual(['DOC_SHAPE fill.client']);
  });

  it('fill a sub-table from a sub-table of the other form, column by column', () => {
    const table = (key: string, columns: object[], more: object = {}) =>
      ({ tag: 'subTable', __vModel__: key, label: key, children: columns, ...more }) as object;
    const name = { tag: 'el-input', __vModel__: 'item', label: '品名' };
    const price = { tag: 'el-input-number', __vModel__: 'price', label: '单价' };
    const offer = form('offer', [table('prices', [name, price])]);
    const judged = (fillRows: object, more: object = {}, tableMore: object = {}) => {
      const own = form('own', [
        { ...relation({ to: 'offer', fillRows }), ...more },
        table('lines', [name, price], tableMore),
      ]);
      const formOf = (key: string): FormDefinition | null => ({ own, offer })[key as 'own'] ?? null;
      return checkRelations(own, { formOf, vocabulary }).map(({ code, path }) => `${code} ${path.slice(2).join('.')}`);
    };
    const lines = (columns: object, from = 'prices') => ({ lines: { from, columns } });
    expect(judged(lines({ item: 'item', price: 'price' }))).toEqual([]);
    expect(judged({ gone: { from: 'prices', columns: { item: 'item' } } })).toEqual(['DOC_REFERENCE fillRows.gone']);
    expect(judged(lines({ item: 'item' }, 'gone'))).toEqual(['DOC_REFERENCE fillRows.lines.from']);
    expect(judged(lines({ gone: 'item' }))).toEqual(['DOC_REFERENCE fillRows.lines.columns.gone']);
    expect(judged(lines({ item: 'gone' }))).toEqual(['DOC_REFERENCE fillRows.lines.columns.item']);
    expect(judged(lines({ price: 'item' }))).toEqual(['DOC_SHAPE fillRows.lines.columns.price']);
    expect(judged(lines({ item: 'item' }), { multiple: true })).toEqual(['DOC_SHAPE fillRows']);
    const ownSource = { defaultTbDataResourceApi: '/system/frmCrud/list/offer' };
    expect(judged(lines({ item: 'item' }), {}, ownSource)).toEqual(['DOC_SHAPE fillRows.lines']);
    const fixedRows = { defaultTbData: [{ item: '钢筋' }] };
    expect(judged(lines({ item: 'item' }), {}, fixedRows)).toEqual(['DOC_SHAPE fillRows.lines']);
  });

  it('fill a field once, and not in a circle', () => {
    const other = { ...relation({ fill: { text: 'name' } }), __vModel__: 'q' };
    expect(found(relation({ fill: { text: 'name' } }), other)).toEqual(['DOC_SHAPE fill.text']);
    const a = { tag: 'recordSelector', __vModel__: 'a', to: 'own', fill: { b: 'b' } };
    const b = { tag: 'recordSelector', __vModel__: 'b', to: 'own', fill: { a: 'a' } };
    expect(found(a, b)).toEqual(['DOC_SHAPE fill', 'DOC_SHAPE fill']);
  });

  it('say which relation fills which field', () => {
    const nodes = [relation({ fill: { text: 'name' } })] as never;
    expect([...fillersAmong(nodes)]).toEqual([['text', 'p']]);
  });
});
