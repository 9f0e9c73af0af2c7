import { useRef } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { MenuEntryRow, MenuEntryRevision } from '../../runtime/services/menus.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { branchOf, titleOf } from '../../domain/menu/index.ts';
import { moveRefusal, type MenuPosition } from './tree.ts';
import type { Menus } from './useMenus.ts';

/**
 * A move of an entry that was made on this page. `revision`: the revision of the entry after the move. `parentId`: the
 * parent after the move.
 */
export interface EntryMove extends MenuEntryRevision {
  revisionBefore: number;
  parentId: string | null;
}

/**
 * Returns the operations on menu entries that take effect at once, without a click on the save button. After each
 * operation the menu is loaded again, also if the operation failed.
 */
export function useMenuActions(menus: Menus | null, refresh: () => void) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  /**
   * The menu in which an entry was moved. Until the menu is loaded again, revisions are unknown and no further entry
   * can be moved.
   */
  const menuAtMove = useRef<Menus | null>(null);
  const attempt = async <T>(work: () => Promise<T>, successMessage: string): Promise<T | null> => {
    try {
      const result = await work();
      message.success(successMessage);
      return result;
    } catch (error) {
      message.error(messageOf(error));
      return null;
    } finally {
      refresh();
    }
  };
  const idAndRevision = ({ id, revision }: MenuEntryRow): { id: string; revision: number } => ({ id, revision });
  return {
    /** Moves an entry and resolves with the move; null if the entry was not moved. */
    async move(id: string, target: MenuPosition): Promise<EntryMove | null> {
      const row = menus?.rows.get(id);
      if (!menus || !row || menuAtMove.current === menus) return null;
      const reason = moveRefusal(menus, id, target.parentId);
      if (reason) {
        message.warning(reason);
        return null;
      }
      menuAtMove.current = menus;
      const movedEntry = await attempt(() => services.menus.move({ ...idAndRevision(row), ...target }), '已移动');
      if (!movedEntry) menuAtMove.current = null;
      return movedEntry && { ...movedEntry, revisionBefore: row.revision, parentId: target.parentId };
    },
    remove(row: MenuEntryRow, onDone: () => void): void {
      const descendantCount = menus ? branchOf(menus.rows, row.id).length - 1 : 0;
      confirm({
        title: `删除“${titleOf(row)}”？`,
        okText: '删除',
        isDanger: true,
        content: `${descendantCount > 0 ? `其下的 ${descendantCount} 项菜单一并删除。` : ''}所有人的菜单中都不再有它，已打开的页面不受影响；可在“已删除”中恢复。`,
        onOk: async () => {
          if (await attempt(() => services.menus.remove(idAndRevision(row)), '已删除')) onDone();
        },
      });
    },
    reset(row: MenuEntryRow, onDone: () => void): void {
      confirm({
        title: `“${titleOf(row)}”恢复出厂设置？`,
        okText: '恢复',
        content: '名称、位置、界面、可见范围等都恢复为产品自带的内容。',
        onOk: async () => {
          if (await attempt(() => services.menus.reset(idAndRevision(row)), '已恢复')) onDone();
        },
      });
    },
    restore: (row: MenuEntryRow): Promise<MenuEntryRevision | null> =>
      attempt(() => services.menus.restore(idAndRevision(row)), `“${titleOf(row)}”已恢复`),
  };
}
