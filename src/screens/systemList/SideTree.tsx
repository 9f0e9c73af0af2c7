import { ApartmentOutlined } from '@ant-design/icons';
import { Button, Drawer, Empty, Input, Spin, Tree } from 'antd';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { SystemListNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import {
  dropPlace,
  isAtOrBelow,
  movedTo,
  stepPlace,
  withChildren,
  type Place,
  type Step,
  type TreeItem,
} from './treeMoves.ts';

type TreeConfig = NonNullable<SystemListNode['tree']>;
interface Item {
  id: string;
  name: string;
  hasChildren?: boolean;
  disabled?: boolean;
  /** The names above it, of what was searched for. */
  path?: string;
}
interface Props {
  tree: TreeConfig;
  chosen: string;
  /** Another number after every change: what was read is read anew. */
  turn: number;
  onChoose(id: string): void;
  onMoved(): void;
}
/** As many the server answers of one level. */
const MOST = 500;
const MORE = 'more';
const STEPS: Readonly<Record<string, Step>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' };

const nodeOf = ({ id, name, hasChildren, disabled, path }: Item): TreeItem => ({
  key: id,
  title: `${name}${disabled ? '（停用）' : ''}${path ? `（${path}）` : ''}`,
  isLeaf: hasChildren !== true,
});

/** The node under the pointer; the tree marks each with its key. */
const keyUnder = (target: EventTarget): string =>
  (target as Element).closest('.ant-tree-treenode')?.querySelector<HTMLElement>('[data-node]')?.dataset.node ?? '';

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
  const [nodes, setNodes] = useState<TreeItem[] | null>(null);
  const [open, setOpen] = useState<string[]>([]);
  const [keyword, setKeyword] = useState('');
  // moves are sent one after the other; the tree is read again after the last one
  const moves = useRef({ last: Promise.resolve(), open: 0 });
  const read = useCallback(
    async (params: Record<string, unknown>): Promise<TreeItem[]> => {
      const answer = (await services.request({ url: tree.url, method: 'GET', params })) as Item[];
      const more = { key: `${MORE}/${String(params.parentId ?? '')}`, title: '更多请按名称查找', isLeaf: true };
      return answer.length < MOST ? answer.map(nodeOf) : [...answer.map(nodeOf), more];
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
        const levels = await Promise.all(opened.map((parentId) => read({ parentId })));
        for (const [index, key] of opened.entries()) top = withChildren(top, key, levels[index] ?? []);
        // read before a pending move, so out of date; the tree is read again after the last move
        if (isGone || moves.current.open > 0) return;
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
  const isMovable = tree.moveUrl !== undefined && keyword === '';
  const dragged = useRef('');
  const active = useRef('');
  useEffect(() => {
    active.current = '';
  }, [chosen]);
  const panel = useRef<HTMLElement>(null);
  const move = (id: string, place: Place): void => {
    const { moveUrl } = tree;
    if (moveUrl === undefined) return;
    setNodes((now) => movedTo(now ?? [], id, place));
    // where it went stands open, so that it is seen there
    if (place.parentId !== null) setOpen((now) => [...new Set([...now, place.parentId ?? ''])]);
    moves.current.open += 1;
    moves.current.last = moves.current.last.then(async () => {
      try {
        await services.request({ url: moveUrl, method: 'POST', params: { id, ...place } });
        message.success('已移动');
      } catch (error) {
        message.error(messageOf(error));
      }
      moves.current.open -= 1;
      if (moves.current.open === 0) onMoved();
    });
  };
  const typed = (event: KeyboardEvent): void => {
    const step = event.altKey ? STEPS[event.key] : undefined;
    if (!step || !isMovable || nodes === null) return;
    event.preventDefault();
    event.stopPropagation();
    const id = active.current || chosen;
    const place = stepPlace(nodes, id, step);
    if (typeof place === 'string') message.info(place);
    else move(id, place);
  };
  // antd ignores a drop onto a descendant without telling why
  const sayWhyNot = (target: EventTarget): void => {
    const onto = keyUnder(target);
    if (onto !== dragged.current && nodes !== null && isAtOrBelow(nodes, onto, dragged.current))
      message.error('上级不能是自己或自己的下级');
  };
  return (
    <nav
      ref={panel}
      className="sl-tree"
      aria-label={tree.title}
      onKeyDownCapture={typed}
      onDropCapture={({ target }) => sayWhyNot(target)}
    >
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
        <Tree<TreeItem>
          blockNode
          aria-label={isMovable ? `${tree.title}，Alt 加方向键移动` : tree.title}
          treeData={nodes}
          titleRender={({ key, title }) => <span data-node={key}>{title}</span>}
          selectedKeys={chosen === '' ? [] : [chosen]}
          expandedKeys={open}
          onExpand={(keys) => setOpen(keys.map(String))}
          onActiveChange={(key) => (active.current = String(key ?? ''))}
          onSelect={(_keys, { node }) => {
            if (node.key.startsWith(`${MORE}/`)) return;
            onChoose(node.key);
            // keys pressed before `chosen` has changed already apply to this node
            active.current = node.key;
            // the tree hears keys in a field of its own, which a click does not reach
            panel.current?.querySelector<HTMLInputElement>('.ant-tree input')?.focus();
          }}
          loadData={async (node) => {
            if (node.children) return;
            const children = await read({ parentId: node.key });
            setNodes((now) => withChildren(now ?? [], node.key, children));
          }}
          draggable={isMovable ? { icon: false } : false}
          onDragStart={({ node }) => (dragged.current = node.key)}
          onDrop={({ node, dragNode, dropToGap, dropPosition }) => {
            const isBefore = dropPosition < Number(node.pos.split('-').at(-1)) || dropPosition === -1;
            const inside = node.expanded ? 'first' : 'into';
            const place = dropPlace(nodes, node.key, !dropToGap ? inside : isBefore ? 'before' : 'after');
            if (place) move(dragNode.key, place);
          }}
        />
      )}
    </nav>
  );
}
