import { createForm, isVoidField, LifeCycleTypes, type Field, type Form } from '@formily/core';
import { raw } from '@formily/reactive';
import type { Problem } from '../../domain/problem/index.ts';
import { problem } from '../../domain/problem/index.ts';
import type { Access, CompiledForm, Scope } from '../../kernel/index.ts';
import type { FieldStore, FieldStoreEvents } from '../form/fieldStores.ts';
import { bindScope } from './formScope.ts';
import { createFields, schemaTreeOf } from './schemaTree.ts';

const CLOSED: Access = { visible: false, editable: false, required: false };
const NO_PROBLEMS: readonly Problem[] = [];

/** A feedback of a Formily field. The feedbacks of this store contain our problems, not only their texts. */
type Feedback = Field['feedbacks'][number] & { problems?: readonly Problem[] };

interface Options {
  compiled: CompiledForm;
  scope: Scope;
  events: FieldStoreEvents;
  /** The form of a Formily application. Without it, the store creates a form and disposes of it. */
  form?: Form | undefined;
}

export interface FormilyStore extends FieldStore {
  form: Form;
  /** Notifies Formily's listeners, and through them the session, that the values of these keys were written. */
  report(changed: readonly string[]): void;
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
  const keys = new Map<unknown, string>();
  for (const field of Object.values(raw(form.fields))) {
    if (isVoidField(field)) continue;
    const key = field.path.toString();
    if (!compiled.fields.has(key)) continue;
    fields.set(key, field as Field);
    keys.set(field, key);
  }
  /** Returns the field with this key; null for an unknown key and for a removed field. */
  const fieldOf = (key: string): Field | null => {
    const field = fields.get(key);
    return field !== undefined && raw(form.fields)[field.address.toString()] === field ? field : null;
  };

  const subscription = form.subscribe(({ type, payload }) => {
    const key = keys.get(payload);
    if (key === undefined) return;
    if (type === LifeCycleTypes.ON_FIELD_INPUT_VALUE_CHANGE) events.onInput(key);
    else if (type === LifeCycleTypes.ON_FIELD_VALUE_CHANGE) events.onValue(key);
  });

  return {
    form,
    access(key) {
      const field = fieldOf(key);
      if (field === null) return CLOSED;
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
    report(changed) {
      for (const key of changed) {
        const field = fieldOf(key);
        if (field === null) events.onValue(key);
        else field.notify(LifeCycleTypes.ON_FIELD_VALUE_CHANGE);
      }
      if (changed.length > 0) form.notify(LifeCycleTypes.ON_FORM_VALUES_CHANGE);
    },
    dispose() {
      form.unsubscribe(subscription);
      if (!existingForm) form.onUnmount();
    },
  };
}

/**
 * Problems by list of feedbacks. Formily does not change such a list in place, so the problems can be cached per list.
 */
const problemsCache = new WeakMap<readonly object[], readonly Problem[]>();

function problemsIn(feedbacks: readonly Feedback[], label: string): readonly Problem[] {
  if (feedbacks.length === 0) return NO_PROBLEMS;
  const cached = problemsCache.get(feedbacks);
  if (cached) return cached;
  const errors = feedbacks.filter(({ type }) => type === 'error');
  const ownProblems = errors.flatMap((feedback) => (isOwnFeedback(feedback) ? feedback.problems : []));
  const texts = new Set(ownProblems.map(({ message }) => message));
  // errors of components of other libraries and of Formily's validators
  const foreignProblems = errors
    .filter((feedback) => !isOwnFeedback(feedback))
    .flatMap(({ messages = [] }) => messages.map(String))
    .filter((message) => !texts.has(message))
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
