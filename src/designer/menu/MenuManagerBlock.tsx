import type { MenuManagerNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { MenuManager } from './MenuManager.tsx';

/** The page on which administrators edit the menu. */
export function MenuManagerBlock({ node }: BlockProps<MenuManagerNode>) {
  const { title = '菜单管理' } = node;
  return (
    <ManagerGate title={title} openKeyParameter="menu">
      {() => <MenuManager title={title} />}
    </ManagerGate>
  );
}
