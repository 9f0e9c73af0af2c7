import { useMemo, useState } from 'react';
import { TreeSelect } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { notice } from '../../runtime/host/notice.ts';
import { ariaOf, useAriaStates } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { NOT_SELECTABLE } from '../shared/choice/notSelectable.ts';
import { formerOptions } from '../shared/choice/options.ts';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { asList, asText } from '../shared/values.ts';
import { definition } from './definition.ts';
import { isNotSelectable, pathToOption } from './optionTree.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-tree-select'];
type Value = string | number;
interface TreeNode {
  value: Value;
  title: string;
  className?: string;
  children?: TreeNode[];
}

const toTreeNodes = (options: readonly Option[], node: Node): TreeNode[] =>
  options.map((option) => ({
    value: option.value as Value,
    title: option.label,
    className: isNotSelectable(option, node) ? 'sf-tree-off' : undefined,
    ...(option.children ? { children: toTreeNodes(option.children, node) } : {}),
  }));

/** SE-003: an option that is not selectable is greyed; clicking it shows a message. */
export function Edit({
  id,
  node,
  value,
  label,
  onChange,
  onBlur,
  disabled,
  invalid,
  isRequired,
  describedBy,
  isCell,
  typed,
}: EditProps<Node>) {
  const optionsState = useSelectableOptions(node);
  useAriaStates(id, invalid, isRequired);
  const [search, setSearch] = useState(typed ?? '');
  const options = useMemo(() => optionsState.options ?? [], [optionsState.options]);
  const isMultiple = node.multiple === true;
  const tree = useMemo(() => toTreeNodes(options, node), [options, node]);
  const storedValues = (isMultiple ? asList(value) : [value]).filter((item) => asText(item) !== '');
  // the stored values that no option has, as options
  const formerChoices = formerOptions(storedValues, label, (item) => pathToOption(options, item) !== null);
  const allOptions = [...options, ...formerChoices];
  const selectedItems = storedValues.map((item) => {
    const option = pathToOption(options, item)?.at(-1);
    return {
      value: option === undefined ? asText(item) : (option.value as Value),
      label: definition.text?.(item, { ...node, multiple: false }, { options: allOptions }) ?? asText(item),
    };
  });
  const change = (pickedItems: { value: Value }[]): void => {
    const previousValues = new Set(selectedItems.map((item) => item.value));
    const hasNotSelectable = pickedItems.some((item) => {
      const option = previousValues.has(item.value) ? undefined : pathToOption(options, item.value)?.at(-1);
      return option !== undefined && isNotSelectable(option, node);
    });
    if (hasNotSelectable) {
      notice('warning', NOT_SELECTABLE);
      return;
    }
    const values = pickedItems.map((item) => item.value);
    const next = isMultiple ? values : (values[0] ?? '');
    onChange(next, definition.text?.(next, node, { options: allOptions }));
  };
  return (
    <TreeSelect<unknown>
      id={id}
      className="sf-fill"
      treeData={tree}
      labelInValue
      multiple={isMultiple}
      value={isMultiple ? selectedItems : selectedItems[0]}
      placeholder={isCell ? undefined : (node.placeholder ?? '请选择')}
      loading={optionsState.status === 'loading'}
      notFoundContent={<OptionsNote state={optionsState} />}
      showSearch={node.filterable !== false}
      searchValue={search}
      onSearch={setSearch}
      treeNodeFilterProp="title"
      treeDefaultExpandAll={options.length <= 20}
      maxTagCount={node['collapse-tags'] === true || isCell ? 'responsive' : undefined}
      allowClear={node.clearable ?? !isRequired}
      status={invalid ? 'error' : undefined}
      {...cellProps(isCell)}
      defaultOpen={isCell}
      disabled={disabled}
      onBlur={onBlur}
      onChange={(next) => {
        setSearch('');
        change(next === undefined || next === null ? [] : ([next].flat() as { value: Value }[]));
      }}
      {...ariaOf({ node, invalid: false, describedBy, isCell })}
    />
  );
}
