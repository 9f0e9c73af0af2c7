import { Checkbox, TreeSelect } from 'antd';
import { useMemo } from 'react';
import { canHoldEntries, titleOf } from '../../domain/menu/index.ts';
import { childrenOf } from '../menu/tree.ts';
import { useMenus } from '../menu/useMenus.ts';

interface TreeNode {
  value: string;
  title: string;
  children: TreeNode[];
}

interface Props {
  /** The group of the menu; null: the forms are not put into it. */
  parentId: string | null;
  onChange(parentId: string | null): void;
}

/** Whether the new forms' lists go into the menu, and where. */
export function MenuPlace({ parentId, onChange }: Props) {
  const { menus } = useMenus();
  const groups = useMemo(() => {
    const under = (above: string | null): TreeNode[] =>
      menus
        ? childrenOf(menus.rows, above)
            .filter(canHoldEntries)
            .map((row) => ({ value: row.id, title: titleOf(row), children: under(row.id) }))
        : [];
    return under(null);
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
      {parentId === null ? null : (
        <TreeSelect
          aria-label="菜单的上级"
          size="small"
          // the foot of a dialog writes to the right
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
