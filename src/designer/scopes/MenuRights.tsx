import { Tree, type TreeDataNode } from 'antd';
import { useState } from 'react';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';

/** A menu entry. `isForAll`: all users see it. `isOn`: it is granted to the role. */
export interface GrantableMenuEntry {
  id: string;
  parentId: string | null;
  title: string;
  isForAll: boolean;
  isOn: boolean;
}
/** A button of a page that can be granted to a role. `menu`: id of the menu entry of the page. */
export interface MenuButton {
  code: string;
  name: string;
  menu: string;
}
/** Menu entries and buttons (by permission code) that are granted to a role. */
export interface MenuGrants {
  menuIds: readonly string[];
  permissions: readonly string[];
}

/** Prefix of the tree keys of buttons; the key of a menu entry is its id. */
const BUTTON_PREFIX = 'button ';
/** Tree key of the group of buttons whose page has no menu entry. */
const PAGES_OUTSIDE_MENU = 'others';
/** A menu with at least this number of entries is collapsed at first. */
const MIN_COLLAPSED_ENTRIES = 400;

/** Returns the tree nodes of the entries below a parent, each with its own entries and buttons. */
function treeOf(
  menus: readonly GrantableMenuEntry[],
  buttons: readonly MenuButton[],
  parentId: string | null,
): TreeDataNode[] {
  return menus
    .filter((menu) => menu.parentId === parentId)
    .map((menu) => ({
      key: menu.id,
      title: menu.isForAll ? `${menu.title}（所有人）` : menu.title,
      disableCheckbox: menu.isForAll,
      children: [
        ...treeOf(menus, buttons, menu.id),
        ...buttons.filter((button) => button.menu === menu.id).map(buttonNode),
      ],
    }));
}

const buttonNode = ({ code, name }: MenuButton): TreeDataNode => ({
  key: BUTTON_PREFIX + code,
  title: (
    <span data-button={code}>
      {name} <StatusTag tone="plain">按钮</StatusTag>
    </span>
  ),
});

/**
 * Returns the grants after an entry or button was checked or unchecked. Granting a button also grants its page and the
 * entries above; revoking a page also revokes its buttons and the entries below.
 */
export function toggleGrant(
  { menus, buttons }: { menus: readonly GrantableMenuEntry[]; buttons: readonly MenuButton[] },
  { menuIds, permissions }: MenuGrants,
  key: string,
  isChecked: boolean,
): MenuGrants {
  const button = buttons.find(({ code }) => BUTTON_PREFIX + code === key);
  const menuId = button ? button.menu : key;
  if (isChecked) {
    const addedIds = grantablePathTo(menus, menuId).filter((id) => !menuIds.includes(id));
    return {
      menuIds: [...menuIds, ...addedIds],
      permissions: button ? [...new Set([...permissions, button.code])] : permissions,
    };
  }
  if (button) return { menuIds, permissions: permissions.filter((code) => code !== button.code) };
  const revokedIds = grantableBranch(menus, key);
  return {
    menuIds: menuIds.filter((id) => !revokedIds.includes(id)),
    permissions: permissions.filter(
      (code) => !buttons.some((button) => button.code === code && revokedIds.includes(button.menu)),
    ),
  };
}

/**
 * Returns the ids of an entry and its ancestors, outermost first, without entries for all users; empty for an unknown
 * entry.
 */
function grantablePathTo(menus: readonly GrantableMenuEntry[], id: string | null): string[] {
  const menu = menus.find((candidate) => candidate.id === id);
  return menu ? [...grantablePathTo(menus, menu.parentId), ...(menu.isForAll ? [] : [menu.id])] : [];
}

/** Returns the ids of an entry and its descendants, without entries for all users. */
function grantableBranch(menus: readonly GrantableMenuEntry[], id: string): string[] {
  const descendants = menus.filter((menu) => menu.parentId === id).flatMap((menu) => grantableBranch(menus, menu.id));
  return menus.some((menu) => menu.id === id && !menu.isForAll) ? [id, ...descendants] : descendants;
}

interface Props {
  menus: readonly GrantableMenuEntry[];
  buttons: readonly MenuButton[];
  grants: MenuGrants;
  isDisabled: boolean;
  onChange(chosen: MenuGrants): void;
}

/** Tree of the menu entries, with the buttons of each page below its entry; checked nodes are granted. */
export function MenuRights({ menus, buttons, grants, isDisabled, onChange }: Props) {
  const [isInitiallyExpanded] = useState(() => menus.length < MIN_COLLAPSED_ENTRIES);
  // buttons of pages without a menu entry can also be granted, because such pages may be opened by a link
  const otherButtons = buttons.filter(({ menu }) => !menus.some(({ id }) => id === menu));
  const tree = [
    ...treeOf(menus, buttons, null),
    ...(otherButtons.length > 0
      ? [
          {
            key: PAGES_OUTSIDE_MENU,
            title: '不在菜单中的页面',
            checkable: false,
            children: otherButtons.map(buttonNode),
          },
        ]
      : []),
  ];
  return (
    <Tree
      checkable
      checkStrictly
      selectable={false}
      defaultExpandAll={isInitiallyExpanded}
      height={520}
      disabled={isDisabled}
      treeData={tree}
      checkedKeys={[...grants.menuIds, ...grants.permissions.map((code) => BUTTON_PREFIX + code)]}
      onCheck={(_keys, { node, checked }) =>
        onChange(toggleGrant({ menus, buttons }, grants, String(node.key), checked))
      }
    />
  );
}
