import { useContext, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { createForm, type Field, type Form } from '@formily/core';
import { FieldContext, FormContext, observer, Schema, SchemaContext, type ISchema } from '@formily/react';
import { observable } from '@formily/reactive';
import { problem } from '../../domain/problem/index.ts';
import { companionKey, type Option, type WidgetDefinition } from '../../kernel/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { EditProps } from '../node/faces.ts';
import { useChoices } from '../options/useChoices.ts';
import { SERVED } from './toFormilySchema.ts';

/** What a component of a Formily library needs to know to be the control of a node. */
export interface FormilyControl<N = never> {
  definition: WidgetDefinition<N>;
  /** Props of the component from the node: what the grammar of the tag lets a document say. */
  propsOf?(node: N): object;
  /** True for a control that is no single labelled input: it is named as a group. */
  isGroup?: boolean;
}

type Props = EditProps<FieldNode>;

const NONE: readonly Option[] = [];

/**
 * The edit face of a component that was written for Formily. In a form the component stands in the form's own field;
 * anywhere else (the cell of a sub-table that is being edited, a filter of a list) it gets a form of one field.
 */
export function formilyFace(
  component: ComponentType<never>,
  { definition, propsOf, isGroup = false }: FormilyControl,
): ComponentType<EditProps<never>> {
  const Component = component as ComponentType<Record<string, unknown>>;

  const Bound = observer(function Bound({ edit, field }: { edit: Props; field: Field }) {
    const { node, id, invalid, isCell, disabled } = edit;
    useControlState(edit, isGroup);
    const options = useFieldOptions(field, node);
    const emit = (...args: unknown[]): void => {
      void field.onInput(...args);
      if (definition.hasCompanion !== true) return;
      const label = definition.text?.(field.value, node as never, { options }) ?? '';
      edit.onChange(field.value, label);
    };
    return (
      <Component
        {...propsOf?.(node as never)}
        id={id}
        value={shownValue(field.value, definition, node)}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        variant={isCell ? 'borderless' : undefined}
        {...(isCell ? { autoFocus: true } : {})}
        onChange={emit}
        onFocus={(...args: unknown[]) => void field.onFocus(...args)}
        onBlur={(...args: unknown[]) => {
          void field.onBlur(...args);
          edit.onBlur?.();
        }}
      />
    );
  });

  return function FormilyFace(props: EditProps<never>): ReactNode {
    const edit = props as unknown as Props;
    const around = useContext(FieldContext) as Field | undefined;
    const isOwn = !edit.isCell && around?.path.toString() === edit.node.__vModel__;
    return isOwn ? <Bound edit={edit} field={around} /> : <Alone edit={edit} definition={definition} Bound={Bound} />;
  };
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/**
 * What a control is given of a stored value. Components of a library throw at values of another kind than their own, as
 * an import may have stored them: those stay in the record, and the control is empty.
 */
function shownValue(value: unknown, definition: WidgetDefinition<never>, node: FieldNode): unknown {
  const { valueType, isFreeText = false } = definition;
  const type = typeof valueType === 'function' ? valueType(node as never) : valueType;
  // a list with holes is read as one of undefined
  const isRightKind = type === 'list' ? Array.isArray(value) && Array.from(value).every(isPlain) : isPlain(value);
  if (!isRightKind) return undefined;
  // a text or a number that breaks a bound is shown, to be corrected; a date that is none cannot be
  if (isFreeText || type === 'double') return value;
  return (definition.validate?.(value as never, node as never) ?? null) === null ? value : undefined;
}

/**
 * Sets the ARIA attributes on the element that has the id of the control, after every rendering. Passed as props they
 * would land on an outer element of the library's component, where assistive tools ignore them.
 */
function useControlState({ id, node, invalid, isRequired, describedBy, isCell }: Props, isGroup: boolean): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (!control) return;
    if (isGroup && !control.hasAttribute('role')) control.setAttribute('role', 'group');
    if (!control.matches('input, textarea, select, button, [role]')) return;
    const state: Record<string, string | undefined> = {
      'aria-describedby': describedBy,
      'aria-label': isCell ? node.label : undefined,
      ...(isGroup
        ? { 'aria-labelledby': isCell ? undefined : `${id}-label`, 'data-invalid': invalid ? 'true' : undefined }
        : { 'aria-invalid': invalid ? 'true' : undefined, 'aria-required': isRequired ? 'true' : undefined }),
    };
    for (const [name, value] of Object.entries(state))
      if (value === undefined) control.removeAttribute(name);
      else control.setAttribute(name, value);
  });
}

/** The options of the document, a dictionary or a call become the data source of the field, where Formily's components look for them. */
function useFieldOptions(field: Field, node: FieldNode): readonly Option[] {
  const { options = NONE, status } = useChoices(node);
  useEffect(() => {
    field.setDataSource(options as unknown as Field['dataSource']);
    field.setLoading(status === 'loading');
  }, [field, options, status]);
  return options;
}

interface AloneProps {
  edit: Props;
  definition: WidgetDefinition<never>;
  Bound: ComponentType<{ edit: Props; field: Field }>;
}

/** A form of one field around a control; its value follows the props, and a change is passed on at once. */
function Alone({ edit, definition, Bound }: AloneProps) {
  const [{ form, field }] = useState(() => formOfOne(edit, definition));
  const schema = useMemo(() => new Schema(controlSchema(edit.node)), [edit.node]);
  const latest = useRef(edit);
  useEffect(() => {
    latest.current = edit;
    if (!Object.is(field.value, edit.value)) field.setValue(edit.value);
  });
  useEffect(() => {
    const id = form.subscribe(({ type }) => {
      const { onChange, value, node } = latest.current;
      if (type !== 'onFieldValueChange' || Object.is(field.value, value)) return;
      const options = field.dataSource as unknown as readonly Option[];
      const label = definition.hasCompanion ? definition.text?.(field.value, node as never, { options }) : undefined;
      onChange(field.value, label);
    });
    return () => form.unsubscribe(id);
  }, [form, field, definition]);
  return (
    <FormContext value={form}>
      <FieldContext value={field}>
        <SchemaContext value={schema}>
          <Bound edit={edit} field={field} />
        </SchemaContext>
      </FieldContext>
    </FormContext>
  );
}

/** What `useFieldSchema` gives in a cell: the part of the field's schema that needs no compiled form. */
const controlSchema = (node: FieldNode): ISchema => ({
  name: node.__vModel__,
  title: node.label,
  'x-component': node.tag,
  'x-node': node,
  'x-compile-omitted': SERVED,
});

function formOfOne(
  { node, value, label, typed }: Props,
  definition: WidgetDefinition<never>,
): { form: Form; field: Field } {
  const key = node.__vModel__;
  const values = observable.shallow({ [key]: value, [companionKey(key)]: label });
  const form = createForm({ values, validateFirst: true });
  // it would hear of every change of the page, for as long as the page is there
  for (const stop of form.disposers.splice(0)) stop();
  const field = form.createField({
    name: key,
    title: node.label,
    validator: {
      triggerType: 'onBlur',
      validator: (next: unknown) => {
        const detail = definition.validate?.(next, node as never) ?? null;
        return detail === null ? '' : problem('VALUE_RANGE', [], { label: node.label || key, detail }).message;
      },
    },
  }) as Field;
  if (typed !== undefined && definition.valueType === 'string' && definition.hasCompanion !== true) field.value = typed;
  return { form, field };
}
