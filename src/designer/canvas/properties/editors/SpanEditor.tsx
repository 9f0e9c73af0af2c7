import { InputNumber, Segmented } from 'antd';
import { clampSpan, WIDEST } from '../../model/edits.ts';
import type { EditorProps } from './simple.tsx';

const USUAL = [
  { value: 24, label: '整行' },
  { value: 12, label: '1/2' },
  { value: 8, label: '1/3' },
  { value: 6, label: '1/4' },
];

/** How much of a row of 24 columns a node takes. */
export function SpanEditor({ value, onChange, id }: EditorProps) {
  const span = typeof value === 'number' ? value : WIDEST;
  return (
    <div className="ds-span">
      <Segmented<number>
        size="small"
        aria-label="常用宽度"
        value={span}
        options={USUAL}
        onChange={(next) => onChange(next)}
      />
      <InputNumber
        id={id}
        size="small"
        min={1}
        max={WIDEST}
        precision={0}
        value={span}
        onChange={(next) => onChange(typeof next === 'number' ? clampSpan(next) : undefined)}
      />
    </div>
  );
}
