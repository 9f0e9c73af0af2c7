import { useEffect, useMemo, useState } from 'react';
import { Skeleton, Tree, TreeSelect } from 'antd';
import { useServices } from '../../../runtime/contexts.ts';
import type { OrgNode } from '../../../runtime/services/people.ts';
import { orgTree } from './selectorData.ts';

interface Item {
  key: string;
  value: string;
  title: string;
  children?: Item[];
}

const toItems = (nodes: readonly OrgNode[]): Item[] =>
  nodes.map(({ id, name, children }) => ({
    key: id,
    value: id,
    title: name,
    ...(children ? { children: toItems(children) } : {}),
  }));

/**
 * The organisation beside the people: a tree, or one control on a phone. Choosing a part again shows everybody. A tree
 * that cannot be loaded leaves the search by name.
 */
export function OrgFilter({
  orgId,
  isNarrow,
  onChange,
}: {
  orgId: string;
  isNarrow: boolean;
  onChange(orgId: string): void;
}) {
  const services = useServices();
  const [nodes, setNodes] = useState<readonly OrgNode[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const take = (tree: readonly OrgNode[]): void => {
      if (isCurrent) setNodes(tree);
    };
    orgTree(services, 'dept').then(take, () => take([]));
    return () => {
      isCurrent = false;
    };
  }, [services]);
  const items = useMemo(() => toItems(nodes ?? []), [nodes]);
  if (isNarrow) {
    return (
      <TreeSelect
        className="sf-fill"
        aria-label="按部门筛选"
        placeholder="全部部门"
        allowClear
        treeDefaultExpandAll
        treeData={items}
        value={orgId || undefined}
        onChange={(next?: string) => onChange(next ?? '')}
      />
    );
  }
  if (nodes === null)
    return (
      <div className="sf-org-tree">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    );
  if (nodes.length === 0) return null;
  return (
    <nav className="sf-org-tree" aria-label="按部门筛选">
      <Tree
        treeData={items}
        blockNode
        defaultExpandAll
        height={420}
        selectedKeys={orgId === '' ? [] : [orgId]}
        onSelect={(keys) => onChange(String(keys[0] ?? ''))}
      />
    </nav>
  );
}
