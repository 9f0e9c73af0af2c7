import { Alert, Button, Spin, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { ROOT, type TreeNodes } from './useTreeNodes.ts';

/** Key of the entry for all records. */
const ALL = 'all';
/** Key prefix of the entry that loads more records of a level. */
const MORE_PREFIX = 'more:';
/** Key of the entry for the unreached records (see `TreeNodes`). */
const UNREACHED = 'unreached';
/** Time in ms for which a dragged record is held over another record until that record is expanded. */
const EXPAND_DELAY_MS = 700;

interface Props {
  nodes: TreeNodes;
  /** Name of the entry for all records. */
  rootTitle: string;
  /** Id of the selected record; ROOT for all. */
  selected: string;
  onSelect(id: string): void;
  /** Returns true for records that are not selectable. */
  isDisabled?(id: string): boolean;
  /** Returns true if a record may be dragged; absent: no record may be dragged. */
  mayDrag?(record: FormRecord): boolean;
  /** Called when the record `id` was dropped on the record `target`; ROOT: on the entry for all records. */
  onDrop?(id: string, target: string): void;
}

/**
 * The tree of the records. The children of a record are loaded when it is expanded. The arrow keys move through the
 * tree.
 */
export function TreePane({ nodes, rootTitle, selected, onSelect, isDisabled, mayDrag, onDrop }: Props) {
  const [expandedKeys, setExpandedKeys] = useState<readonly string[]>([ALL, UNREACHED]);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [hoveredKey, setHoveredKey] = useState<string | null>(null);
  const { levels, loadLevel } = nodes;
  const endDrag = (): void => {
    setDraggedId(null);
    setHoveredKey(null);
  };
  useEffect(() => {
    if (hoveredKey === null || hoveredKey === ALL) return undefined;
    // expands the record under the pointer, so that the user can drop the dragged record on one of its descendants
    const timer = setTimeout(() => {
      setExpandedKeys((before) => (before.includes(hoveredKey) ? before : [...before, hoveredKey]));
      if (!levels.has(hoveredKey)) void loadLevel(hoveredKey);
    }, EXPAND_DELAY_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- only when the pointer reaches another record
  }, [hoveredKey]);
  const root = nodes.levels.get(ROOT);
  if (root === undefined || (root.state === 'loading' && root.records.length === 0)) return <Spin />;
  if (root.state === 'error' && root.records.length === 0)
    return (
      <Alert
        type="error"
        message="树加载失败"
        action={
          <Button size="small" onClick={() => void nodes.loadLevel(ROOT)}>
            重试
          </Button>
        }
      />
    );
  const toNode = (record: FormRecord, ancestorIds: ReadonlySet<string>): TreeDataNode => {
    const key = record.id ?? '';
    const children = childrenOf(key, new Set([...ancestorIds, key]));
    return {
      key,
      title: record.title || '未填写标题',
      isLeaf: nodes.isLeaf(key),
      disabled: isDisabled?.(key) ?? false,
      ...(children ? { children } : {}),
    };
  };
  const childrenOf = (id: string, ancestorIds: ReadonlySet<string>): TreeDataNode[] | undefined => {
    const level = nodes.levels.get(id);
    if (level === undefined) return undefined;
    const recordNodes = level.records
      .filter((record) => !ancestorIds.has(record.id ?? ''))
      .map((record) => toNode(record, ancestorIds));
    const remainingCount = level.total - level.records.length;
    const moreEntry = (title: string): TreeDataNode => ({ key: `${MORE_PREFIX}${id}`, title, isLeaf: true });
    if (level.state === 'error') return [...recordNodes, moreEntry('加载失败，点此重试')];
    return remainingCount > 0 && level.state === 'ready'
      ? [...recordNodes, moreEntry(`还有 ${remainingCount} 条，点此加载`)]
      : recordNodes;
  };
  const unreachedNodes = nodes.unreached.map((record) => toNode(record, new Set()));
  const unreached: TreeDataNode[] =
    unreachedNodes.length > 0
      ? [{ key: UNREACHED, title: '上级不在此列表中的', selectable: false, children: unreachedNodes }]
      : [];
  const data: TreeDataNode[] = [
    { key: ALL, title: rootTitle, children: [...(childrenOf(ROOT, new Set()) ?? []), ...unreached] },
  ];
  const idOf = (key: unknown): string => (key === ALL ? ROOT : String(key));
  return (
    <Tree
      className="sc-tree"
      blockNode
      treeData={data}
      expandedKeys={[...expandedKeys]}
      selectedKeys={[selected === ROOT ? ALL : selected]}
      loadData={({ key }) =>
        key === ALL || key === UNREACHED || nodes.levels.has(String(key))
          ? Promise.resolve()
          : nodes.loadLevel(String(key))
      }
      titleRender={({ key, title }) => {
        const id = String(key);
        const record = nodes.record(id);
        const isDropTarget = draggedId !== null && draggedId !== id && id !== UNREACHED && !id.startsWith(MORE_PREFIX);
        return (
          <span
            role="presentation"
            title={String(title)}
            draggable={record !== undefined && mayDrag?.(record) === true}
            data-over={isDropTarget && hoveredKey === id ? '1' : '0'}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', String(title));
              setDraggedId(id);
            }}
            onDragOver={(event) => {
              if (!isDropTarget) return;
              event.preventDefault();
              setHoveredKey(id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (isDropTarget) onDrop?.(draggedId, idOf(key));
              endDrag();
            }}
            onDragEnd={endDrag}
          >
            {title as ReactNode}
          </span>
        );
      }}
      onExpand={(keys) => setExpandedKeys(keys.map(String))}
      onSelect={(_keys, { node: { key } }) => {
        const text = String(key);
        if (text.startsWith(MORE_PREFIX)) void nodes.loadLevel(text.slice(MORE_PREFIX.length));
        else onSelect(idOf(key));
      }}
    />
  );
}
