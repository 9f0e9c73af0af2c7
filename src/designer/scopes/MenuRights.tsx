import { Tree, type TreeDataNode } from 'antd';
import { useState } from 'react';
import { ToneTag } from '../../screens/shared/ToneTag.tsx';

export interface GridMenu {
  id: string;
  parentId: string | null;
  title: string;
  isForAll: boolean;
  isOn: boolean;
}
/** A button of a page that a role may be given. `menu`: the entry of its page. */
export interface MenuButton {
  code: string;
  name: string;
  menu: string;
}
/** What a role has: entries of the menu, and buttons by their permission codes. */
export interface MenuChoice {
  menuIds: readonly string[];
  permissions: readonly string[];
}

/** Prefix of the tree keys of buttons; the key of a menu entry is its id. */
const BUTTON = 'button ';
const OTHERS = 'others';

function treeOf(menus: readonly GridMenu[], buttons: readonly MenuButton[], parentId: string | null): TreeDataNode[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .map((menu) => ({
      key: menu.id,
      title: menu.isForAll ? `${menu.title}（所有人）` : menu.title,
      disableCheckbox: menu.isForAll,
      children: [...treeOf(menus, buttons, menu.id), ...buttons.filter((one) => one.menu === menu.id).map(buttonNode)],
    }));
}

const buttonNode = ({ code, name }: MenuButton): TreeDataNode => ({
  key: BUTTON + code,
  title: (
    <span data-button={code}>
      {name} <ToneTag tone="plain">按钮</ToneTag>
    </span>
  ),
});

/**
 * The choice after one entry or button was ticked or not: who gets a button gets its page with what leads there, and who
 * loses a page loses its buttons and what is below it.
 */
export function withTick(
  { menus, buttons }: { menus: readonly GridMenu[]; buttons: readonly MenuButton[] },
  { menuIds, permissions }: MenuChoice,
  key: string,
  isOn: boolean,
): MenuChoice {
  const button = buttons.find(({ code }) => BUTTON + code === key);
  const page = button ? button.menu : key;
  if (isOn) {
    const line = lineTo(menus, page).filter((id) => !menuIds.includes(id));
    return {
      menuIds: [...menuIds, ...line],
      permissions: button ? [...new Set([...permissions, button.code])] : permissions,
    };
  }
  if (button) return { menuIds, permissions: permissions.filter((code) => code !== button.code) };
  const gone = branchOf(menus, key);
  return {
    menuIds: menuIds.filter((id) => !gone.includes(id)),
    permissions: permissions.filter((code) => !buttons.some((one) => one.code === code && gone.includes(one.menu))),
  };
}

/** An entry and those above it that are not everybody's; none for one that is not there. */
function lineTo(menus: readonly GridMenu[], id: string | null): string[] {
  const menu = menus.find((one) => one.id === id);
  return menu ? [...lineTo(menus, menu.parentId), ...(menu.isForAll ? [] : [menu.id])] : [];
}

/** An entry and those below it that are not everybody's. */
function branchOf(menus: readonly GridMenu[], id: string): string[] {
  const below = menus.filter((one) => one.parentId === id).flatMap((one) => branchOf(menus, one.id));
  return menus.some((one) => one.id === id && !one.isForAll) ? [id, ...below] : below;
}

interface Props {
  menus: readonly GridMenu[];
  buttons: readonly MenuButton[];
  chosen: MenuChoice;
  isDisabled: boolean;
  onChange(chosen: MenuChoice): void;
}

/** The entries of the menu as a tree, the buttons of each page below it. */
export function MenuRights({ menus, buttons, chosen, isDisabled, onChange }: Props) {
  const [isWhole] = useState(() => menus.length < 400);
  // a page that was taken out of the menu may be reached by another way: its buttons stay to be given
  const others = buttons.filter(({ menu }) => !menus.some(({ id }) => id === menu));
  const tree = [
    ...treeOf(menus, buttons, null),
    ...(others.length > 0
      ? [{ key: OTHERS, title: '不在菜单中的页面', checkable: false, children: others.map(buttonNode) }]
      : []),
  ];
  return (
    <Tree
      checkable
      checkStrictly
      selectable={false}
      defaultExpandAll={isWhole}
      height={520}
      disabled={isDisabled}
      treeData={tree}
      checkedKeys={[...chosen.menuIds, ...chosen.permissions.map((code) => BUTTON + code)]}
      onCheck={(_keys, { node, checked }) => onChange(withTick({ menus, buttons }, chosen, String(node.key), checked))}
    />
  );
}
