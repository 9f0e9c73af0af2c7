import { InputNumber, Segmented } from 'antd';
import { clampSpan, MAX_SPAN } from '../../model/edits.ts';
import type { EditorProps } from './basicEditors.tsx';

const PRESETS = [
  { value: 24, label: '整行' },
  { value: 12, label: '1/2' },
  { value: 8, label: '1/3' },
  { value: 6, label: '1/4' },
];

/** Edits the width of a node in grid columns. */
export function SpanEditor({ value, onChange, id }: EditorProps) {
  const span = typeof value === 'number' ? value : MAX_SPAN;
  return (
    <div className="ds-span">
      <Segmented<number>
        size="small"
        aria-label="常用宽度"
        value={span}
        options={PRESETS}
        onChange={(next) => onChange(next)}
      />
      <InputNumber
        id={id}
        size="small"
        min={1}
        max={MAX_SPAN}
        precision={0}
        value={span}
        onChange={(next) => onChange(typeof next === 'number' ? clampSpan(next) : undefined)}
      />
    </div>
  );
}
