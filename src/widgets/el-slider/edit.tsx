import { InputNumber, Slider } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { groupAriaOf } from '../shared/aria.ts';
import { minMaxStepOf } from './definition.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-slider'];

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** A slider. Without a value it is shown at its minimum, and nothing is stored until the user moves it. */
export function Edit({ id, node, value, onChange, onBlur, disabled, invalid, describedBy, isCell }: EditProps<Node>) {
  const { min, max, step } = minMaxStepOf(node);
  const unit = node.unit === undefined ? '' : ` ${node.unit}`;
  const name = node.label ?? '数值';
  const commonProps = {
    className: 'sf-slider',
    min,
    max,
    step,
    disabled,
    dots: node['show-stops'] === true && (max - min) / step <= 50,
    tooltip: { formatter: (current?: number) => `${current ?? ''}${unit}` },
    onChangeComplete: () => onBlur?.(),
  };
  if (node.range === true) {
    const [from, to] = Array.isArray(value) ? value : [];
    return (
      <fieldset id={id} className="sf-group" {...groupAriaOf({ id, node, invalid, describedBy, isCell })}>
        <Slider
          {...commonProps}
          range
          value={[numberOf(from) ?? min, numberOf(to) ?? min]}
          ariaLabelForHandle={[`${name}（起）`, `${name}（止）`]}
          onChange={(next) => onChange(next)}
        />
      </fieldset>
    );
  }
  return (
    <fieldset id={id} className="sf-group sf-slider-line" {...groupAriaOf({ id, node, invalid, describedBy, isCell })}>
      <Slider
        {...commonProps}
        value={numberOf(value) ?? min}
        ariaLabelForHandle={name}
        {...(isCell ? { autoFocus: true } : {})}
        onChange={(next) => onChange(next)}
      />
      {node['show-input'] === true && !isCell ? (
        <InputNumber<number>
          min={min}
          max={max}
          step={step}
          value={numberOf(value)}
          disabled={disabled}
          aria-label={name}
          onChange={(next) => onChange(next)}
          onBlur={onBlur}
        />
      ) : (
        <span className="sf-slider-value">{numberOf(value) === null ? '未选' : `${String(value)}${unit}`}</span>
      )}
    </fieldset>
  );
}
