import { Radio } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { Choices } from '../shared/choice/Choices.tsx';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { findOption } from '../shared/choice/options.ts';
import '../shared/widgets.css';

export function Edit({
  id,
  node,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  describedBy,
  isCell,
}: EditProps<NodeByTag['el-radio-group']>) {
  const state = useSelectableOptions(node);
  const { options } = state;
  if (!options?.length) return <OptionsNote state={state} />;
  const chosen = findOption(options, value);
  const className = node.border === true ? 'sf-choices sf-bordered' : 'sf-choices';
  const aria = groupAriaOf({ id, node, invalid, describedBy, isCell });
  if (node.optionType === 'button') {
    return (
      <Radio.Group
        id={id}
        name={id}
        className={className}
        optionType="button"
        value={chosen?.value}
        disabled={disabled}
        onBlur={onBlur}
        {...aria}
        options={options.map((option) => ({ value: option.value, label: option.label, disabled: option.disabled }))}
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
        isChosen={(option) => option === chosen}
        isDisabled={(option) => disabled || option.disabled === true}
        onChoose={(option) => onChange(option.value, option.label)}
      />
    </div>
  );
}
