import { Empty, Input, Skeleton, TreeSelect } from 'antd';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { OrgFailure, OrgLevels } from './OrgLevels.tsx';
import { useOrgTree } from './useOrgTree.ts';

interface TreeItem {
  key: string;
  value: string;
  title: string;
  isLeaf: boolean;
  children?: TreeItem[];
}

const toTreeItems = (nodes: readonly OrgItem[], isSearchResult: boolean): TreeItem[] =>
  nodes.map(({ id, name, path, hasChildren, children }) => ({
    key: id,
    value: id,
    title: isSearchResult && path ? `${name}（${path}）` : name,
    isLeaf: isSearchResult || hasChildren !== true,
    ...(children && !isSearchResult ? { children: toTreeItems(children, isSearchResult) } : {}),
  }));

/** Returns the text for an empty list of departments. */
function emptyText(isLoaded: boolean, searchText: string): string {
  if (!isLoaded) return '正在加载…';
  return searchText === '' ? '没有部门' : `没有“${searchText}”`;
}

/**
 * Filter of people by department: a tree, or a select on a phone. Clicking the selected department again removes the
 * filter. If the tree cannot be loaded, people can still be searched by name.
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
  const { nodes, searchText, failure, expanded, setExpanded, loadChildren, typedText, setTypedText } = state;
  if (isNarrow) {
    return (
      <TreeSelect
        className="sf-fill"
        aria-label="按部门筛选"
        placeholder="全部部门"
        allowClear
        showSearch
        searchValue={typedText}
        onSearch={setTypedText}
        filterTreeNode={false}
        notFoundContent={failure !== null ? <OrgFailure state={state} /> : emptyText(nodes !== null, searchText)}
        treeData={toTreeItems(nodes ?? [], searchText !== '')}
        treeExpandedKeys={searchText === '' ? [...expanded] : []}
        onTreeExpand={(keys) => setExpanded(keys.map(String))}
        loadData={async ({ key, children }) => {
          if (!children && searchText === '') await loadChildren(String(key));
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
        value={typedText}
        onChange={({ target }) => setTypedText(target.value)}
      />
      <OrgFailure state={state} />
      {nodes.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={searchText === '' ? '还没有部门' : `没有“${searchText}”`}
        />
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
