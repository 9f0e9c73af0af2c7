import { Input, InputNumber, Select, Switch } from 'antd';
import type { Property } from '../propertyModel.ts';
import { GrowingText } from '../../../editor/GrowingText.tsx';

/** Props of the editor of one value; `onChange(undefined)` removes the key. */
export interface EditorProps {
  property: Property;
  value: unknown;
  onChange(value: unknown): void;
  /** Id of the control, for its label. */
  id: string;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const emptyToUndefined = (value: string): string | undefined => (value === '' ? undefined : value);

export const TextEditor = ({ property, value, onChange, id }: EditorProps) => (
  <Input
    id={id}
    size="small"
    maxLength={property.schema.maxLength}
    value={textOf(value)}
    onChange={(event) => onChange(emptyToUndefined(event.target.value))}
  />
);

/** Edits a text of several lines. */
export const LongEditor = ({ property, value, onChange, id }: EditorProps) => (
  <GrowingText
    id={id}
    size="small"
    minRows={2}
    maxRows={6}
    maxLength={property.schema.maxLength}
    value={textOf(value)}
    onChange={(event) => onChange(emptyToUndefined(event.target.value))}
  />
);

export function NumberEditor({ property, value, onChange, id }: EditorProps) {
  const { minimum, maximum, exclusiveMinimum, type, default: defaultValue } = property.schema;
  return (
    <InputNumber
      id={id}
      size="small"
      style={{ width: '100%' }}
      min={minimum ?? exclusiveMinimum}
      max={maximum}
      precision={type === 'integer' ? 0 : undefined}
      placeholder={defaultValue === undefined ? undefined : String(defaultValue)}
      value={typeof value === 'number' ? value : null}
      onChange={(next) => {
        const isTooSmall = typeof next === 'number' && exclusiveMinimum !== undefined && next <= exclusiveMinimum;
        onChange(typeof next === 'number' && !isTooSmall ? next : undefined);
      }}
    />
  );
}

/** Edits a boolean. A value that equals the default is not stored. */
export function SwitchEditor({ property, value, onChange, id }: EditorProps) {
  return (
    <Switch
      id={id}
      size="small"
      checked={typeof value === 'boolean' ? value : property.flagDefault}
      onChange={(next) => onChange(next === property.flagDefault ? undefined : next)}
    />
  );
}

/** Edits a flag that is stored as '1' or '0'. */
export function FlagEditor({ property, value, onChange, id }: EditorProps) {
  const isOn = value === '1' || value === true || (value === undefined && property.flagDefault);
  return <Switch id={id} size="small" checked={isOn} onChange={(next) => onChange(next ? '1' : '0')} />;
}

/** Selects one of the values that the grammar lists. */
export function EnumEditor({ property, value, onChange, id }: EditorProps) {
  const { enum: values = [], 'x-labels': labels = {} } = property.schema;
  return (
    <Select
      id={id}
      size="small"
      allowClear
      placeholder="缺省"
      style={{ width: '100%' }}
      value={(value as string | undefined) ?? null}
      options={values.map((option) => ({ value: option as string, label: labels[String(option)] ?? String(option) }))}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  );
}

/** Edits a list of texts. */
export function TextsEditor({ value, onChange, id }: EditorProps) {
  return (
    <Select
      id={id}
      size="small"
      mode="tags"
      open={false}
      suffixIcon={null}
      placeholder="输入后回车"
      style={{ width: '100%' }}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next)}
    />
  );
}
