import { Empty, Input, Skeleton, TreeSelect } from 'antd';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { OrgFailure, OrgLevels } from './OrgLevels.tsx';
import { useOrgTree } from './useOrgTree.ts';

interface Item {
  key: string;
  value: string;
  title: string;
  isLeaf: boolean;
  children?: Item[];
}

const toItems = (nodes: readonly OrgItem[], isFound: boolean): Item[] =>
  nodes.map(({ id, name, path, hasChildren, children }) => ({
    key: id,
    value: id,
    title: isFound && path ? `${name}（${path}）` : name,
    isLeaf: isFound || hasChildren !== true,
    ...(children && !isFound ? { children: toItems(children, isFound) } : {}),
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
  const state = useOrgTree('dept');
  const { nodes, found, failure, expanded, setExpanded, loadBelow, typed, setTyped } = state;
  if (isNarrow) {
    return (
      <TreeSelect
        className="sf-fill"
        aria-label="按部门筛选"
        placeholder="全部部门"
        allowClear
        showSearch
        searchValue={typed}
        onSearch={setTyped}
        filterTreeNode={false}
        notFoundContent={found === '' ? '没有部门' : `没有“${found}”`}
        treeData={toItems(nodes ?? [], found !== '')}
        treeExpandedKeys={found === '' ? [...expanded] : []}
        onTreeExpand={(keys) => setExpanded(keys.map(String))}
        loadData={async ({ key, children }) => {
          if (!children && found === '') await loadBelow(String(key));
        }}
        value={orgId || undefined}
        onChange={(next?: string) => onChange(next ?? '')}
      />
    );
  }
  if (nodes === null)
    return (
      <div className="sf-org-tree">
        {failure === null ? <Skeleton active paragraph={{ rows: 6 }} /> : <OrgFailure state={state} />}
      </div>
    );
  return (
    <nav className="sf-org-tree" aria-label="按部门筛选">
      <Input
        allowClear
        size="small"
        placeholder="查找部门"
        aria-label="查找部门"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <OrgFailure state={state} />
      {nodes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={found === '' ? '还没有部门' : `没有“${found}”`} />
      ) : (
        <OrgLevels
          state={state}
          height={420}
          selectedKeys={orgId === '' ? [] : [orgId]}
          onSelect={(keys) => onChange(String(keys[0] ?? ''))}
        />
      )}
    </nav>
  );
}
