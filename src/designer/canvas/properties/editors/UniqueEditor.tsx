import { Select } from 'antd';
import { isObject } from '../../model/nodes.ts';
import type { EditorProps } from './basicEditors.tsx';

type UniqueScope = 'none' | 'form' | 'unit';

function scopeOf(value: unknown): UniqueScope {
  if (isObject(value)) return value.scope === 'unit' ? 'unit' : 'form';
  return value === true ? 'form' : 'none';
}
function valueOfScope(scope: UniqueScope): unknown {
  if (scope === 'none') return undefined;
  return scope === 'form' ? true : { scope: 'unit' };
}

/** Selects the records among which a value must be unique. */
export const UniqueEditor = ({ value, onChange, id }: EditorProps) => (
  <Select<UniqueScope>
    id={id}
    size="small"
    style={{ width: '100%' }}
    value={scopeOf(value)}
    options={[
      { value: 'none', label: '可以重复' },
      { value: 'form', label: '全部记录中不可重复' },
      { value: 'unit', label: '同一单位内不可重复' },
    ]}
    onChange={(next) => onChange(valueOfScope(next))}
  />
);
