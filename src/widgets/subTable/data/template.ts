import type { CompiledColumn, Option } from '../../../kernel/index.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import { columnWidth } from '../columns.ts';
import type { TableModel } from '../model.ts';
import { saveBook, type BookCell } from './book.ts';

const PIXELS = 8;
const MAX_OPTIONS = 300;

const HOW: Readonly<Record<string, string>> = {
  'el-input-number': '数字', 'el-time-picker': '时间，如 08:30', 'el-switch': '填“是”或“否”', 'el-select': '填可选值中的一项', 'el-radio-group': '填可选值中的一项', 'el-checkbox-group': '填可选值，多项用“、”分隔',
  'el-cascader': '填可选值，各级用“/”分隔', userSelector: '填姓名，重名时填登录名', deptSelector: '填部门名称，重名时填“上级/部门”', componySelector: '填单位名称',
};

function howOf({ node, valueType }: CompiledColumn): string {
  if (node.tag === 'el-date-picker') {
    const example = (node.type ?? '').startsWith('month') || node.format === 'YYYY-MM' ? '2026-03' : (node.type ?? '').startsWith('year') ? '2026' : '2026-03-05';
    return valueType === 'list' ? `起止日期，如 ${example} 至 ${example}` : `日期，如 ${example}`;
  }
  const isMultiple = 'multiple' in node && node.multiple === true;
  return `${HOW[node.tag] ?? '文字'}${isMultiple && HOW[node.tag] ? '，多项用“、”分隔' : ''}`;
}

const labelsOf = (options: readonly Option[], above = ''): string[] => options.flatMap(({ label, children }) => [...(children?.length ? labelsOf(children, `${above}${label}/`) : [`${above}${label}`])]);

/** Columns that an import fills for this person. */
export const importedColumns = ({ layout, actions }: Pick<TableModel, 'layout' | 'actions'>): CompiledColumn[] => {
  const blank = actions.newRow();
  return layout.map(({ column }) => column).filter((column) => column.node.tag !== 'el-upload' && actions.mayFill(column, blank));
};

/** 下载模板: the headings to fill, and a second sheet that says how, with the allowed words. */
export async function downloadTemplate(model: TableModel): Promise<void> {
  const { table, actions } = model;
  const columns = importedColumns(model);
  const isRequired = (column: CompiledColumn): boolean => column.node.required === true;
  const heads = columns.map((column) => `${column.node.label ?? column.key}${isRequired(column) ? '*' : ''}`);
  const help: BookCell[][] = [['列名', '是否必填', '填写方式', '可选值'], ...columns.map((column): BookCell[] => {
    const labels = labelsOf(actions.options(column.key) ?? []);
    return [column.node.label ?? column.key, isRequired(column) ? '必填' : '', howOf(column), `${labels.slice(0, MAX_OPTIONS).join('、')}${labels.length > MAX_OPTIONS ? ' 等' : ''}`];
  })];
  const name = table.node.label || table.key;
  try {
    await saveBook(`${name}导入模板`, [
      { name: name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31) || '数据', rows: [heads], widths: columns.map((column) => Math.ceil(columnWidth(column) / PIXELS)) },
      { name: '填写说明', rows: help, widths: [18, 10, 32, 60] },
    ]);
  } catch (error) {
    notice('warning', `模板生成失败：${failureText(error)}`);
  }
}
