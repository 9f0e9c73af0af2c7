import { Radio } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { Choices } from '../shared/choice/Choices.tsx';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { findOption, FORMER_MARK, formerOptions } from '../shared/choice/options.ts';
import '../shared/widgets.css';

export function Edit({
  id,
  node,
  value,
  label,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  isCell,
}: EditProps<NodeByTag['el-radio-group']>) {
  const optionsState = useSelectableOptions(node);
  const selectableOptions = optionsState.options ?? [];
  const storedValues = value === undefined || value === null || value === '' ? [] : [value];
  // an option for the stored value, if none of the selectable options has this value
  const formerChoices = formerOptions(storedValues, label, (item) => findOption(selectableOptions, item) !== undefined);
  const options = [...selectableOptions, ...formerChoices];
  if (optionsState.options === undefined || options.length === 0) return <OptionsNote state={optionsState} />;
  const chosenOption = findOption(options, value);
  const isFormer = (option: Option): boolean => formerChoices.includes(option);
  const className = node.border === true ? 'sf-choices sf-bordered' : 'sf-choices';
  const aria = groupAriaOf({ id, node, invalid, describedBy, isCell });
  if (node.optionType === 'button') {
    return (
      <Radio.Group
        id={id}
        name={id}
        className={className}
        optionType="button"
        value={chosenOption?.value}
        disabled={disabled}
        onBlur={onBlur}
        {...aria}
        options={options.map((option) => ({
          value: option.value,
          label: isFormer(option) ? `${option.label}${FORMER_MARK}` : option.label,
          disabled: option.disabled,
        }))}
        onChange={(event) => onChange(event.target.value, findOption(options, event.target.value)?.label)}
      />
    );
  }
  return (
    <div id={id} role="radiogroup" className={className} onBlur={onBlur} {...aria}>
      <Choices
        type="radio"
        name={id}
        options={options}
        isChosen={(option) => option === chosenOption}
        isFormer={isFormer}
        isDisabled={(option) => disabled || option.disabled === true}
        onChoose={(option) => onChange(option.value, option.label)}
      />
    </div>
  );
}
