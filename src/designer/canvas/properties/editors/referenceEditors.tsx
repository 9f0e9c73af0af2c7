import { Select, Skeleton } from 'antd';
import { useRegistry, useServices } from '../../../../runtime/contexts.ts';
import { loadForm } from '../../../../screens/shared/loadForm.ts';
import type { DocumentSummary } from '../../../../runtime/services/documents.ts';
import { useLoad } from '../../../../screens/shared/useLoad.ts';
import { schemaOfTag } from '../../../editor/grammarDocs.ts';
import { usePanel } from '../panelContext.tsx';
import { MapEditor, type Choice } from './MapEditor.tsx';
import type { EditorProps } from './basicEditors.tsx';

const withUnknown = (choices: readonly Choice[], value: unknown): Choice[] =>
  typeof value === 'string' && value !== '' && !choices.some((choice) => choice.value === value)
    ? [...choices, { value, label: `${value}（找不到）` }]
    : [...choices];

interface ReferenceProps {
  id: string | undefined;
  value: unknown;
  choices: readonly Choice[];
  /** State of the request for the choices; while they are loading, a key that is not among them is not marked. */
  state?: string;
  placeholder: string;
  isRequired?: boolean;
  onChange(value: string | undefined): void;
}

/** Selects a referenced object by its key. A key that is not among the choices is kept and marked 找不到. */
export function ReferenceSelect(props: ReferenceProps) {
  const { id, value, choices, state = 'ready', placeholder, isRequired = false, onChange } = props;
  const chosenKey = typeof value === 'string' && value !== '' ? value : null;
  return (
    <Select
      id={id}
      size="small"
      allowClear={!isRequired}
      showSearch
      optionFilterProp="label"
      placeholder={placeholder}
      loading={state === 'loading'}
      status={state === 'error' || (isRequired && chosenKey === null) ? 'error' : ''}
      style={{ width: '100%' }}
      popupMatchSelectWidth={false}
      value={chosenKey}
      options={state === 'loading' ? [...choices] : withUnknown(choices, value)}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  );
}

/** Selects another field of this form. */
export function FieldEditor({ value, onChange, id }: EditorProps) {
  const { fields, node } = usePanel();
  const otherFields = fields.filter((field) => field.value !== node?.__vModel__);
  return <ReferenceSelect id={id} value={value} choices={otherFields} placeholder="选择字段" onChange={onChange} />;
}

/** Returns the published documents as choices. */
const publishedChoices = (documents: readonly DocumentSummary[] | undefined): Choice[] =>
  (documents ?? [])
    .filter(({ version }) => version > 0)
    .map(({ key, name }) => ({ value: key, label: `${name}（${key}）` }));

/** Selects a published form. */
export function FormEditor({ property, value, onChange, id }: EditorProps) {
  const services = useServices();
  const { node } = usePanel();
  const isRequired = node !== null && (schemaOfTag(node.tag)?.required ?? []).includes(property.key);
  const { load } = useLoad(() => services.forms.list(), [services]);
  return (
    <ReferenceSelect
      id={id}
      value={value}
      choices={publishedChoices(load.value)}
      state={load.state}
      placeholder="选择表单"
      isRequired={isRequired}
      onChange={onChange}
    />
  );
}

/** Selects a published process. */
export function FlowEditor({ value, onChange, id }: EditorProps) {
  const services = useServices();
  const { load } = useLoad(() => services.flows.list(), [services]);
  return (
    <ReferenceSelect
      id={id}
      value={value}
      choices={publishedChoices(load.value)}
      state={load.state}
      placeholder="不走审批"
      onChange={onChange}
    />
  );
}

/** Selects roles of the organisation, or everybody (`*`). */
export function RolesEditor({ value, onChange, id }: EditorProps) {
  const services = useServices();
  const { load } = useLoad(() => services.flows.holders(), [services]);
  return (
    <Select
      id={id}
      size="small"
      mode="tags"
      optionFilterProp="label"
      loading={load.state === 'loading'}
      placeholder="不限"
      style={{ width: '100%' }}
      value={Array.isArray(value) ? value.map(String) : []}
      options={[
        { value: '*', label: '所有已登录的人' },
        ...(load.value?.roles ?? []).map(({ code, name }) => ({ value: code, label: name })),
      ]}
      onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next)}
    />
  );
}

/** Returns the fields of the form that a relation field refers to. */
function useFieldsOfRelatedForm(): { state: string; choices: Choice[] } {
  const services = useServices();
  const vocabulary = useRegistry();
  const { node } = usePanel();
  const formKey = typeof node?.to === 'string' ? node.to : '';
  const { load } = useLoad(
    () => (formKey === '' ? Promise.resolve(null) : loadForm({ services, vocabulary, formKey })),
    [services, vocabulary, formKey],
  );
  const fields = load.value ? [...load.value.fields.values()] : [];
  return {
    state: load.state,
    choices: fields.map((field) => ({ value: field.key, label: field.node.label || field.key })),
  };
}

/** Selects several fields of the form that a relation field refers to. */
export function FieldsOfFormEditor({ value, onChange, id }: EditorProps) {
  const { state, choices } = useFieldsOfRelatedForm();
  const chosenKeys = Array.isArray(value) ? value.map(String) : [];
  return (
    <Select
      id={id}
      size="small"
      mode="tags"
      optionFilterProp="label"
      loading={state === 'loading'}
      placeholder="缺省按对方的列表"
      style={{ width: '100%' }}
      value={chosenKeys}
      options={choices}
      onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next)}
    />
  );
}

/** Edits the map from fields of this form to the fields of the related form that fill them. */
export function FillEditor(props: EditorProps) {
  const { state, choices } = useFieldsOfRelatedForm();
  const { fields, node } = usePanel();
  if (state === 'loading') return <Skeleton active paragraph={{ rows: 1 }} title={false} />;
  return (
    <MapEditor
      {...props}
      names={fields.filter((field) => field.value !== node?.__vModel__)}
      values={choices.length > 0 ? choices : undefined}
      labels={{ name: '本表单的字段', value: '取对方的字段' }}
    />
  );
}
