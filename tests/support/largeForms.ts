/** Forms with a sub-table whose saves are large, for the tests and the bench of what they keep waiting. */
const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });
const form = (own: object) => ({
  access: { createRoles: ['*'] },
  fields: [
    own,
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      commonAdd: '1',
      children: Array.from({ length: 12 }, (_none, at) => number(at === 0 ? 'n' : `c${at}`)),
    },
  ],
});
export const LARGE_FORMS = {
  nestedRows: form(number('ok', { computed: 'items.all(a, items.exists(b, b.n == a.n)) ? 1 : 0' })),
  plainRows: form(number('ok')),
};
/** Rows of the sub-table. */
export const largeRows = (length: number, value: (index: number) => object) =>
  Array.from({ length }, (_none, index) => ({ id: `r${index}`, fieldsMap: value(index) }));
