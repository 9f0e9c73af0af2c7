import { createForm, FormPath, type Field, type Form, type GeneralField } from '@formily/core';
import { batch, define, observable, raw, Tracker } from '@formily/reactive';

/** Props of a field in a schema: name, path of its parent (`basePath`), component, reactions. */
export type FieldProps = Readonly<Record<string, unknown>> & {
  basePath: string;
  reactions?: readonly ((field: GeneralField) => void)[];
};

/** Members of Formily's `Field` that LightField uses or overrides; the package exports `Field` only as a type. */
type FieldInternals = Pick<
  Field,
  'form' | 'path' | 'disposers' | 'props' | 'setValue' | 'selfDisplay' | 'selfPattern'
> & {
  makeObservable(): void;
  makeReactive(): void;
};
type FieldClass = new (address: FormPath, props: object, form: Form, isDesignable: boolean) => FieldInternals;

/** Returns Formily's class `Field`, taken from a field, because the package does not export the class. */
function formilyFieldClass(): FieldClass {
  const form = createForm();
  const fieldClass = (form.createField({ name: 'probe' }) as Field).constructor;
  form.onUnmount();
  return fieldClass as unknown as FieldClass;
}

type Display = Field['display'];
type Pattern = Field['pattern'];

/**
 * Returns the parent of a field; undefined at the top level. A LightField looks its parent up in `form.fields` by one
 * key; Formily's own fields search for the parent along their path at each read.
 */
const parentOf = (field: GeneralField): GeneralField | undefined => field.parent as GeneralField | undefined;

/**
 * Returns the `display` of a field by Formily's own rule, computed from the values set on the field and its ancestors.
 * Formily's own `display` of a layout field is a shared computed value: each reader of the value iterates over all
 * other readers when the reader runs again. With a thousand fields in one layout this doubled the cost of a key press.
 */
function displayOf(field: GeneralField, form: Form): Display {
  const parent = parentOf(field);
  const inheritedDisplay = parent && displayOf(parent, form);
  const ownDisplay = field.selfDisplay;
  if (inheritedDisplay && inheritedDisplay !== 'visible')
    return ownDisplay && ownDisplay !== 'visible' ? ownDisplay : inheritedDisplay;
  return ownDisplay ?? inheritedDisplay ?? form.display ?? 'visible';
}

/** Returns the `pattern` of a field, computed like its `display`. */
function patternOf(field: GeneralField, form: Form): Pattern {
  const parent = parentOf(field);
  const inheritedPattern = (parent && patternOf(parent, form)) || form.pattern || 'editable';
  const ownPattern = field.selfPattern;
  if (ownPattern === undefined || ownPattern === null) return inheritedPattern;
  return inheritedPattern === 'readPretty' && ownPattern !== 'editable' ? inheritedPattern : ownPattern;
}

/** State of a field that components observe. Derived state (`display`, `required` ...) is computed by plain getters. */
const OBSERVED_STATE = {
  title: observable.ref,
  description: observable.ref,
  dataSource: observable.ref,
  selfDisplay: observable.ref,
  selfPattern: observable.ref,
  loading: observable.ref,
  validating: observable.ref,
  modified: observable.ref,
  active: observable.ref,
  visited: observable.ref,
  decoratorType: observable.ref,
  componentType: observable.ref,
  content: observable.ref,
  feedbacks: observable.ref,
  decoratorProps: observable,
  componentProps: observable,
  validator: observable.shallow,
  data: observable.shallow,
};

/**
 * A Formily field at a third of the usual cost. A usual Formily field has 45 observables and four reactions, and every
 * reaction that runs again iterates over all fields of the form: with 5,000 fields a change of the approval step took
 * seven seconds and overflowed the stack. A LightField has only the observables above. The reactions of its schema run
 * in the queue of the form, and `createTracedValues` reports changes of values.
 */
class LightField extends formilyFieldClass() {
  /** Reads the value from the form's values, without a path search for a path of one segment. */
  get value(): unknown {
    const { segments } = this.path;
    return segments.length === 1
      ? (this.form.values as Record<string, unknown>)[segments[0] as string]
      : this.form.getValuesIn(this.path);
  }

  set value(value: unknown) {
    this.setValue(value);
  }

  /**
   * Returns the parent field, looked up by its path, which is constant while the form exists. Formily would search for
   * the parent at each read of `display` and `pattern`.
   */
  get parent(): GeneralField | undefined {
    return raw(this.form.fields)[(this.props as unknown as FieldProps).basePath];
  }

  /** Returns the same value as Formily at a lower cost (see `displayOf`). */
  get display(): Display {
    return displayOf(this as unknown as GeneralField, this.form);
  }

  set display(display: Display) {
    this.selfDisplay = display;
  }

  get pattern(): Pattern {
    return patternOf(this as unknown as GeneralField, this.form);
  }

  set pattern(pattern: Pattern) {
    this.selfPattern = pattern;
  }

  override makeObservable(): void {
    define(this as object, OBSERVED_STATE as object);
  }

  override makeReactive(): void {
    const { reactions = [] } = this.props as unknown as FieldProps;
    const queue = queueOf(this.form);
    for (const reaction of reactions)
      this.disposers.push(queue.runReactively(() => reaction(this as unknown as Field)));
  }
}

/** Adds a LightField to the form; called in place of `form.createField`. */
export function createLightField(form: Form, props: FieldProps): void {
  const address = FormPath.parse(props.basePath).concat(props.name as string);
  batch(() => new LightField(address, props, form, false));
}

interface Queue {
  /** Runs the work now, and again when an observable that it has read changes. Returns a function that stops this. */
  runReactively(work: () => void): () => void;
}

const queues = new WeakMap<Form, Queue>();

/**
 * Returns the queue that runs the reactions of one form in sequence. Formily nests pending reactions, which can
 * overflow the stack. If a reaction fails, the error is reported to the window and the following reactions still run.
 */
function queueOf(form: Form): Queue {
  const existingQueue = queues.get(form);
  if (existingQueue) return existingQueue;
  const waitingReactions = new Set<() => void>();
  let isRunning = false;
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const work of waitingReactions) {
        waitingReactions.delete(work);
        try {
          work();
        } catch (error) {
          reportError(error);
        }
      }
    } finally {
      isRunning = false;
    }
  };
  const queue: Queue = {
    runReactively(work) {
      const runTracked = (): void => {
        tracker.track(work);
      };
      const tracker = new Tracker(() => {
        waitingReactions.add(runTracked);
        run();
      });
      runTracked();
      return () => {
        waitingReactions.delete(runTracked);
        tracker.dispose();
      };
    },
  };
  queues.set(form, queue);
  return queue;
}

/** The observed values of a form. `unobservedValues`: the same values without observation. */
export interface TracedValues {
  values: Record<string, unknown>;
  unobservedValues: Record<string, unknown>;
}

/**
 * Creates the values of a form, initially none. At the end of each batch of changes to `values`, calls `onChange` with
 * the changed keys. Changes to `unobservedValues` are not reported.
 */
export function createTracedValues(onChange: (keys: readonly string[]) => void): TracedValues {
  const unobservedValues: Record<string, unknown> = {};
  let changedKeys = new Set<string>();
  const report = (): void => {
    const keys = [...changedKeys];
    changedKeys = new Set();
    onChange(keys);
  };
  const queueReport = (key: string | symbol): void => {
    if (typeof key !== 'string') return;
    changedKeys.add(key);
    batch.endpoint?.(report);
  };
  const tracedProxy = new Proxy(unobservedValues, {
    set(target, key: string, value: unknown) {
      const isSame = Object.is(target[key], value);
      target[key] = value;
      if (!isSame) queueReport(key);
      return true;
    },
    deleteProperty(target, key: string) {
      const isDeleted = Reflect.deleteProperty(target, key);
      queueReport(key);
      return isDeleted;
    },
  });
  return { values: observable.shallow(tracedProxy), unobservedValues };
}
