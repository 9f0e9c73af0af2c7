import { InputNumber, Select } from 'antd';
import type { Figure } from '../../runtime/services/datasets.ts';
import { unitOf } from '../figures/figureText.ts';
import type { Watch } from './subscriptions.ts';

/** The condition of a notification (`Watch`) while it is edited; `value` is null until a number is typed. */
export interface WatchInput extends Omit<Watch, 'value'> {
  value: number | null;
}

interface Props {
  figures: readonly Figure[];
  value: WatchInput;
  isInvalid: boolean;
  onChange(watch: WatchInput): void;
}

/** Returns the factor from the displayed unit (percent, 万) to the stored value. */
const factorOf = (figure: Figure | undefined): number =>
  figure?.format === 'percent' ? 0.01 : figure?.format === 'wan' ? 10_000 : 1;

const roundDouble = (number: number): number => Number(number.toPrecision(12));

/** Edits the condition of a notification: figure, comparison and bound. The bound is shown in the figure's unit. */
export function WatchFields({ figures, value, isInvalid, onChange }: Props) {
  const figure = figures.find(({ key }) => key === value.figure);
  const factor = factorOf(figure);
  const unit = figure?.format === 'percent' ? '%' : figure ? unitOf(figure) : '';
  return (
    <div className="sc-subscribe-line">
      <Select<string>
        aria-label="指标"
        value={value.figure}
        options={figures.map(({ key, label }) => ({ value: key, label }))}
        onChange={(next) => onChange({ ...value, figure: next })}
        className="sc-subscribe-figure"
      />
      <Select<Watch['op']>
        aria-label="比较"
        value={value.op}
        options={[
          { value: 'above', label: '高于' },
          { value: 'below', label: '低于' },
        ]}
        onChange={(op) => onChange({ ...value, op })}
      />
      <InputNumber<number>
        aria-label="界限"
        {...(isInvalid ? { status: 'error', 'aria-invalid': true } : {})}
        value={value.value === null ? null : roundDouble(value.value / factor)}
        onChange={(next) => onChange({ ...value, value: next === null ? null : roundDouble(next * factor) })}
        {...(unit === '' ? {} : { addonAfter: unit })}
      />
    </div>
  );
}
