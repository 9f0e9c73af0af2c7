import { ColorPicker } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { colourOf } from './definition.ts';
import '../shared/widgets.css';

/** A button with the hex code of the colour; opens antd's colour panel. */
export function Edit({
  id,
  node,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  isRequired,
  describedBy,
  isCell,
}: EditProps<NodeByTag['el-color-picker']>) {
  const colour = colourOf(value);
  // a stored colour with transparency can be edited although the field does not offer transparency
  const hasAlpha = colour?.length === 9;
  return (
    <fieldset id={id} className="sf-group" {...groupAriaOf({ id, node, invalid, describedBy, isCell })}>
      <ColorPicker
        value={colour}
        format="hex"
        disabled={disabled}
        disabledAlpha={node['show-alpha'] !== true && !hasAlpha}
        allowClear={node.clearable ?? !isRequired}
        presets={
          node.predefine === undefined
            ? undefined
            : [{ label: '常用颜色', colors: node.predefine.map(colourOf).filter((preset) => preset !== null) }]
        }
        onOpenChange={(isOpen) => {
          if (!isOpen) onBlur?.();
        }}
        onChangeComplete={(next) => onChange(next.toHexString().toLowerCase())}
        onClear={() => onChange('')}
      >
        <button
          type="button"
          className="sf-colour-button"
          disabled={disabled}
          {...(isCell ? { autoFocus: true } : {})}
          aria-label={`${node.label ?? '颜色'}：${colour ?? '未选'}`}
        >
          <span className="sf-swatch" style={colour === null ? undefined : { background: colour }} />
          {colour ?? '请选择颜色'}
        </button>
      </ColorPicker>
    </fieldset>
  );
}
