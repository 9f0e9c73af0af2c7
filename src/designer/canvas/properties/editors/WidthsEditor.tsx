import { Input } from 'antd';
import { isObject } from '../../model/nodes.ts';
import type { EditorProps } from './basicEditors.tsx';

const WIDTH_KEYS = [
  { key: 'width', label: '宽度' },
  { key: 'minWidth', label: '最小' },
  { key: 'maxWidth', label: '最大' },
] as const;

/** Edits the widths in the style of a control; all other keys of the style are kept. */
export function WidthsEditor({ value, onChange, id }: EditorProps) {
  const style = isObject(value) ? value : {};
  return (
    <div className="ds-pair">
      {WIDTH_KEYS.map(({ key, label }, index) => (
        <Input
          key={key}
          id={index === 0 ? id : undefined}
          size="small"
          aria-label={label}
          placeholder={label}
          value={typeof style[key] === 'string' || typeof style[key] === 'number' ? String(style[key]) : ''}
          onChange={({ target }) => {
            const { [key]: _before, ...rest } = style;
            const next = target.value === '' ? rest : { ...style, [key]: target.value };
            onChange(Object.keys(next).length === 0 ? undefined : next);
          }}
        />
      ))}
    </div>
  );
}
