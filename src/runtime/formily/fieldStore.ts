import { createForm, isVoidField, LifeCycleTypes, type Field, type Form, type IFieldFactoryProps } from '@formily/core';
import { Schema, type ISchema } from '@formily/react';
import { raw } from '@formily/reactive';
import { type Problem, problem } from '../../domain/problem/index.ts';
import type { Access, CompiledForm, Scope } from '../../kernel/index.ts';
import type { FieldStore, FieldStoreEvents } from '../form/fieldStores.ts';
import { bindScope, FIELD_FRAME, toFormilySchema } from './toFormilySchema.ts';
import { createLightField, type FieldProps as LightProps } from './lightField.ts';

const NO_ACCESS: Access = { visible: false, editable: false, required: false };
const NO_PROBLEMS: readonly Problem[] = [];

/** A feedback of a Formily field. A feedback that this store sets contains our problems, not only their texts. */
type Feedback = Field['feedbacks'][number] & { problems?: readonly Problem[] };

interface Options {
  compiled: CompiledForm;
  scope: Scope;
  events: FieldStoreEvents;
  /** The form of a Formily application. Without it, the store creates a form and disposes of it. */
  form?: Form | undefined;
}

/** A field store whose fields are Formily fields. */
export interface FormilyStore extends FieldStore {
  form: Form;
  /** Notifies Formily's listeners, and through them the session, that the values of these keys were written. */
  report(changedKeys: readonly string[]): void;
}

/**
 * Creates the store of a form in edit mode: a Formily form whose fields hold value, access and problems. `scope.values`
 * is the form's own `values`. All fields exist from the start, mounted or not.
 */
export function createFieldStore({ compiled, scope, events, form: existingForm }: Options): FormilyStore {
  const form = existingForm ?? createForm({ values: scope.values as never, validateFirst: true });
  // Stops the observers that `createForm` has added: they run at each change of any observable of the page. `report`
  // notifies the listeners instead.
  if (!existingForm) for (const stop of form.disposers.splice(0)) stop();
  bindScope(form, scope);
  createFields(form, schemaTreeOf(compiled), existingForm === undefined);

  const fields = new Map<string, Field>();
  const keyByField = new Map<unknown, string>();
  for (const field of Object.values(raw(form.fields))) {
    if (isVoidField(field)) continue;
    const key = field.path.toString();
    if (!compiled.fields.has(key)) continue;
    fields.set(key, field as Field);
    keyByField.set(field, key);
  }
  /** Returns the field with this key; null for an unknown key and for a removed field. */
  const fieldOf = (key: string): Field | null => {
    const field = fields.get(key);
    return field !== undefined && raw(form.fields)[field.address.toString()] === field ? field : null;
  };

  const subscription = form.subscribe(({ type, payload }) => {
    const key = keyByField.get(payload);
    if (key === undefined) return;
    if (type === LifeCycleTypes.ON_FIELD_INPUT_VALUE_CHANGE) events.onInput(key);
    else if (type === LifeCycleTypes.ON_FIELD_VALUE_CHANGE) events.onValueChange(key);
  });

  return {
    form,
    access(key) {
      const field = fieldOf(key);
      if (field === null) return NO_ACCESS;
      const visible = field.display === 'visible';
      const editable = visible && field.pattern === 'editable';
      return { visible, editable, required: editable && field.required === true };
    },
    problems(key) {
      const field = fieldOf(key);
      return field === null ? NO_PROBLEMS : problemsIn(field.feedbacks, compiled.fields.get(key)?.node.label ?? key);
    },
    setProblems(key, problems) {
      const field = fieldOf(key);
      if (field === null) return;
      const otherFeedbacks = field.feedbacks.filter(({ type }) => type !== 'error');
      const feedback: Feedback = {
        type: 'error',
        code: 'EffectError',
        messages: problems.map(({ message }) => message),
        problems,
      };
      field.feedbacks = problems.length === 0 ? otherFeedbacks : [...otherFeedbacks, feedback];
    },
    write(key, value) {
      const field = fieldOf(key);
      if (field !== null) field.value = value;
    },
    report(changedKeys) {
      for (const key of changedKeys) {
        const field = fieldOf(key);
        if (field === null) events.onValueChange(key);
        else field.notify(LifeCycleTypes.ON_FIELD_VALUE_CHANGE);
      }
      if (changedKeys.length > 0) form.notify(LifeCycleTypes.ON_FORM_VALUES_CHANGE);
    },
    dispose() {
      form.unsubscribe(subscription);
      if (!existingForm) form.onUnmount();
    },
  };
}

/**
 * Cache of the problems in a list of feedbacks. Formily replaces such a list instead of changing it, so the list can be
 * the key.
 */
const problemsCache = new WeakMap<readonly object[], readonly Problem[]>();

/** Returns the problems in the feedbacks of a field: our own, and errors of other libraries as problems. */
function problemsIn(feedbacks: readonly Feedback[], label: string): readonly Problem[] {
  if (feedbacks.length === 0) return NO_PROBLEMS;
  const cached = problemsCache.get(feedbacks);
  if (cached) return cached;
  const errors = feedbacks.filter(({ type }) => type === 'error');
  const ownProblems = errors.flatMap((feedback) => (isOwnFeedback(feedback) ? feedback.problems : []));
  const ownMessages = new Set(ownProblems.map(({ message }) => message));
  // errors of components of other libraries and of Formily's validators
  const foreignProblems = errors
    .filter((feedback) => !isOwnFeedback(feedback))
    .flatMap(({ messages = [] }) => messages.map(String))
    .filter((message) => !ownMessages.has(message))
    .map((message): Problem => ({ ...problem('VALUE_RANGE', [], { label, detail: message }), message }));
  const all =
    foreignProblems.length === 0 && errors.length === 1
      ? (errors[0]?.problems ?? ownProblems)
      : [...ownProblems, ...foreignProblems];
  problemsCache.set(feedbacks, all);
  return all;
}

/** Returns true for a feedback with our problems; false after another library has replaced its texts. */
const isOwnFeedback = (feedback: Feedback): feedback is Feedback & { problems: readonly Problem[] } =>
  feedback.problems !== undefined &&
  feedback.problems.every(({ message }, index) => feedback.messages?.[index] === message);

type FieldProps = IFieldFactoryProps<never, never>;

const treesByForm = new WeakMap<CompiledForm, Schema>();
/** Formily's `Schema` objects by our schema. */
const objectsBySchema = new WeakMap<ISchema, Schema>();

/** Returns Formily's `Schema` object of one of our schemas: the object created by `schemaTreeOf`, else a new one. */
export const schemaObject = (schema: ISchema): Schema => objectsBySchema.get(schema) ?? new Schema(schema);

/** Returns the schema of a compiled form as a tree of Formily's `Schema` objects. Cached per compiled form. */
export function schemaTreeOf(compiled: CompiledForm): Schema {
  const cached = treesByForm.get(compiled);
  if (cached) return cached;
  const schema = toFormilySchema(compiled);
  const root = new Schema(schema);
  const visit = (object: Schema, schema: ISchema): void => {
    objectsBySchema.set(schema, object);
    precomputeProps(object);
    const properties = (schema.properties ?? {}) as Record<string, ISchema>;
    for (const child of childrenOf(object)) visit(child, properties[child.name as string] as ISchema);
  };
  visit(root, schema);
  treesByForm.set(compiled, root);
  return root;
}

const childrenOf = (schema: Schema): Schema[] => Object.values((schema.properties ?? {}) as Record<string, Schema>);

/**
 * Precomputes the props of a field, which are the same at every render. Otherwise Formily would search the schema for
 * texts in `{{ }}`, for every field of every form; our schemas contain no such texts.
 */
function precomputeProps(schema: Schema): void {
  const reactions = schema['x-reactions'] as FieldProps['reactions'];
  const props = {
    name: schema.name,
    title: schema.title,
    reactions,
    ...(schema.type === 'void' ? {} : { validator: schema['x-validator'], dataSource: schema.enum }),
    ...(schema['x-decorator'] === FIELD_FRAME ? { decorator: [FIELD_FRAME] } : {}),
    component: schema['x-component'] === undefined ? [] : [schema['x-component']],
  };
  schema.toFieldProps = () => props as unknown as ReturnType<Schema['toFieldProps']>;
}

/**
 * Creates all fields of the schema, mounted or not. `usesLightFields`: true to create a `LightField` for each field
 * that is neither void nor an array; false for the form of another application, which gets only Formily's own fields.
 */
function createFields(form: Form, root: Schema, usesLightFields: boolean): void {
  const visit = (schema: Schema, basePath: string): void => {
    for (const child of childrenOf(schema)) {
      const props = { ...(child.toFieldProps({}) as unknown as FieldProps), basePath };
      if (child.type === 'void') form.createVoidField(props as never);
      else if (child.type === 'array') form.createArrayField(props as never);
      else if (usesLightFields) createLightField(form, props as unknown as LightProps);
      else form.createField(props as never);
      visit(child, basePath === '' ? String(child.name) : `${basePath}.${child.name}`);
    }
  };
  visit(root, '');
}
