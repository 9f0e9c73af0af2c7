import { shouldLoadDefaultRows } from '../../../rules/defaultRows.ts';
import { isRestrictedToOwnRow } from '../../../rules/rowsOfOtherTasks.ts';
import { topEventOf, type TopEvent } from '../../../rules/topButtons.ts';
import { copyRows } from '../copyRows.ts';
import type { TableModel } from '../model.ts';
import { mayRefill } from './filledTable.ts';

/** Handlers provided by the component around the buttons. */
export interface CommandHandlers {
  add(): void;
  saveAll(): void;
  /** Loads the default rows again. */
  refresh(): void;
  /** Opens the dialog 选择数据. */
  pick(): void;
  /** Opens the dialog 导入数据. */
  importFiles(): void;
  exportRows(): void;
  downloadTemplate(): void;
  fillDown(): void;
  /** Returns the action that a plugin has registered under this name, if any. */
  pluginAction(name: string): (() => void) | undefined;
}

export interface Command {
  run(): void;
  /** Text with the reason why the button is disabled; null if enabled. */
  disabledReason: string | null;
}

const reasonUnless = (isPossible: boolean, reason: string): string | null => (isPossible ? null : reason);

const selectedIds = ({ store }: TableModel): string[] =>
  store.rows
    .all()
    .filter((row) => store.selection.has(row.id))
    .map((row) => row.id);

/**
 * Returns the reason why 刷新 is disabled; null if it is enabled. For a table that a relation fills: no record is
 * chosen, or the person may not replace the rows. For other tables: no default rows are loaded in this situation, or
 * the person may not replace the rows.
 */
function refreshDisabledReason({ table, session, store, rights }: TableModel): string | null {
  if (table.rowFill !== null)
    return reasonUnless(mayRefill(table, session, rights), '未选择来源，或者您不能替换已有的行');
  if (!shouldLoadDefaultRows(table.node, session.situation, { rowCount: 0 })) return '此环节不加载默认数据';
  return reasonUnless(
    store.rows.all().length === 0 ||
      (rights.add && rights.remove && !isRestrictedToOwnRow(table.node, session.situation)),
    '您不能替换已有的行',
  );
}

type CreateCommand = (model: TableModel, handlers: CommandHandlers) => Command | null;

const COMMANDS: Readonly<Record<TopEvent, CreateCommand>> = {
  add: ({ rights, actions }, { add }) =>
    rights.add ? { run: add, disabledReason: reasonUnless(actions.remainingRows() > 0, '已达到最多行数') } : null,
  outsideAdd: ({ rights, actions, table }, { pick }) =>
    rights.add
      ? {
          run: pick,
          disabledReason:
            reasonUnless(table.node.outsideResourceApi !== undefined, '未配置可选的数据来源') ??
            reasonUnless(actions.remainingRows() > 0, '已达到最多行数'),
        }
      : null,
  importData: ({ rights, actions }, { importFiles }) =>
    rights.add
      ? { run: importFiles, disabledReason: reasonUnless(actions.remainingRows() > 0, '已达到最多行数') }
      : null,
  exportData: ({ store }, { exportRows }) => ({
    run: exportRows,
    disabledReason: reasonUnless(store.rows.all().length > 0, '没有可导出的行'),
  }),
  downloadTemplate: ({ rights }, { downloadTemplate }) =>
    rights.add ? { run: downloadTemplate, disabledReason: null } : null,
  copy: (model) =>
    model.rights.copy
      ? {
          run: () => copyRows(model, selectedIds(model)),
          disabledReason:
            reasonUnless(model.store.selection.size() > 0, '请先勾选要复制的行') ??
            reasonUnless(model.actions.remainingRows() > 0, '已达到最多行数'),
        }
      : null,
  remove: (model) =>
    model.rights.remove
      ? {
          run: () => model.remove(selectedIds(model)),
          disabledReason: reasonUnless(model.store.selection.size() > 0, '请先勾选要删除的行'),
        }
      : null,
  clear: ({ rights, store, remove }) =>
    rights.remove
      ? {
          run: () => remove(store.rows.all().map((row) => row.id)),
          disabledReason: reasonUnless(store.rows.all().length > 0, '没有可清空的行'),
        }
      : null,
  saveAll: ({ rights, store }, { saveAll }) =>
    rights.save ? { run: saveAll, disabledReason: reasonUnless(store.rows.all().length > 0, '还没有数据') } : null,
  refresh: (model, { refresh }) =>
    model.isEditMode && model.table.node.defaultTbDataResourceApi
      ? { run: refresh, disabledReason: refreshDisabledReason(model) }
      : null,
  fillDown: ({ rights, store }, { fillDown }) =>
    rights.add || rights.edit
      ? { run: fillDown, disabledReason: reasonUnless(store.cursor.active() !== null, '请先选中要填充的单元格') }
      : null,
};

/** Returns the command of a button above the table (SC-008, OD-042); null if the button is hidden for this person. */
export function commandOf(eventType: string, model: TableModel, handlers: CommandHandlers): Command | null {
  const event = topEventOf(eventType);
  if (event !== null) return model.isEditMode || event === 'exportData' ? COMMANDS[event](model, handlers) : null;
  if (!model.isEditMode) return null;
  const action = handlers.pluginAction(eventType);
  return {
    run: action ?? (() => undefined),
    disabledReason: action ? null : `此按钮的动作“${eventType}”无法识别，请联系管理员`,
  };
}
