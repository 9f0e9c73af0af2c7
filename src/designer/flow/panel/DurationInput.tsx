import { InputNumber, Select, Space } from 'antd';
import { formatDuration, readDuration, UNIT_OPTIONS, type Unit } from './duration.ts';
import { CommitOnBlurInput } from './CommitOnBlurInput.tsx';

/** Edits a duration; `value` is '' if no duration is set. A duration with several units is edited as text. */
export function DurationInput({
  value,
  label,
  onChange,
}: {
  value: string;
  label: string;
  onChange(value: string): void;
}) {
  const duration = readDuration(value);
  if (value !== '' && !duration)
    return <CommitOnBlurInput value={value} label={label} placeholder="如 P1DT4H" onCommit={onChange} />;
  const unit = duration?.unit ?? 'D';
  return (
    <Space.Compact>
      <InputNumber
        aria-label={label}
        min={1}
        max={9999}
        precision={0}
        placeholder="不限"
        value={duration?.count ?? null}
        onChange={(count) => onChange(count === null ? '' : formatDuration(count, unit))}
      />
      <Select<Unit>
        aria-label={`${label}的单位`}
        value={unit}
        options={UNIT_OPTIONS}
        style={{ width: 84 }}
        onChange={(next) => onChange(formatDuration(duration?.count ?? 1, next))}
      />
    </Space.Compact>
  );
}
