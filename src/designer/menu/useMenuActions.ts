import { useServices } from '../../runtime/contexts.ts';
import type { MenuEntryRow } from '../../runtime/services/menus.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { branchOf, titleOf } from '../../domain/menu/index.ts';
import { moveRefusal, type Target } from './tree.ts';
import type { Menus } from './useMenus.ts';

/** The operations on menu entries that are saved at once. The menu is loaded again after each, also after a failure. */
export function useMenuActions(menus: Menus | null, refresh: () => void) {
  const services = useServices();
  const { message, confirm } = useFeedback();
  const attempt = async (work: () => Promise<unknown>, successMessage: string): Promise<boolean> => {
    try {
      await work();
      message.success(successMessage);
      return true;
    } catch (error) {
      message.error(messageOf(error));
      return false;
    } finally {
      refresh();
    }
  };
  const versionOf = ({ id, revision }: MenuEntryRow): { id: string; revision: number } => ({ id, revision });
  return {
    async move(id: string, target: Target): Promise<void> {
      const row = menus?.rows.get(id);
      const reason = menus ? moveRefusal(menus, id, target.parentId) : null;
      if (!row) return;
      if (reason) message.warning(reason);
      else await attempt(() => services.menus.move({ ...versionOf(row), ...target }), '已移动');
    },
    remove(row: MenuEntryRow, onDone: () => void): void {
      const descendantCount = menus ? branchOf(menus.rows, row.id).length - 1 : 0;
      confirm({
        title: `删除“${titleOf(row)}”？`,
        okText: '删除',
        isDanger: true,
        content: `${descendantCount > 0 ? `其下的 ${descendantCount} 项菜单一并删除。` : ''}所有人的菜单中都不再有它，已打开的页面不受影响；可在“已删除”中恢复。`,
        onOk: async () => {
          if (await attempt(() => services.menus.remove(versionOf(row)), '已删除')) onDone();
        },
      });
    },
    reset(row: MenuEntryRow, onDone: () => void): void {
      confirm({
        title: `“${titleOf(row)}”恢复出厂设置？`,
        okText: '恢复',
        content: '名称、位置、界面、可见范围等都恢复为产品自带的内容。',
        onOk: async () => {
          if (await attempt(() => services.menus.reset(versionOf(row)), '已恢复')) onDone();
        },
      });
    },
    restore: (row: MenuEntryRow): Promise<boolean> =>
      attempt(() => services.menus.restore(versionOf(row)), `“${titleOf(row)}”已恢复`),
  };
}
