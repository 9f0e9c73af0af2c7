import { Button, InputNumber, Segmented, Select } from 'antd';
import { LIMITS, type LabelSettings, type LabelSize } from './settings.ts';

interface Props {
  settings: LabelSettings;
  sizes: readonly LabelSize[];
  recordCount: number;
  onChange(settings: LabelSettings): void;
  onChooseRecords(): void;
}

const CUSTOM_SIZE = 'own';
const sizeNameOf = ({ width, height }: LabelSize): string => `${width}×${height}`;

/** Toolbar for size, paper and copies; hidden in print. */
export function LabelSettingsBar({ settings, sizes, recordCount, onChange, onChooseRecords }: Props) {
  const isListedSize = sizes.some((size) => sizeNameOf(size) === sizeNameOf(settings));
  const renderLengthInput = (label: string, key: 'width' | 'height') => (
    <InputNumber
      className="lb-length"
      aria-label={`标签${label}（毫米）`}
      prefix={label}
      suffix="毫米"
      min={LIMITS[key][0]}
      max={LIMITS[key][1]}
      value={settings[key]}
      data-field={key}
      onChange={(value) => {
        if (value !== null) onChange({ ...settings, [key]: value });
      }}
    />
  );
  return (
    <div className="lb-bar">
      <Select
        aria-label="标签尺寸"
        value={isListedSize ? sizeNameOf(settings) : CUSTOM_SIZE}
        popupMatchSelectWidth={false}
        data-action="size"
        options={[
          ...sizes.map((size) => ({ value: sizeNameOf(size), label: `${sizeNameOf(size)} 毫米` })),
          { value: CUSTOM_SIZE, label: '自定义尺寸' },
        ]}
        onChange={(value: string) => {
          const size = sizes.find((candidate) => sizeNameOf(candidate) === value);
          if (size) onChange({ ...settings, ...size });
          // changes the width by 1 mm, to a size that is usually not in the list, so that the select shows 自定义尺寸
          else onChange({ ...settings, width: settings.width + (settings.width < LIMITS.width[1] ? 1 : -1) });
        }}
      />
      {renderLengthInput('宽', 'width')}
      {renderLengthInput('高', 'height')}
      <Segmented<LabelSettings['paper']>
        aria-label="纸张"
        value={settings.paper}
        options={[
          { value: 'roll', label: '标签机' },
          { value: 'sheet', label: 'A4 纸' },
        ]}
        onChange={(paper) => onChange({ ...settings, paper })}
      />
      <InputNumber
        className="lb-length"
        aria-label="每张份数"
        prefix="每张"
        suffix="份"
        min={LIMITS.copies[0]}
        max={LIMITS.copies[1]}
        precision={0}
        value={settings.copies}
        data-field="copies"
        onChange={(copies) => {
          if (copies !== null) onChange({ ...settings, copies });
        }}
      />
      <span className="lb-count">共 {recordCount * settings.copies} 张</span>
      <Button onClick={onChooseRecords} data-action="choose">
        重新选择
      </Button>
      <Button type="primary" onClick={() => window.print()} data-action="print">
        打印
      </Button>
    </div>
  );
}
