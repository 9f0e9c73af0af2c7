import { notice } from '../../runtime/host/notice.ts';
import type { TableModel } from './model.ts';

/** Copies rows (SC-005) and shows how many of them do not fit into the table. */
export function copyRows({ actions }: Pick<TableModel, 'actions'>, ids: readonly string[]): void {
  const notCopiedCount = actions.copy(ids);
  if (notCopiedCount > 0) notice('warning', `有 ${notCopiedCount} 行超出可添加的行数，未复制`);
}
