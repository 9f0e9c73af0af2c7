import { Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useMemo, type KeyboardEvent } from 'react';
import { checkEntry, isShown, kindOf, titleOf } from '../../domain/menu/index.ts';
import type { MenuEntryRow } from '../../runtime/services/menus.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { MenuIcon } from '../../shell/Icons.tsx';
import { childrenOf, positionAfterDrop, moveRefusal, type MoveStep, type MenuPosition } from './tree.ts';
import type { Menus } from './useMenus.ts';

interface Props {
  menus: Menus;
  selectedId: string | null;
  expandedIds: string[];
  canDrag: boolean;
  onSelect(id: string): void;
  onExpand(ids: string[]): void;
  onMove(id: string, target: MenuPosition): void;
  onStep(step: MoveStep): void;
}

const STEP_BY_KEY: Readonly<Record<string, MoveStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

function visibilityText({ roles }: MenuEntryRow, allRoles: Menus['roles']): string {
  if (roles === null) return '';
  if (roles.length === 0) return '系统管理员';
  return roles.map((code) => allRoles.find((role) => role.code === code)?.name ?? code).join('、');
}

/** The menu as a tree. Entries are moved by dragging, or by Alt and the arrow keys. */
export function MenuTree({ menus, selectedId, expandedIds, canDrag, onSelect, onExpand, onMove, onStep }: Props) {
  const { rows, knownTargets, roles } = menus;
  const data = useMemo(() => {
    const nodeOf = (row: MenuEntryRow): TreeDataNode => {
      const [problem] = checkEntry(rows, row, knownTargets);
      const visibility = visibilityText(row, roles);
      return {
        key: row.id,
        icon: kindOf(row) === 'module' ? null : <MenuIcon name={row.item.meta?.icon ?? row.item.icon ?? ''} />,
        children: childrenOf(rows, row.id).map(nodeOf),
        title: (
          <span className="ds-menu-row" data-menu-row={row.id}>
            <span className="ds-menu-name" data-hidden={!isShown(row.item) || undefined}>
              {titleOf(row)}
            </span>
            {isShown(row.item) ? null : <StatusTag tone="plain">隐藏</StatusTag>}
            {visibility ? <StatusTag tone="busy">{visibility}</StatusTag> : null}
            {problem ? (
              <span title={problem.message}>
                <StatusTag tone="bad">有误</StatusTag>
              </span>
            ) : null}
          </span>
        ),
      };
    };
    return childrenOf(rows, null).map(nodeOf);
  }, [rows, knownTargets, roles]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.altKey ? STEP_BY_KEY[event.key] : undefined;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(step);
  };
  return (
    <div className="ds-menu-tree" onKeyDownCapture={onKeyDown}>
      <Tree
        aria-label="菜单树"
        blockNode
        showIcon
        treeData={data}
        selectedKeys={selectedId ? [selectedId] : []}
        expandedKeys={expandedIds}
        onExpand={(keys) => onExpand(keys.map(String))}
        onSelect={(_keys, { node }) => onSelect(String(node.key))}
        draggable={canDrag ? { icon: false } : false}
        allowDrop={({ dragNode, dropNode, dropPosition }) => {
          const target = positionAfterDrop(
            rows,
            String(dragNode.key),
            String(dropNode.key),
            dropPosition as -1 | 0 | 1,
          );
          return target !== null && moveRefusal(menus, String(dragNode.key), target.parentId) === null;
        }}
        onDrop={({ dragNode, node, dropPosition, dropToGap }) => {
          // `dropPosition` is the target's index plus -1, 0 or 1; the last part of `pos` is that index
          const side = dropPosition - Number(node.pos.split('-').at(-1)) < 0 ? -1 : 1;
          const target = positionAfterDrop(rows, String(dragNode.key), String(node.key), dropToGap ? side : 0);
          if (target) onMove(String(dragNode.key), target);
        }}
      />
    </div>
  );
}
