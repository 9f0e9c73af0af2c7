import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import type { OrgNode } from '../../../runtime/services/people.ts';
import { useLoad } from '../../../screens/shared/useLoad.ts';

interface TreeNode {
  value: string;
  title: string;
  selectable: boolean;
  children: TreeNode[];
}
const treeNodesOf = (nodes: readonly OrgNode[]): TreeNode[] =>
  nodes.map(({ id, name, type, children = [] }) => ({
    value: id,
    title: name,
    selectable: type === 'dept',
    children: treeNodesOf(children),
  }));

/** Selects departments. `value`: their ids, joined by commas. */
export function DeptSelect({
  value,
  label = '部门',
  onChange,
}: {
  value: string;
  label?: string;
  onChange(value: string): void;
}) {
  const services = useServices();
  const { load } = useLoad(() => services.orgs.tree(), [services]);
  const treeData = useMemo(() => treeNodesOf(load.value ?? []), [load.value]);
  return (
    <TreeSelect<string[]>
      multiple
      treeDefaultExpandAll
      aria-label={label}
      placeholder="选择部门"
      treeNodeFilterProp="title"
      value={value.split(',').filter(Boolean)}
      treeData={treeData}
      onChange={(chosen) => onChange(chosen.join(','))}
    />
  );
}
