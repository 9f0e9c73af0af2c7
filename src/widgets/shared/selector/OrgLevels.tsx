import { Alert, Button, Tree, type TreeDataNode, type TreeProps } from 'antd';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { MOST_ORGS } from './orgSource.ts';
import type { OrgTreeState } from './useOrgTree.ts';

const MORE = '/more';

interface Props extends TreeProps {
  state: OrgTreeState;
  /** Shown, but not to be chosen. */
  isOff?(node: OrgItem): boolean;
}

/** What was found is named with what it lies in: names repeat. */
const titleOf = ({ name, path }: OrgItem, isFound: boolean) =>
  isFound && path ? (
    <>
      {name} <small className="sf-org-path">{path}</small>
    </>
  ) : (
    name
  );

/** Says that units and departments could not be read, with a retry; nothing where they could. */
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

/** Units and departments, opened level by level, or the list of what was found. */
export function OrgLevels({ state, isOff = () => false, ...props }: Props) {
  const { nodes, found, expanded, setExpanded, loadBelow } = state;
  const isFound = found !== '';
  const toData = (level: readonly OrgItem[], parentId: string): TreeDataNode[] => {
    const data: TreeDataNode[] = level.map((node) => ({
      key: node.id,
      title: titleOf(node, isFound),
      checkable: !isOff(node),
      className: isOff(node) ? 'sf-tree-off' : undefined,
      isLeaf: isFound || node.hasChildren !== true,
      ...(node.children && !isFound ? { children: toData(node.children, node.id) } : {}),
    }));
    if (level.length < MOST_ORGS) return data;
    const title = isFound ? '还有更多，请输入更完整的名称' : '更多请按名称查找';
    return [...data, { key: `${parentId}${MORE}`, title, isLeaf: true, selectable: false, checkable: false }];
  };
  return (
    <Tree
      {...props}
      blockNode
      treeData={toData(nodes ?? [], '')}
      expandedKeys={isFound ? [] : [...expanded]}
      onExpand={(keys) => setExpanded(keys.map(String))}
      loadData={async ({ key, children }) => {
        if (!children && !isFound) await loadBelow(String(key));
      }}
    />
  );
}
