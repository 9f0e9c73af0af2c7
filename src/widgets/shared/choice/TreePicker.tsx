import { useEffect, useMemo, useState } from 'react';
import { Alert, Button, Empty, Input, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useServices } from '../../../runtime/contexts.ts';
import { failureText, notice } from '../../../runtime/host/notice.ts';
import type { OrgNode } from '../../../runtime/services/people.ts';
import { orgTree } from '../selector/selectorData.ts';
import { NOT_SELECTABLE } from './unselectable.ts';
import type { PickerProps } from '../selector/SelectorDialog.tsx';

type Matches = (name: string, typed: string) => boolean;
const holds: Matches = (name, typed) => name.includes(typed);

/** Branches that hold the searched name, with the way to them. */
function matching(nodes: readonly OrgNode[], name: string, matches: Matches): OrgNode[] {
  if (name === '') return [...nodes];
  return nodes.flatMap((node) => {
    const children = matching(node.children ?? [], name, matches);
    const isFound = matches(node.name, name);
    return isFound || children.length > 0
      ? [{ ...node, children: children.length > 0 ? children : isFound ? node.children : [] }]
      : [];
  });
}

const allIds = (nodes: readonly OrgNode[]): string[] =>
  nodes.flatMap((node) => [node.id, ...allIds(node.children ?? [])]);

/** Departments or companies as a tree. A unit stands in the department tree only to hold its departments. */
export function TreePicker({ kind, isMultiple, picked, onToggle, onTake }: PickerProps & { kind: 'dept' | 'company' }) {
  const services = useServices();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ attempt: number; tree: OrgNode[] | null; failure: string } | null>(null);
  const [name, setName] = useState('');
  const [expanded, setExpanded] = useState<readonly string[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    orgTree(services, kind).then(
      (nodes) => {
        if (isCurrent) setAnswer({ attempt, tree: nodes, failure: '' });
      },
      (error: unknown) => {
        if (isCurrent) setAnswer({ attempt, tree: null, failure: failureText(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [services, kind, attempt]);
  const tree = answer?.attempt === attempt ? answer.tree : null;
  const isOff = (node: OrgNode): boolean => node.disabled === true || (kind === 'dept' && node.type === 'unit');
  const [sounds, setSounds] = useState<{ like: Matches } | null>(null);
  const isSound = /^[a-z]+$/i.test(name.trim());
  useEffect(() => {
    if (isSound && sounds === null)
      import('../sound.ts').then(
        ({ soundsLike }) => setSounds({ like: soundsLike }),
        () => undefined,
      );
  }, [isSound, sounds]);
  const shown = useMemo(() => {
    const like = sounds?.like;
    return matching(
      tree ?? [],
      name.trim(),
      isSound && like ? (own, typed) => holds(own, typed) || like(own, typed) : holds,
    );
  }, [tree, name, isSound, sounds]);
  const byId = useMemo(
    () =>
      new Map(
        (function* each(nodes: readonly OrgNode[]): Generator<[string, OrgNode]> {
          for (const node of nodes) {
            yield [node.id, node];
            yield* each(node.children ?? []);
          }
        })(tree ?? []),
      ),
    [tree],
  );
  const choose = (id: string, then: PickerProps['onToggle']): void => {
    const node = byId.get(id);
    if (!node) return;
    if (isOff(node)) notice('warning', NOT_SELECTABLE);
    else then({ id: node.id, label: node.name });
  };
  const toData = (nodes: readonly OrgNode[]): TreeDataNode[] =>
    nodes.map((node) => ({
      key: node.id,
      title: node.name,
      checkable: !isOff(node),
      className: isOff(node) ? 'sf-tree-off' : undefined,
      children: toData(node.children ?? []),
    }));
  if (answer?.attempt === attempt && tree === null)
    return (
      <Alert
        type="error"
        message={`组织机构加载失败：${answer.failure}`}
        action={
          <Button size="small" onClick={() => setAttempt(attempt + 1)}>
            重试
          </Button>
        }
      />
    );
  if (tree === null) return <Skeleton active />;
  const ids = picked.map(({ id }) => id);
  return (
    <>
      <Input.Search
        data-autofocus
        allowClear
        placeholder="名称、拼音或首字母"
        aria-label="输入名称查找"
        value={name}
        onChange={(event) => setName(event.target.value)}
        style={{ marginBottom: 8, maxWidth: 360 }}
      />
      {shown.length === 0 ? (
        <Empty description={`没有名称包含“${name}”的机构`} />
      ) : (
        <Tree
          treeData={toData(shown)}
          height={Math.round(window.innerHeight * 0.5)}
          blockNode
          checkable={isMultiple}
          checkStrictly
          multiple={isMultiple}
          selectedKeys={isMultiple ? [] : ids}
          checkedKeys={{ checked: ids, halfChecked: [] }}
          expandedKeys={[...(name.trim() === '' && expanded !== null ? expanded : allIds(shown))]}
          onExpand={(keys) => setExpanded(keys.map(String))}
          onSelect={(_keys, { node }) => choose(String(node.key), onToggle)}
          onCheck={(_keys, { node }) => choose(String(node.key), onToggle)}
          onDoubleClick={(_event, node) => choose(String(node.key), onTake)}
        />
      )}
    </>
  );
}
