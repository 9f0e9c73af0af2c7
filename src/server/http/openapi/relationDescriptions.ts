/**
 * Descriptions of keys in requests and answers about look-ups, records related to a record, the records behind a
 * number, ledgers and pivot tables, and records by area.
 */
export const RELATION_DESCRIPTIONS: Readonly<Record<string, string>> = {
  ratio: '比例',
  above: '上级记录',
  below: '由它而来的单据，每种表单一项',
  behind: '只列出某个数背后的记录：统计数（figure）、汇总字段（rollup）或引用某条记录的生效记录（referring）',
  rollup: '汇总字段：所在表单、字段与记录',
  referring: '引用某条记录的生效记录',
  mayExport: '可否导出',
  layout: '版式：pivot 透视表，table 统计表',
  totals: '统计表是否有合计',
  subtotals: '统计表是否按第一个行分组有小计',
  areaCode: '区划代码：数它的各个下级；缺省为全国',
  areas: '各下级区划及其记录数，多的在前',
  rest: '在该区划内、不在其任何下级的记录数；全国时为认不出地区的',
  empty: '未填写的记录数，只在全国时计',
  via: '沿哪些关联找到，如 contract.project',
  states: '各状态的份数',
  sum: '合计',
  missing: '还没有记录的表单',
  isUpdate: '更新带出：不可查看的值不在返回之列',
  asks: '要查找的值：所在字段、第几个 lookup，以及其条件读取的值',
};
