/** Descriptions of keys of look-ups, of the chain of a record, and of shares. */
export const RELATION_DESCRIPTIONS: Readonly<Record<string, string>> = {
  ratio: '比例',
  above: '上级记录',
  below: '由它而来的单据，每种表单一项',
  via: '沿哪些关联找到，如 contract.project',
  states: '各状态的份数',
  sum: '合计',
  missing: '还没有记录的表单',
  asks: '要查找的值：所在字段、第几个 lookup，以及其条件读取的值',
};
