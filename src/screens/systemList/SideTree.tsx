import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer, Empty, Input, Spin, Tree } from 'antd';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SystemListNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import {
  positionOfDrop,
  isAtOrBelow,
  loadedKeysOf,
  moveNode,
  positionOfStep,
  withChildren,
  withLevels,
  type TreePosition,
  type MoveStep,
  type TreeItem,
} from './treeMoves.ts';

type TreeConfig = NonNullable<SystemListNode['tree']>;
interface ServerNode {
  id: string;
  name: string;
  hasChildren?: boolean;
  disabled?: boolean;
  /** Names of its ancestors; only in search results. */
  path?: string;
}
interface Props {
  tree: TreeConfig;
  selectedId: string;
  /** A change of this number loads the tree again. */
  refreshKey: number;
  onChoose(id: string): void;
  onMoved(): void;
}
/** Maximum number of nodes that the server returns for one level. */
const MAX_NODES = 500;
/** Key prefix of the tree item that says that a level has more than `MAX_NODES` nodes. */
const MORE_PREFIX = 'more';
/** The move of a node for each arrow key that is pressed together with Alt. */
const KEY_STEPS: Readonly<Record<string, MoveStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

const toTreeItem = ({ id, name, hasChildren, disabled, path }: ServerNode): TreeItem => ({
  key: id,
  title: `${name}${disabled ? '（停用）' : ''}${path ? `（${path}）` : ''}`,
  isLeaf: hasChildren !== true,
});

/** Returns the key of the tree node that contains an element; '' for none. */
const nodeKeyAt = (target: EventTarget): string =>
  (target as Element).closest('.ant-tree-treenode')?.querySelector<HTMLElement>('[data-node]')?.dataset.node ?? '';

/**
 * A tree next to a list, loaded level by level, with a search by name on the server. On a phone it opens in a drawer.
 */
export function SideTree(props: Props) {
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) return <TreePanel {...props} />;
  return (
    <>
      <Button icon={<ApartmentOutlined />} onClick={() => setOpen(true)} data-action="tree">
        {props.tree.title}
      </Button>
      <Drawer open={isOpen} title={props.tree.title} placement="left" width="84vw" onClose={() => setOpen(false)}>
        <TreePanel
          {...props}
          onChoose={(id) => {
            setOpen(false);
            props.onChoose(id);
          }}
        />
      </Drawer>
    </>
  );
}

function TreePanel({ tree, selectedId, refreshKey, onChoose, onMoved }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const [nodes, setNodes] = useState<TreeItem[] | null>(null);
  const [openKeys, setOpenKeys] = useState<string[]>([]);
  const [keyword, setKeyword] = useState('');
  // moves are sent one after another; the tree is loaded again after the last one
  const pendingMoves = useRef({ last: Promise.resolve(), count: 0 });
  const loadNodes = useCallback(
    async (params: Record<string, unknown>): Promise<TreeItem[]> => {
      const answer = (await services.request({ url: tree.url, method: 'GET', params })) as ServerNode[];
      const moreItem = {
        key: `${MORE_PREFIX}/${String(params.parentId ?? '')}`,
        title: '更多请按名称查找',
        isLeaf: true,
      };
      return answer.length < MAX_NODES ? answer.map(toTreeItem) : [...answer.map(toTreeItem), moreItem];
    },
    [services, tree.url],
  );
  useEffect(() => {
    let isUnmounted = false;
    const load = async (): Promise<void> => {
      try {
        if (keyword !== '') {
          const foundNodes = await loadNodes({ keyword });
          if (!isUnmounted) setNodes(foundNodes.map((node) => ({ ...node, isLeaf: true })));
          return;
        }
        const topLevel = await loadNodes({});
        // initially expands the first node, because most organizations have a single unit at the top
        const expandedKeys = openKeys.length > 0 ? openKeys : topLevel.slice(0, 1).map(({ key }) => key);
        const levels = await Promise.all(expandedKeys.map((parentId) => loadNodes({ parentId })));
        // an answer during a pending move is outdated; the tree is loaded again after the last move
        if (isUnmounted || pendingMoves.current.count > 0) return;
        setNodes(withLevels(topLevel, new Map(expandedKeys.map((key, index) => [key, levels[index] ?? []]))));
        setOpenKeys(expandedKeys);
      } catch (error) {
        if (!isUnmounted) message.error(messageOf(error));
      }
    };
    void load();
    return () => {
      isUnmounted = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a change of `openKeys` must not load the tree again
  }, [loadNodes, keyword, refreshKey]);
  const isMovable = tree.moveUrl !== undefined && keyword === '';
  const draggedKey = useRef('');
  const activeKey = useRef('');
  useEffect(() => {
    activeKey.current = '';
  }, [selectedId]);
  const panel = useRef<HTMLElement>(null);
  const move = (id: string, position: TreePosition): void => {
    const { moveUrl } = tree;
    if (moveUrl === undefined) return;
    setNodes((before) => moveNode(before ?? [], id, position));
    // expands the new parent, so that the moved node is visible
    if (position.parentId !== null) setOpenKeys((before) => [...new Set([...before, position.parentId ?? ''])]);
    pendingMoves.current.count += 1;
    pendingMoves.current.last = pendingMoves.current.last.then(async () => {
      try {
        await services.request({ url: moveUrl, method: 'POST', params: { id, ...position } });
        message.success('已移动');
      } catch (error) {
        message.error(messageOf(error));
      }
      pendingMoves.current.count -= 1;
      if (pendingMoves.current.count === 0) onMoved();
    });
  };
  const moveByKey = (event: KeyboardEvent): void => {
    const step = event.altKey ? KEY_STEPS[event.key] : undefined;
    if (!step || !isMovable || nodes === null) return;
    event.preventDefault();
    event.stopPropagation();
    const id = activeKey.current || selectedId;
    const position = positionOfStep(nodes, id, step);
    if (typeof position === 'string') message.info(position);
    else move(id, position);
  };
  // antd ignores a drop of a node onto its own descendant, without a message
  const explainRefusedDrop = (target: EventTarget): void => {
    const targetKey = nodeKeyAt(target);
    if (targetKey !== draggedKey.current && nodes !== null && isAtOrBelow(nodes, targetKey, draggedKey.current))
      message.error('上级不能是自己或自己的下级');
  };
  return (
    <nav
      ref={panel}
      className="sl-tree"
      aria-label={tree.title}
      onKeyDownCapture={moveByKey}
      onDropCapture={({ target }) => explainRefusedDrop(target)}
    >
      <Input.Search
        allowClear
        placeholder={`查找${tree.title}`}
        aria-label={`查找${tree.title}`}
        onSearch={(value) => setKeyword(value.trim())}
        onChange={({ target }) => target.value === '' && setKeyword('')}
      />
      <Button
        type={selectedId === '' ? 'link' : 'text'}
        size="small"
        className="sl-all"
        onClick={() => onChoose('')}
        data-node=""
      >
        {tree.all ?? '全部'}
      </Button>
      {nodes === null ? (
        <Spin className="sl-tree-loading" />
      ) : nodes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={keyword === '' ? '还没有内容' : '没有找到'} />
      ) : (
        <Tree<TreeItem>
          blockNode
          aria-label={isMovable ? `${tree.title}，Alt 加方向键移动` : tree.title}
          treeData={nodes}
          titleRender={({ key, title }) => <span data-node={key}>{title}</span>}
          selectedKeys={selectedId === '' ? [] : [selectedId]}
          expandedKeys={openKeys}
          // without `loadedKeys`, antd would not load the children of a node again after the whole tree was loaded
          // again
          loadedKeys={loadedKeysOf(nodes)}
          onExpand={(keys) => setOpenKeys(keys.map(String))}
          onActiveChange={(key) => (activeKey.current = String(key ?? ''))}
          onSelect={(_keys, { node }) => {
            if (node.key.startsWith(`${MORE_PREFIX}/`)) return;
            onChoose(node.key);
            // a move by keyboard before `selectedId` has changed already moves this node
            activeKey.current = node.key;
            // the tree of antd handles keyboard events in a hidden input, which a click does not focus
            panel.current?.querySelector<HTMLInputElement>('.ant-tree input')?.focus();
          }}
          loadData={async (node) => {
            if (node.children) return;
            try {
              const children = await loadNodes({ parentId: node.key });
              setNodes((before) => withChildren(before ?? [], node.key, children));
            } catch (error) {
              // collapses the node, so that another click loads the children again
              setOpenKeys((before) => before.filter((key) => key !== node.key));
              message.error(messageOf(error));
            }
          }}
          draggable={isMovable ? { icon: false } : false}
          onDragStart={({ node }) => (draggedKey.current = node.key)}
          onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
            const isBefore = dropPosition < Number(node.pos.split('-').at(-1)) || dropPosition === -1;
            const dropInside = node.expanded ? 'first' : 'into';
            const position = positionOfDrop(nodes, node.key, !dropToGap ? dropInside : isBefore ? 'before' : 'after');
            if (position) move(dragNode.key, position);
          }}
        />
      )}
    </nav>
  );
}
