import { Button, Checkbox, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { ancestryOf, canHoldEntries, MENU_DEPTH, titleOf } from '../../domain/menu/index.ts';
import { childrenOf } from '../menu/tree.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useMenus } from '../menu/useMenus.ts';

interface TreeNode {
  value: string;
  title: string;
  children: TreeNode[];
}

interface Props {
  /** Id of the menu group to which the lists are added; null if they are not added to the menu. */
  parentId: string | null;
  onChange(parentId: string | null): void;
}

/** Selects whether the lists of the new forms are added to the menu, and to which group of the menu. */
export function MenuGroupChoice({ parentId, onChange }: Props) {
  const { load, menus, reload } = useMenus();
  const groups = useMemo(() => {
    const groupsBelow = (groupId: string | null): TreeNode[] =>
      menus
        ? childrenOf(menus.rows, groupId)
            // a page in a group of the last level would be one level too deep
            .filter((row) => canHoldEntries(row) && ancestryOf(menus.rows, row.id).length < MENU_DEPTH)
            .map((row) => ({ value: row.id, title: titleOf(row), children: groupsBelow(row.id) }))
        : [];
    return groupsBelow(null);
  }, [menus]);
  return (
    <span className="ds-excel-place">
      <Checkbox
        checked={parentId !== null}
        disabled={groups.length === 0}
        onChange={({ target }) => onChange(target.checked ? (groups[0]?.value ?? null) : null)}
      >
        放进菜单，所有人可用
      </Checkbox>
      {load.state === 'error' && !menus ? (
        <output className="ds-note">
          菜单未能读取：{messageOf(load.error)}
          <Button type="link" size="small" onClick={reload} data-action="retry">
            重试
          </Button>
        </output>
      ) : null}
      {parentId === null ? null : (
        <TreeSelect
          aria-label="菜单的上级"
          size="small"
          // the footer of a dialog is right-aligned
          style={{ width: 160, textAlign: 'start' }}
          showSearch
          treeNodeFilterProp="title"
          value={parentId}
          treeData={groups}
          onChange={(next: string) => onChange(next)}
        />
      )}
    </span>
  );
}
