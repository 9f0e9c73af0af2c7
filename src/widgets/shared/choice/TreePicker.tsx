import { Empty, Input, Skeleton } from 'antd';
import { notice } from '../../../runtime/host/notice.ts';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { OrgFailure, OrgLevels } from '../selector/OrgLevels.tsx';
import { useOrgTree } from '../selector/useOrgTree.ts';
import { NOT_SELECTABLE } from './unselectable.ts';
import type { PickerProps } from '../selector/SelectorDialog.tsx';

/** Departments or companies as a tree. A unit stands in the department tree only to hold its departments. */
export function TreePicker({ kind, isMultiple, picked, onToggle, onTake }: PickerProps & { kind: 'dept' | 'company' }) {
  const state = useOrgTree(kind);
  const { nodes, found, failure, typed, setTyped } = state;
  const isOff = (node: OrgItem): boolean => node.disabled === true || (kind === 'dept' && node.type === 'unit');
  const choose = (id: string, then: PickerProps['onToggle']): void => {
    const node = state.byId(id);
    if (!node) return;
    if (isOff(node)) notice('warning', NOT_SELECTABLE);
    else then({ id: node.id, label: node.name });
  };
  const ids = picked.map(({ id }) => id);
  const alert = <OrgFailure state={state} />;
  if (nodes === null) return failure === null ? <Skeleton active /> : alert;
  return (
    <>
      <Input.Search
        data-autofocus
        allowClear
        placeholder="名称、拼音或首字母"
        aria-label="输入名称查找"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        style={{ marginBottom: 8, maxWidth: 360 }}
      />
      {alert}
      {nodes.length === 0 ? (
        <Empty description={found === '' ? '还没有机构' : `没有名称包含“${found}”的机构`} />
      ) : (
        <OrgLevels
          state={state}
          isOff={isOff}
          height={Math.round(window.innerHeight * 0.5)}
          checkable={isMultiple}
          checkStrictly
          multiple={isMultiple}
          selectedKeys={isMultiple ? [] : ids}
          checkedKeys={{ checked: ids, halfChecked: [] }}
          onSelect={(_keys, { node }) => choose(String(node.key), onToggle)}
          onCheck={(_keys, { node }) => choose(String(node.key), onToggle)}
          onDoubleClick={(_event, node) => choose(String(node.key), onTake)}
        />
      )}
    </>
  );
}
