import { Select } from 'antd';
import { useMemo } from 'react';
import { useRegistry, useServices } from '../../../../runtime/contexts.ts';
import { holdsContent, type CompiledField, type CompiledForm } from '../../../../kernel/index.ts';
import type { DatasetOutline } from '../../../../runtime/services/datasets.ts';
import { SYSTEM_COLUMN_CHOICES } from '../../../../screens/list/columns/systemColumns.ts';
import { loadForm } from '../../../../screens/shared/loadForm.ts';
import { useLoad, type Load } from '../../../../screens/shared/useLoad.ts';
import { usePanel } from '../panelContext.tsx';
import type { Choice } from './MapEditor.tsx';
import { ReferenceSelect } from './referenceEditors.tsx';
import type { Property } from '../propertyModel.ts';
import type { EditorProps } from './basicEditors.tsx';

/**
 * Returns the choices and the selected values that are not among them. `isComplete`: the choices are loaded; unknown
 * values are then marked 找不到.
 */
const withSelected = (choices: readonly Choice[], chosen: readonly string[], isComplete: boolean): Choice[] => [
  ...choices,
  ...chosen
    .filter((value) => !choices.some((choice) => choice.value === value))
    .map((value) => ({ value, label: isComplete ? `${value}（找不到）` : value })),
];

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : [];

/** Selects a published dataset. */
export function DatasetEditor({ value, onChange, id }: EditorProps) {
  const services = useServices();
  const { load } = useLoad(() => services.datasetDefs.list(), [services]);
  const choices = (load.value ?? [])
    .filter(({ version }) => version > 0)
    .map(({ key, name }) => ({ value: key, label: name }));
  return (
    <ReferenceSelect
      id={id}
      value={value}
      choices={choices}
      state={load.state}
      placeholder="选择数据集"
      onChange={onChange}
    />
  );
}

/**
 * Returns the outline of the dataset whose key is in this property of the edited node; null if the property is empty.
 */
function useDatasetOutline(datasetProperty: string): Load<DatasetOutline | null> {
  const services = useServices();
  const { node } = usePanel();
  const dataset = node?.[datasetProperty];
  const key = typeof dataset === 'string' ? dataset : '';
  return useLoad(() => (key === '' ? Promise.resolve(null) : services.datasets.outline(key)), [services, key]).load;
}

/**
 * Returns the parameters, groups or figures of a dataset as choices. `offers`: `params`, `groups` or `figures`;
 * undefined: groups and figures.
 */
function partsOf(outline: DatasetOutline, offers: string | undefined): Choice[] {
  if (offers === 'params')
    return outline.params.map((param) => {
      const { __vModel__: value, label } = param as { __vModel__: string; label?: string };
      return { value, label: label ?? value };
    });
  const groups = outline.heads
    .filter(({ key }) => outline.groups.includes(key))
    .map(({ key, label }) => ({ value: key, label }));
  const figures = outline.figures.map(({ key, label, unit }) => ({
    value: key,
    label: unit ? `${label}（${unit}）` : label,
  }));
  if (offers === 'groups') return groups;
  return offers === 'figures' ? figures : [...groups, ...figures];
}

/** Selects one or several parameters, groups or figures of the dataset that the node names. */
export function DatasetPartEditor({ property, value, onChange, id }: EditorProps) {
  const refers = property.schema['x-refers'];
  const datasetProperty = typeof refers === 'object' ? (refers.of ?? 'dataset') : 'dataset';
  const load = useDatasetOutline(datasetProperty);
  const outline = load.state === 'ready' ? load.value : null;
  const offers = property.schema['x-offers'];
  const choices = useMemo(() => (outline ? partsOf(outline, offers) : []), [outline, offers]);
  const chosenValues = textsOf(value);
  const isMultiple = property.schema.type === 'array';
  const commonProps = {
    id,
    size: 'small' as const,
    allowClear: true,
    showSearch: true,
    optionFilterProp: 'label',
    loading: load.state === 'loading',
    placeholder: outline ? '缺省' : '先选择数据集',
    disabled: load.state === 'ready' && outline === null && chosenValues.length === 0,
    style: { width: '100%' },
    options: withSelected(choices, chosenValues, outline !== null),
  };
  return isMultiple ? (
    <Select<string[]>
      {...commonProps}
      mode="multiple"
      value={chosenValues}
      onChange={(next) => onChange(next.length === 0 ? undefined : next)}
    />
  ) : (
    <Select<string | null>
      {...commonProps}
      value={chosenValues[0] ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** Returns the text under a key of a node, or of an object directly inside the node; '' if there is none. */
const textUnder = (node: Readonly<Record<string, unknown>> | null, key: string): string => {
  const container = [node, ...Object.values(node ?? {})].find(
    (item) => typeof item === 'object' && item !== null && typeof (item as Record<string, unknown>)[key] === 'string',
  ) as Record<string, string> | undefined;
  return container?.[key] ?? '';
};

/**
 * Loads the form to which a property refers. The grammar of the property says under which key the edited node, or an
 * object in it, holds the key of the form. Null if the form key is empty.
 */
export function useFormNamedBy({ schema }: Property): Load<CompiledForm | null> {
  const services = useServices();
  const vocabulary = useRegistry();
  const { node } = usePanel();
  const refers = schema['x-refers'];
  const sourceKey = typeof refers === 'object' ? (refers.of ?? 'formKey') : 'formKey';
  const formKey = textUnder(node, sourceKey);
  return useLoad(
    () => (formKey === '' ? Promise.resolve(null) : loadForm({ services, vocabulary, formKey })),
    [services, vocabulary, formKey],
  ).load;
}

/** Returns the system columns of a form's records as choices, without those whose key a field of the form has. */
export const systemChoices = (form: CompiledForm): Choice[] =>
  SYSTEM_COLUMN_CHOICES.filter(({ value }) => !form.fields.has(value));

/** Selects a button of the form that the node names. */
export function ButtonOfEditor({ property, value, onChange, id }: EditorProps) {
  const load = useFormNamedBy(property);
  const choices = (load.value?.definition.actions ?? []).map(({ key, label }) => ({ value: key, label }));
  return (
    <ReferenceSelect
      id={id}
      value={value}
      choices={choices}
      state={load.state}
      placeholder={load.state === 'ready' && choices.length === 0 ? '此表单没有按钮' : '选择按钮'}
      isRequired
      onChange={onChange}
    />
  );
}

/**
 * Selects one or several fields of the form that the node names, or groups and figures of its dataset. If several are
 * allowed, paths along relations can be typed.
 */
export function FieldOfEditor({ property, value, onChange, id }: EditorProps) {
  const load = useFormNamedBy(property);
  const vocabulary = useRegistry();
  const outlineLoad = useDatasetOutline('dataset');
  const datasetParts = outlineLoad.value ? partsOf(outlineLoad.value, undefined) : [];
  const refers = property.schema['x-refers'];
  const content = typeof refers === 'object' ? refers.holds : undefined;
  const isSuitable = ({ node }: CompiledField): boolean =>
    content === undefined || holdsContent(node, content, vocabulary);
  const choices = load.value
    ? [
        ...[...load.value.fields.values()]
          .filter(isSuitable)
          .map((field) => ({ value: field.key, label: field.node.label || field.key })),
        ...(content === undefined ? systemChoices(load.value) : []),
      ]
    : datasetParts;
  const isMultiple = property.schema.type === 'array';
  const chosenValues = textsOf(value);
  // a select of one value offers only the listed fields, but keeps a path along relations that was typed as JSON
  return (
    <Select<string[] | string | null>
      id={id}
      size="small"
      allowClear
      showSearch
      mode={isMultiple ? 'tags' : undefined}
      optionFilterProp="label"
      loading={load.state === 'loading'}
      placeholder={choices.length > 0 ? '选择字段' : load.value ? '此表单没有合适的字段' : '先选择表单或数据集'}
      style={{ width: '100%' }}
      value={isMultiple ? chosenValues : (chosenValues[0] ?? null)}
      options={[
        ...choices,
        ...chosenValues
          .filter((path) => !choices.some((other) => other.value === path))
          .map((path) => ({ value: path, label: path })),
      ]}
      onChange={(next) => onChange(next === null || next === undefined || next.length === 0 ? undefined : next)}
    />
  );
}
