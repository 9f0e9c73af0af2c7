import { Radio } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/faces.ts';
import { useChoices } from '../../runtime/options/useChoices.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { OptionsNote } from '../shared/optionsNote.tsx';
import { findOption } from '../shared/options.ts';
import '../shared/widgets.css';

export function Edit({ id, node, value, onChange, onBlur, disabled, invalid, describedBy, isCell }: EditProps<NodeByTag['el-radio-group']>) {
  const state = useChoices(node);
  if (!state.options?.length) return <OptionsNote state={state} />;
  return (
    <Radio.Group
      id={id}
      name={id}
      className={node.border === true ? 'sf-choices sf-bordered' : 'sf-choices'}
      options={state.options.map(({ value: own, label, disabled: isOff }) => ({ value: own, label, disabled: isOff }))}
      optionType={node.optionType === 'button' ? 'button' : 'default'}
      value={findOption(state.options, value)?.value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value, findOption(state.options, event.target.value)?.label)}
      onBlur={onBlur}
      {...groupAriaOf({ id, node, invalid, describedBy, isCell })}
    />
  );
}
