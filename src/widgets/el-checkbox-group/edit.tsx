import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { Choices } from '../shared/choice/Choices.tsx';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { findOption } from '../shared/choice/options.ts';
import { asList } from '../shared/values.ts';
import { definition } from './definition.ts';
import '../shared/widgets.css';

export function Edit({
  id,
  node,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
  isCell,
  label: stored,
}: EditProps<NodeByTag['el-checkbox-group']>) {
  const state = useSelectableOptions(node);
  if (!state.options?.length) return <OptionsNote state={state} />;
  const options = state.options;
  // a stored value without an option cannot be shown as a box, but must not be lost by ticking another
  const checked = asList(value).map((item) => findOption(options, item)?.value ?? item);
  const kept = checked.filter((item) => !findOption(options, item));
  const textOf = (values: readonly unknown[]): string =>
    definition.text?.(values, node, {
      options,
      ...(kept.length > 0 && values.length === kept.length && stored !== undefined ? { label: stored } : {}),
    }) ?? '';
  const isFull = node.max !== undefined && checked.length >= node.max;
  // in the order of the options, whichever was ticked first
  const choose = ({ value: own }: Option): void => {
    const all = [
      ...kept,
      ...options
        .filter((option) => (option.value === own) !== checked.includes(option.value))
        .map((option) => option.value),
    ];
    onChange(all, textOf(all));
  };
  return (
    <fieldset
      id={id}
      className={`sf-group sf-choices${node.border === true ? ' sf-bordered' : ''}${node.optionType === 'button' ? ' sf-chips' : ''}`}
      {...groupAriaOf({ id, node, invalid, describedBy, isCell })}
    >
      <Choices
        type="checkbox"
        options={options}
        isChosen={(option) => checked.includes(option.value)}
        isDisabled={(option) => disabled || option.disabled === true || (isFull && !checked.includes(option.value))}
        onChoose={choose}
      />
    </fieldset>
  );
}
