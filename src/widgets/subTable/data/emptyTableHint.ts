import { rowAddMethods, type TableConfig } from '../../../rules/tables.ts';

/** Returns the text that an empty sub-table shows: the names of the buttons that add rows. */
export function emptyTableHint(node: TableConfig): string {
  const { typed, picked, imported } = rowAddMethods(node);
  const names = [...(typed ? ['添加'] : []), ...(picked ? ['选择数据'] : []), ...(imported ? ['导入数据'] : [])];
  return typed && names.length === 1 ? '点击“添加”新增一行' : `点击${names.map((name) => `“${name}”`).join('或')}`;
}
