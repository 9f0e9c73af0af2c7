import { Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import type { Measure } from '../model/datasetDoc.ts';

/** A setting of a figure with its name. */
export const Setting = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="dd-setting">
    <span aria-hidden="true">{name}</span>
    <div>{children}</div>
  </div>
);

type Display = Pick<Measure, 'unit' | 'precision' | 'format'>;

const FORMATS = [
  { value: 'number', label: '数字' },
  { value: 'amount', label: '金额' },
  { value: 'wan', label: '以万为单位' },
  { value: 'percent', label: '百分比' },
];

/** The format of a figure. */
export const FormatSelect = ({
  name,
  value,
  onChange,
}: {
  name: string;
  value: Display['format'];
  onChange(format: Display['format']): void;
}) => (
  <Select
    size="small"
    aria-label={`“${name}”的显示`}
    value={value ?? 'number'}
    options={FORMATS}
    onChange={(format) => onChange(format === 'number' ? undefined : (format as Display['format']))}
  />
);

/** The unit and the number of decimals of a figure. */
export const DisplaySettings = ({
  name,
  value,
  onChange,
}: {
  name: string;
  value: Display;
  onChange(display: Partial<Display>): void;
}) => (
  <Setting name="单位与小数">
    <span className="dd-pair">
      <Input
        size="small"
        aria-label={`“${name}”的单位`}
        maxLength={10}
        placeholder="单位，如 元"
        value={value.unit ?? ''}
        onChange={({ target }) => onChange({ unit: target.value === '' ? undefined : target.value })}
      />
      <InputNumber
        size="small"
        aria-label={`“${name}”的小数位数`}
        min={0}
        max={6}
        precision={0}
        addonAfter="位小数"
        placeholder="按字段"
        value={value.precision ?? null}
        onChange={(precision) => onChange({ precision: precision ?? undefined })}
      />
    </span>
  </Setting>
);
