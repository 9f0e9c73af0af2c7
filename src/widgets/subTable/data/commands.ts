import { shouldLoadDefaultRows } from '../../../rules/defaultRows.ts';
import { isForOneRow } from '../../../rules/otherRows.ts';
import { topEventOf, type TopEvent } from '../../../rules/topButtons.ts';
import type { TableModel } from '../model.ts';

/** What only the table around can do. */
export interface Doors {
  add(): void;
  saveAll(): void;
  /** Asks for the default rows anew. */
  refresh(): void;
  pick(): void;
  importFiles(): void;
  exportRows(): void;
  template(): void;
  fillDown(): void;
  /** The action a plugin registered under this name; undefined without one. */
  plugin(name: string): (() => void) | undefined;
}

export interface Command {
  run(): void;
  /** Why it cannot be pressed now, for people; null when it can. */
  why: string | null;
}

const unless = (isPossible: boolean, why: string): string | null => (isPossible ? null : why);

const tickedIds = ({ store }: TableModel): string[] =>
  store.rows
    .all()
    .filter((row) => store.selection.has(row.id))
    .map((row) => row.id);

/** Default rows can be asked for at will where they would be loaded, and by whom the rows may be replaced. */
function refreshWhy({ table, session, store, rights }: TableModel): string | null {
  if (!shouldLoadDefaultRows(table.node, session.situation, { rowCount: 0 })) return '此环节不加载默认数据';
  return unless(
    store.rows.all().length === 0 || (rights.add && rights.remove && !isForOneRow(table.node, session.situation)),
    '您不能替换已有的行',
  );
}

type Make = (model: TableModel, doors: Doors) => Command | null;

const COMMANDS: Readonly<Record<TopEvent, Make>> = {
  add: ({ rights, actions }, { add }) =>
    rights.add ? { run: add, why: unless(actions.room() > 0, '已达到最多行数') } : null,
  outsideAdd: ({ rights, actions, table }, { pick }) =>
    rights.add
      ? {
          run: pick,
          why:
            unless(table.node.outsideResourceApi !== undefined, '未配置可选的数据来源') ??
            unless(actions.room() > 0, '已达到最多行数'),
        }
      : null,
  importData: ({ rights, actions }, { importFiles }) =>
    rights.add ? { run: importFiles, why: unless(actions.room() > 0, '已达到最多行数') } : null,
  exportData: ({ store }, { exportRows }) => ({
    run: exportRows,
    why: unless(store.rows.all().length > 0, '没有可导出的行'),
  }),
  downloadTemplate: ({ rights }, { template }) => (rights.add ? { run: template, why: null } : null),
  copy: (model) =>
    model.rights.copy
      ? {
          run: () => model.actions.copy(tickedIds(model)),
          why:
            unless(model.store.selection.size() > 0, '请先勾选要复制的行') ??
            unless(model.actions.room() > 0, '已达到最多行数'),
        }
      : null,
  remove: (model) =>
    model.rights.remove
      ? {
          run: () => model.remove(tickedIds(model)),
          why: unless(model.store.selection.size() > 0, '请先勾选要删除的行'),
        }
      : null,
  clear: ({ rights, store, remove }) =>
    rights.remove
      ? {
          run: () => remove(store.rows.all().map((row) => row.id)),
          why: unless(store.rows.all().length > 0, '没有可清空的行'),
        }
      : null,
  saveAll: ({ rights, store }, { saveAll }) =>
    rights.save ? { run: saveAll, why: unless(store.rows.all().length > 0, '还没有数据') } : null,
  refresh: (model, { refresh }) =>
    model.isLive && model.table.node.defaultTbDataResourceApi ? { run: refresh, why: refreshWhy(model) } : null,
  fillDown: ({ rights, store }, { fillDown }) =>
    rights.add || rights.edit
      ? { run: fillDown, why: unless(store.cursor.active() !== null, '请先选中要填充的单元格') }
      : null,
};

/** SC-008, OD-042: what a button above the table does for this person now; null: nothing that concerns them. */
export function commandOf(eventType: string, model: TableModel, doors: Doors): Command | null {
  const event = topEventOf(eventType);
  if (event !== null) return model.isLive || event === 'exportData' ? COMMANDS[event](model, doors) : null;
  if (!model.isLive) return null;
  const action = doors.plugin(eventType);
  return { run: action ?? (() => undefined), why: action ? null : `此按钮的动作“${eventType}”无法识别，请联系管理员` };
}
