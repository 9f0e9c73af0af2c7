import { useContext, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { createForm, type Field, type Form } from '@formily/core';
import { FieldContext, FormContext, observer, Schema, SchemaContext, type ISchema } from '@formily/react';
import { observable } from '@formily/reactive';
import { problem } from '../../domain/problem/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import type { Option, WidgetDefinition } from '../../kernel/index.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { EditProps } from '../node/faces.ts';
import { useOpeningTextInInput } from '../node/useOpeningText.ts';
import { useSelectableOptions } from '../options/useSelectableOptions.ts';
import { UNCOMPILED_KEYS } from './toFormilySchema.ts';

/** What `formilyFace` must know to use a component of a Formily library as the control of a node. */
export interface FormilyControl<N = never> {
  definition: WidgetDefinition<N>;
  /** Converts a node to props of the component. */
  propsOf?(node: N): object;
  /** True for a control that is not a single labelled input: it gets the role and name of a group. */
  isGroup?: boolean;
}

type Props = EditProps<FieldNode>;

const NO_OPTIONS: readonly Option[] = [];

/**
 * Wraps a component that was written for Formily as an edit face. In a form the component uses the form's field.
 * Elsewhere (an edited cell of a sub-table, a filter of a list) it gets a separate form with one field.
 */
export function formilyFace(
  component: ComponentType<never>,
  { definition, propsOf, isGroup = false }: FormilyControl,
): ComponentType<EditProps<never>> {
  const Component = component as ComponentType<Record<string, unknown>>;

  const BoundControl = observer(function BoundControl({ editProps, field }: { editProps: Props; field: Field }) {
    const { node, id, invalid, isCell, disabled } = editProps;
    useAriaAttributes(editProps, isGroup);
    const options = useFieldOptions(field, node);
    const emit = (...args: unknown[]): void => {
      // changes the value in the form; Formily has no display texts, therefore the companion is passed separately
      void field.onInput(...args);
      if (definition.hasCompanion !== true) return;
      const label = definition.text?.(field.value, node as never, { options }) ?? '';
      editProps.onChange(field.value, label);
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
          editProps.onBlur?.();
        }}
      />
    );
  });

  return function FormilyFace(props: EditProps<never>): ReactNode {
    const editProps = props as unknown as Props;
    const formField = useContext(FieldContext) as Field | undefined;
    const isFieldOfForm = !editProps.isCell && formField?.path.toString() === editProps.node.__vModel__;
    return isFieldOfForm ? (
      <BoundControl editProps={editProps} field={formField} />
    ) : (
      <SingleFieldForm editProps={editProps} definition={definition} BoundControl={BoundControl} />
    );
  };
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/**
 * Returns the value to pass to the control; undefined for a value that the control cannot show. Library components
 * throw for values of a wrong type, which an import may have stored: such a value stays in the record, and the control
 * is empty.
 */
function shownValue(value: unknown, definition: WidgetDefinition<never>, node: FieldNode): unknown {
  const { valueType, isFreeText = false } = definition;
  const type = typeof valueType === 'function' ? valueType(node as never) : valueType;
  // Array.from turns the holes of a sparse list into undefined, so that `every` checks them
  const isRightType = type === 'list' ? Array.isArray(value) && Array.from(value).every(isScalar) : isScalar(value);
  if (!isRightType) return undefined;
  // An invalid text or number is shown, so that the user can correct it. A control cannot show an invalid date.
  if (isFreeText || type === 'double') return value;
  return (definition.validate?.(value as never, node as never) ?? null) === null ? value : undefined;
}

/**
 * Sets the ARIA attributes on the element with the control's id after every render. The library component would put
 * ARIA props on an outer element, where assistive tools ignore them.
 */
function useAriaAttributes({ id, node, invalid, isRequired, describedBy, isCell }: Props, isGroup: boolean): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (!control) return;
    if (isGroup && !control.hasAttribute('role')) control.setAttribute('role', 'group');
    if (!control.matches('input, textarea, select, button, [role]')) return;
    const attributes: Record<string, string | undefined> = {
      'aria-describedby': describedBy,
      'aria-label': isCell ? node.label : undefined,
      ...(isGroup
        ? { 'aria-labelledby': isCell ? undefined : `${id}-label`, 'data-invalid': invalid ? 'true' : undefined }
        : { 'aria-invalid': invalid ? 'true' : undefined, 'aria-required': isRequired ? 'true' : undefined }),
    };
    for (const [name, value] of Object.entries(attributes))
      if (value === undefined) control.removeAttribute(name);
      else control.setAttribute(name, value);
  });
}

/**
 * Sets the options (of the document, a dictionary or a request) as the data source of the field, where Formily's
 * components read them.
 */
function useFieldOptions(field: Field, node: FieldNode): readonly Option[] {
  const { options = NO_OPTIONS, status } = useSelectableOptions(node);
  useEffect(() => {
    field.setDataSource(options as unknown as Field['dataSource']);
    field.setLoading(status === 'loading');
  }, [field, options, status]);
  return options;
}

interface SingleFieldProps {
  editProps: Props;
  definition: WidgetDefinition<never>;
  BoundControl: ComponentType<{ editProps: Props; field: Field }>;
}

/** A form with one field around a control. The field's value follows the props; changes are passed to `onChange`. */
function SingleFieldForm({ editProps, definition, BoundControl }: SingleFieldProps) {
  const [{ form, field }] = useState(() => createSingleFieldForm(editProps, definition));
  const schema = useMemo(() => new Schema(controlSchema(editProps.node)), [editProps.node]);
  const latest = useRef(editProps);
  useEffect(() => {
    latest.current = editProps;
    if (!Object.is(field.value, editProps.value)) field.setValue(editProps.value);
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
  // after the effect that subscribes, so that the text that opened the cell is passed to `onChange` like typed text
  useOpeningTextInInput(editProps.id, editProps.typed);
  return (
    <FormContext value={form}>
      <FieldContext value={field}>
        <SchemaContext value={schema}>
          <BoundControl editProps={editProps} field={field} />
        </SchemaContext>
      </FieldContext>
    </FormContext>
  );
}

/**
 * Returns the schema for `useFieldSchema` in a `SingleFieldForm`: the keys of a field's schema that need no compiled
 * form.
 */
const controlSchema = (node: FieldNode): ISchema => ({
  name: node.__vModel__,
  title: node.label,
  'x-component': node.tag,
  'x-node': node,
  'x-compile-omitted': UNCOMPILED_KEYS,
});

/** Creates a Formily form with one field for the value. */
function createSingleFieldForm(
  { node, value, label }: Props,
  definition: WidgetDefinition<never>,
): { form: Form; field: Field } {
  const key = node.__vModel__;
  const values = observable.shallow({ [key]: value, [companionKey(key)]: label });
  const form = createForm({ values, validateFirst: true });
  // stops the observers of `createForm`, which run at each change of any observable of the page
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
  return { form, field };
}
