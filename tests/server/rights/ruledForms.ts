const field = (key: string, label: string, more: object = {}) => ({
  tag: 'el-input',
  __vModel__: key,
  label,
  flowEditable: '1',
  ...more,
});
/** A form whose secret and amount a role does not see. */
export const FORM = {
  formName: '受限表单',
  titleTemplate: '${title} ${secret}',
  fields: [
    field('title', '标题', { isTitle: '1', isSearch: '1', isList: '1' }),
    field('secret', '密语', { isTitle: '1', isSearch: '1', isList: '1', unique: true }),
    field('amount', '金额', { tag: 'el-input-number', precision: 2, isList: '1', unit: '元' }),
    field('base', '依据', { tag: 'recordSelector', to: 'ruledBase' }),
    field('remark', '备注'),
    field('scan', '扫描件', { tag: 'el-upload' }),
    {
      tag: 'subTable',
      __vModel__: 'lines',
      label: '明细',
      flowEditable: '1',
      children: [field('item', '项目'), field('price', '单价', { tag: 'el-input-number', precision: 2 })],
    },
  ],
};
/** What a record of it points at, and what points at one. */
export const BASE = { formName: '依据', fields: [field('name', '名称', { isTitle: '1' })] };
export const POINTING = {
  formName: '引用受限表单',
  fields: [
    field('name', '名称', { isTitle: '1' }),
    {
      tag: 'recordSelector',
      __vModel__: 'to',
      label: '受限',
      to: 'ruled',
      flowEditable: '1',
      fill: { copied: 'secret' },
    },
    field('copied', '抄来的密语'),
  ],
};
