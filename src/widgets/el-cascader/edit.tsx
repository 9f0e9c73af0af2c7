import { Cascader } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useOpeningTextInInput } from '../../runtime/node/useOpeningText.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { ariaOf, useAriaStates } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { findOption } from '../shared/choice/options.ts';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { namesInLabel, type Option } from '../../kernel/index.ts';
import { asText, LIST_SEPARATOR } from '../shared/values.ts';
import { optionAt, pathsOf, pathText, toStored } from './paths.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-cascader'];
type PathValue = string | number;

/** Replaces each value of the path by the equal value of the options (a stored `'1'` becomes the option value 1). */
function matchOptionValues(path: readonly unknown[], options: readonly Option[]): PathValue[] {
  let level: readonly Option[] | undefined = options;
  return path.map((value) => {
    const option = findOption(level, value);
    level = option?.children;
    return (option?.value ?? value) as PathValue;
  });
}

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
  useOpeningTextInInput(id, typed);
  const options = optionsState.options ?? [];
  const isMultiple = node.multiple === true;
  const paths = pathsOf(value, node, options).map((path) => matchOptionValues(path, options));
  // a chosen path without an option keeps its stored name
  const storedNames = namesInLabel(label, paths.length);
  const formerNames = new Map(
    paths.flatMap((path, index) => (optionAt(path, options) ? [] : [[asText(path), storedNames[index]]])),
  );
  const separator = node.separator ?? ' / ';
  const change = (next: unknown): void => {
    const selection = (next ?? []) as PathValue[] | PathValue[][];
    const singlePaths = selection.length > 0 ? [selection as PathValue[]] : [];
    const chosenPaths = isMultiple ? (selection as PathValue[][]) : singlePaths;
    const labels = chosenPaths.map((path) => formerNames.get(asText(path)) || pathText(path, node, options));
    onChange(toStored(chosenPaths, node), labels.filter(Boolean).join(LIST_SEPARATOR));
  };
  // antd has separate types for single and multiple selection; `node.multiple` decides only at run time
  const mode = isMultiple
    ? { multiple: true, value: paths, showCheckedStrategy: Cascader.SHOW_CHILD }
    : { value: paths[0] };
  return (
    <Cascader
      {...(mode as { value?: PathValue[] })}
      id={id}
      className="sf-fill"
      options={options as never}
      placeholder={isCell ? undefined : (node.placeholder ?? '请选择')}
      loading={optionsState.status === 'loading'}
      notFoundContent={<OptionsNote state={optionsState} />}
      changeOnSelect={node.checkStrictly === true}
      showSearch={node.filterable !== false}
      displayRender={(labels) =>
        // for a path without an option, the labels are its values
        formerNames.get(asText(labels)) || (node['show-all-levels'] === false ? labels.at(-1) : labels.join(separator))
      }
      maxTagCount={isCell ? 'responsive' : undefined}
      allowClear={node.clearable ?? !isRequired}
      status={invalid ? 'error' : undefined}
      {...cellProps(isCell)}
      defaultOpen={isCell}
      disabled={disabled}
      onBlur={onBlur}
      onChange={change}
      {...ariaOf({ node, invalid: false, describedBy, isCell })}
    />
  );
}
