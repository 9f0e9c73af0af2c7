import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer, Empty, Input, Spin, Tree, type TreeDataNode } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import type { SystemListNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';

type TreeConfig = NonNullable<SystemListNode['tree']>;
interface Item {
  id: string;
  name: string;
  hasChildren?: boolean;
  disabled?: boolean;
}
interface Props {
  tree: TreeConfig;
  chosen: string;
  /** Another number after every change: what was read is read anew. */
  turn: number;
  onChoose(id: string): void;
  onMoved(): void;
}
type Node = TreeDataNode & { key: string; children?: Node[] };

const nodeOf = ({ id, name, hasChildren, disabled }: Item): Node => ({
  key: id,
  title: disabled ? `${name}（停用）` : name,
  isLeaf: hasChildren !== true,
});

const withChildren = (nodes: readonly Node[], key: string, children: Node[]): Node[] =>
  nodes.map((node) =>
    node.key === key
      ? { ...node, children }
      : node.children
        ? { ...node, children: withChildren(node.children, key, children) }
        : node,
  );

/** Where a dropped node goes: below `parentId`, before `beforeId` (null: last). */
function dropPlace(
  nodes: readonly Node[],
  target: string,
  isInto: boolean,
  isBefore: boolean,
  parent: string | null,
): {
  parentId: string | null;
  beforeId: string | null;
} | null {
  if (isInto) return { parentId: target, beforeId: null };
  const at = nodes.findIndex(({ key }) => key === target);
  if (at >= 0) return { parentId: parent, beforeId: (isBefore ? target : nodes[at + 1]?.key) ?? null };
  for (const node of nodes) {
    const found = dropPlace(node.children ?? [], target, isInto, isBefore, node.key);
    if (found) return found;
  }
  return null;
}

/** A tree beside a list, read level by level; typing looks names up on the server. On a phone it opens over the list. */
export function SideTree(props: Props) {
  const isPhone = useNarrower(PHONE_WIDTH);
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

function TreePanel({ tree, chosen, turn, onChoose, onMoved }: Props) {
  const services = useServices();
  const { message } = useFeedback();
  const [nodes, setNodes] = useState<Node[] | null>(null);
  const [open, setOpen] = useState<string[]>([]);
  const [keyword, setKeyword] = useState('');
  const read = useCallback(
    async (params: Record<string, unknown>): Promise<Node[]> => {
      const answer = await services.request({ url: tree.url, method: 'GET', params });
      return (answer as Item[]).map(nodeOf);
    },
    [services, tree.url],
  );
  useEffect(() => {
    let isGone = false;
    const load = async (): Promise<void> => {
      try {
        if (keyword !== '') {
          const found = await read({ keyword });
          if (!isGone) setNodes(found.map((node) => ({ ...node, isLeaf: true })));
          return;
        }
        let top = await read({});
        // the first level stands open: most companies have one unit on top
        const opened = open.length > 0 ? open : top.slice(0, 1).map(({ key }) => key);
        for (const key of opened) top = withChildren(top, key, await read({ parentId: key }));
        if (isGone) return;
        setNodes(top);
        setOpen(opened);
      } catch (error) {
        if (!isGone) message.error(messageOf(error));
      }
    };
    void load();
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what stands open is read along, not followed
  }, [read, keyword, turn]);
  return (
    <nav className="sl-tree" aria-label={tree.title}>
      <Input.Search
        allowClear
        placeholder={`查找${tree.title}`}
        aria-label={`查找${tree.title}`}
        onSearch={(value) => setKeyword(value.trim())}
        onChange={({ target }) => target.value === '' && setKeyword('')}
      />
      <Button
        type={chosen === '' ? 'link' : 'text'}
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
        <Tree<Node>
          blockNode
          treeData={nodes}
          selectedKeys={chosen === '' ? [] : [chosen]}
          expandedKeys={open}
          onExpand={(keys) => setOpen(keys.map(String))}
          onSelect={(_keys, { node }) => onChoose(node.key)}
          loadData={async (node) => {
            if (node.children) return;
            const children = await read({ parentId: node.key });
            setNodes((now) => withChildren(now ?? [], node.key, children));
          }}
          draggable={tree.moveUrl !== undefined && keyword === '' ? { icon: false } : false}
          onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
            const index = Number(node.pos.split('-').at(-1));
            const place = dropPlace(nodes, node.key, !dropToGap, dropPosition < index || dropPosition === -1, null);
            if (!place || tree.moveUrl === undefined) return;
            services.request({ url: tree.moveUrl, method: 'POST', params: { id: dragNode.key, ...place } }).then(
              () => {
                message.success('已移动');
                onMoved();
              },
              (error: unknown) => message.error(messageOf(error)),
            );
          }}
        />
      )}
    </nav>
  );
}
