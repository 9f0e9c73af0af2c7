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
  const optionsState = useSelectableOptions(node);
  const options = optionsState.options ?? [];
  const checkedValues = asList(value).map((item) => findOption(options, item)?.value ?? item);
  // the stored values that no option has, as options
  const formerChoices = formerOptions(checkedValues, label, (item) => findOption(options, item) !== undefined);
  if (optionsState.options === undefined || (options.length === 0 && formerChoices.length === 0))
    return <OptionsNote state={optionsState} />;
  const isFull = node.max !== undefined && checkedValues.length >= node.max;
  // the new value follows the order of the options, not the order of the clicks
  const choose = ({ value: toggledValue }: Option): void => {
    const values = [
      ...formerChoices.map((option) => option.value).filter((storedValue) => storedValue !== toggledValue),
      ...options
        .filter((option) => (option.value === toggledValue) !== checkedValues.includes(option.value))
        .map((option) => option.value),
    ];
    onChange(values, definition.text?.(values, node, { options: [...formerChoices, ...options] }));
  };
  return (
    <fieldset
      id={id}
      className={`sf-group sf-choices${node.border === true ? ' sf-bordered' : ''}${node.optionType === 'button' ? ' sf-chips' : ''}`}
      {...groupAriaOf({ id, node, invalid, describedBy, isCell })}
    >
      <Choices
        type="checkbox"
        options={[...options, ...formerChoices]}
        isFormer={(option) => formerChoices.includes(option)}
        isChosen={(option) => checkedValues.includes(option.value)}
        isDisabled={(option) =>
          disabled || option.disabled === true || (isFull && !checkedValues.includes(option.value))
        }
        onChoose={choose}
      />
    </fieldset>
  );
}
