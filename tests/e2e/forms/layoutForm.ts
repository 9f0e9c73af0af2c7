const input = (key: string, label: string, more: object = {}) => ({
  tag: 'el-input',
  __vModel__: key,
  label,
  span: 12,
  ...more,
});
const options = (list: readonly (readonly [string, string, string?])[]) => ({
  __slot__: { options: list.map(([value, label, parent]) => ({ value, label, ...(parent ? { parent } : {}) })) },
});

/** A long form of every way to lay fields out, and of the widgets that are not in the shipped forms. */
export const LAYOUT_FORM = {
  formKey: 'layoutStory',
  formName: '版面试验',
  fields: [
    { tag: 'sTitle', label: '基本信息', __vModel__: 'basic' },
    input('title', '标题', { required: true, isTitle: '1', isList: '1' }),
    { tag: 'userSelector', __vModel__: 'who', label: '经办人', span: 12, defaultValue: '${curentUser}' },
    {
      tag: 'el-select',
      __vModel__: 'province',
      label: '省份',
      span: 12,
      ...options([
        ['gd', '广东'],
        ['hb', '河北'],
      ]),
    },
    {
      tag: 'el-select',
      __vModel__: 'city',
      label: '城市',
      span: 12,
      dependKey: 'province',
      ...options([
        ['gz', '广州', 'gd'],
        ['sz', '深圳', 'gd'],
        ['bd', '保定', 'hb'],
      ]),
    },
    { tag: 'sTitle', label: '评价', __vModel__: 'marks' },
    {
      tag: 'el-rate',
      __vModel__: 'rate',
      label: '满意度',
      span: 12,
      'show-text': true,
      texts: ['差', '一般', '好', '很好', '非常好'],
    },
    { tag: 'el-slider', __vModel__: 'progress', label: '完成度', span: 12, step: 5, unit: '%' },
    { tag: 'el-color-picker', __vModel__: 'colour', label: '标识颜色', span: 12, predefine: ['#cf1322', '#005bec'] },
    {
      tag: 'el-tree-select',
      __vModel__: 'area',
      label: '区域',
      span: 12,
      __slot__: {
        options: [
          {
            label: '华南',
            value: 's',
            children: [
              { label: '广州所', value: 's1' },
              { label: '深圳所', value: 's2', disabled: true },
            ],
          },
          { label: '华北', value: 'n' },
        ],
      },
    },
    {
      tag: 'el-checkbox-group',
      __vModel__: 'kinds',
      label: '检测类别',
      span: 12,
      optionType: 'button',
      ...options([
        ['a', '见证'],
        ['b', '抽样'],
        ['c', '送样'],
      ]),
    },
    {
      tag: 'el-radio-group',
      __vModel__: 'level',
      label: '等级',
      span: 12,
      optionType: 'button',
      ...options([
        ['1', '一级'],
        ['2', '二级'],
      ]),
    },
    { tag: 'sTitle', label: '分步填写', __vModel__: 'stepped' },
    {
      tag: 'el-steps',
      children: [
        {
          label: '委托',
          description: '委托单位与联系人',
          children: [input('client', '委托单位', { required: true }), input('phone', '联系电话')],
        },
        {
          label: '费用',
          children: [
            {
              tag: 'el-input-number',
              __vModel__: 'fee',
              label: '费用',
              required: true,
              unit: '元',
              precision: 2,
              span: 12,
            },
            input('payer', '付款方'),
          ],
        },
        { label: '确认', children: [input('note', '备注', { type: 'textarea', span: 24 })] },
      ],
    },
    { tag: 'sTitle', label: '会签', __vModel__: 'signed' },
    {
      tag: 'tableLayout',
      columns: 4,
      children: [
        { label: '会签意见表', colspan: 4, isHead: true },
        { label: '技术部', isHead: true },
        { colspan: 3, children: [input('tech', '意见', { span: 24 })] },
        { label: '经营部', isHead: true },
        { colspan: 3, children: [input('market', '意见', { span: 24 })] },
      ],
    },
    {
      tag: 'el-tabs',
      children: [
        { label: '附加一', children: [input('x1', '说明一')] },
        { label: '附加二', children: [input('x2', '说明二', { required: true })] },
      ],
    },
    {
      tag: 'el-collapse',
      children: [{ label: '更多', isOpen: false, children: [input('x3', '说明三', { required: true })] }],
    },
    { tag: 'sTitle', label: '明细', __vModel__: 'lines' },
    {
      tag: 'subTable',
      __vModel__: 'rows',
      label: '明细',
      children: [input('item', '项目'), { tag: 'el-input-number', __vModel__: 'count', label: '数量', summary: 'sum' }],
    },
    { tag: 'el-input', __vModel__: 'inner', label: '内部字段', isHideField: '1', defaultValue: '不可打印' },
  ],
};
