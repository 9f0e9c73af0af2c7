import { useMemo, useState } from 'react';
import { TreeSelect } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { notice } from '../../runtime/host/notice.ts';
import { ariaOf, useInputState } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { NOT_SELECTABLE } from '../shared/choice/notSelectable.ts';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { asList, asText } from '../shared/values.ts';
import { definition } from './definition.ts';
import { isOff, wayTo } from './tree.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-tree-select'];
type Value = string | number;
interface Shown {
  value: Value;
  title: string;
  className?: string;
  children?: Shown[];
}

const toShown = (options: readonly Option[], node: Node): Shown[] =>
  options.map((option) => ({
    value: option.value as Value,
    title: option.label,
    className: isOff(option, node) ? 'sf-tree-off' : undefined,
    ...(option.children ? { children: toShown(option.children, node) } : {}),
  }));

/** SE-003: a node that cannot be chosen stays in the tree, greyed, and says so when somebody tries. */
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
  const state = useSelectableOptions(node);
  useInputState(id, invalid, isRequired);
  const [search, setSearch] = useState(typed ?? '');
  const options = useMemo(() => state.options ?? [], [state.options]);
  const isMultiple = node.multiple === true;
  const tree = useMemo(() => toShown(options, node), [options, node]);
  const stored = (isMultiple ? asList(value) : [value]).filter((one) => asText(one) !== '');
  const names = asText(label).split('、');
  const shown = stored.map((one, index) => {
    const option = wayTo(options, one)?.at(-1);
    return {
      value: option === undefined ? asText(one) : (option.value as Value),
      label:
        definition.text?.(
          one,
          { ...node, multiple: false },
          { options, ...(names.length === stored.length && names[index] ? { label: names[index] } : {}) },
        ) ?? asText(one),
    };
  });
  const change = (given: { value: Value }[]): void => {
    const before = new Set(shown.map((one) => one.value));
    const barred = given.some((one) => {
      const option = before.has(one.value) ? undefined : wayTo(options, one.value)?.at(-1);
      return option !== undefined && isOff(option, node);
    });
    if (barred) {
      notice('warning', NOT_SELECTABLE);
      return;
    }
    const values = given.map((one) => one.value);
    const next = isMultiple ? values : (values[0] ?? '');
    onChange(next, definition.text?.(next, node, { options, ...(label === undefined ? {} : { label }) }));
  };
  return (
    <TreeSelect<unknown>
      id={id}
      className="sf-fill"
      treeData={tree}
      labelInValue
      multiple={isMultiple}
      value={isMultiple ? shown : shown[0]}
      placeholder={isCell ? undefined : (node.placeholder ?? '请选择')}
      loading={state.status === 'loading'}
      notFoundContent={<OptionsNote state={state} />}
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
