import { Empty, Input, Skeleton } from 'antd';
import { notice } from '../../../runtime/host/notice.ts';
import type { OrgItem } from '../../../runtime/services/people.ts';
import { OrgFailure, OrgLevels } from '../selector/OrgLevels.tsx';
import { useOrgTree } from '../selector/useOrgTree.ts';
import { NOT_SELECTABLE } from './notSelectable.ts';
import type { PickerProps } from '../selector/SelectorDialog.tsx';

/** Departments or companies as a tree. In the department tree, units only group departments and are not selectable. */
export function TreePicker({
  kind,
  isMultiple,
  initialSearchText,
  picked,
  onToggle,
  onTake: onDoubleClickItem,
}: PickerProps & { kind: 'dept' | 'company' }) {
  const treeState = useOrgTree(kind, initialSearchText);
  const { nodes, searchText, failure, typedText, setTypedText } = treeState;
  const isDisabled = (node: OrgItem): boolean => node.disabled === true || (kind === 'dept' && node.type === 'unit');
  const choose = (id: string, handleChoice: PickerProps['onToggle']): void => {
    const node = treeState.byId(id);
    if (!node) return;
    if (isDisabled(node)) notice('warning', NOT_SELECTABLE);
    else handleChoice({ id: node.id, label: node.name });
  };
  const ids = picked.map(({ id }) => id);
  const alert = <OrgFailure state={treeState} />;
  if (nodes === null) return failure === null ? <Skeleton active /> : alert;
  return (
    <>
      <Input.Search
        data-autofocus
        allowClear
        placeholder="名称、拼音或首字母"
        aria-label="输入名称查找"
        value={typedText}
        onChange={(event) => setTypedText(event.target.value)}
        style={{ marginBottom: 8, maxWidth: 360 }}
      />
      {alert}
      {nodes.length === 0 ? (
        <Empty description={searchText === '' ? '还没有机构' : `没有名称包含“${searchText}”的机构`} />
      ) : (
        <OrgLevels
          state={treeState}
          isDisabled={isDisabled}
          height={Math.round(window.innerHeight * 0.5)}
          checkable={isMultiple}
          checkStrictly
          multiple={isMultiple}
          selectedKeys={isMultiple ? [] : ids}
          checkedKeys={{ checked: ids, halfChecked: [] }}
          onSelect={(_keys, { node }) => choose(String(node.key), onToggle)}
          onCheck={(_keys, { node }) => choose(String(node.key), onToggle)}
          onDoubleClick={(_event, node) => choose(String(node.key), onDoubleClickItem)}
        />
      )}
    </>
  );
}
