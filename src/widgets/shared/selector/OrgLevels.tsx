import { Alert, Button, Tree, type TreeDataNode, type TreeProps } from 'antd';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { MAX_ORGS } from './orgSource.ts';
import type { OrgTreeState } from './useOrgTree.ts';

/** Key suffix of the tree entry that says that a level has more nodes than are shown. */
const MORE_SUFFIX = '/more';

interface Props extends TreeProps {
  state: OrgTreeState;
  /** Returns true for a node that is shown but not selectable. */
  isDisabled?(node: OrgItem): boolean;
}

/** Renders the title of a node. Search results also show the path, because names may repeat. */
const titleOf = ({ name, path }: OrgItem, isSearchResult: boolean) =>
  isSearchResult && path ? (
    <>
      {name} <small className="sf-org-path">{path}</small>
    </>
  ) : (
    name
  );

/** Error message with a retry button if units and departments could not be loaded; else nothing. */
export function OrgFailure({ state: { failure, retry } }: { state: OrgTreeState }) {
  if (failure === null) return null;
  return (
    <Alert
      type="error"
      message={`组织机构加载失败：${failure}`}
      action={
        <Button size="small" onClick={retry}>
          重试
        </Button>
      }
      style={{ marginBottom: 8 }}
    />
  );
}

/** Units and departments as a tree that is loaded level by level, or the search results as a list. */
export function OrgLevels({ state, isDisabled = () => false, ...props }: Props) {
  const { nodes, searchText, expanded, setExpanded, loadChildren } = state;
  const isSearchResult = searchText !== '';
  const toData = (level: readonly OrgItem[], parentId: string): TreeDataNode[] => {
    const data: TreeDataNode[] = level.map((node) => ({
      key: node.id,
      title: titleOf(node, isSearchResult),
      checkable: !isDisabled(node),
      className: isDisabled(node) ? 'sf-tree-off' : undefined,
      isLeaf: isSearchResult || node.hasChildren !== true,
      ...(node.children && !isSearchResult ? { children: toData(node.children, node.id) } : {}),
    }));
    if (level.length < MAX_ORGS) return data;
    const title = isSearchResult ? '还有更多，请输入更完整的名称' : '更多请按名称查找';
    return [...data, { key: `${parentId}${MORE_SUFFIX}`, title, isLeaf: true, selectable: false, checkable: false }];
  };
  return (
    <Tree
      {...props}
      blockNode
      treeData={toData(nodes ?? [], '')}
      expandedKeys={isSearchResult ? [] : [...expanded]}
      onExpand={(keys) => setExpanded(keys.map(String))}
      loadData={async ({ key, children }) => {
        if (!children && !isSearchResult) await loadChildren(String(key));
      }}
    />
  );
}
