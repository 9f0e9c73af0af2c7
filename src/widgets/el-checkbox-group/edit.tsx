import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { Choices } from '../shared/choice/Choices.tsx';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { findOption, formerOptions } from '../shared/choice/options.ts';
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
  label,
}: EditProps<NodeByTag['el-checkbox-group']>) {
  const state = useSelectableOptions(node);
  const options = state.options ?? [];
  const checked = asList(value).map((item) => findOption(options, item)?.value ?? item);
  const former = formerOptions(checked, label, (item) => findOption(options, item) !== undefined);
  if (state.options === undefined || (options.length === 0 && former.length === 0))
    return <OptionsNote state={state} />;
  const isFull = node.max !== undefined && checked.length >= node.max;
  // the new value follows the order of the options, not the order of the clicks
  const choose = ({ value: toggled }: Option): void => {
    const values = [
      ...former.map((option) => option.value).filter((kept) => kept !== toggled),
      ...options
        .filter((option) => (option.value === toggled) !== checked.includes(option.value))
        .map((option) => option.value),
    ];
    onChange(values, definition.text?.(values, node, { options: [...former, ...options] }));
  };
  return (
    <fieldset
      id={id}
      className={`sf-group sf-choices${node.border === true ? ' sf-bordered' : ''}${node.optionType === 'button' ? ' sf-chips' : ''}`}
      {...groupAriaOf({ id, node, invalid, describedBy, isCell })}
    >
      <Choices
        type="checkbox"
        options={[...options, ...former]}
        isFormer={(option) => former.includes(option)}
        isChosen={(option) => checked.includes(option.value)}
        isDisabled={(option) => disabled || option.disabled === true || (isFull && !checked.includes(option.value))}
        onChoose={choose}
      />
    </fieldset>
  );
}
