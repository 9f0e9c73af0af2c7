import { createForm, FormPath, type Field, type Form, type GeneralField } from '@formily/core';
import { batch, define, observable, raw, Tracker } from '@formily/reactive';

/** Props of a field as a schema gives them: name, path of its parent, component, reactions. */
export type FieldProps = Readonly<Record<string, unknown>> & {
  basePath: string;
  reactions?: readonly ((field: GeneralField) => void)[];
};

/** What the constructor of Formily's `Field` calls on itself; the package exports the class as a type only. */
type FieldInternals = Pick<
  Field,
  'form' | 'path' | 'disposers' | 'props' | 'setValue' | 'selfDisplay' | 'selfPattern'
> & {
  makeObservable(): void;
  makeReactive(): void;
};
type FieldClass = new (address: FormPath, props: object, form: Form, isDesignable: boolean) => FieldInternals;

function formilyFieldClass(): FieldClass {
  const form = createForm();
  const found = (form.createField({ name: 'probe' }) as Field).constructor;
  form.onUnmount();
  return found as unknown as FieldClass;
}

type Display = Field['display'];
type Pattern = Field['pattern'];

/** Formily finds the field above by walking its path at each reading; ours know it. */
const aboveOf = (field: GeneralField): GeneralField | undefined => field.parent as GeneralField | undefined;

/**
 * Whether a field is to be seen, by Formily's own rule, read from what was set. A layout field computes its `display`
 * once for all who read it, and each reader that runs again looks through all the others: a thousand fields in one
 * layout made a key press twice as dear.
 */
function displayOf(field: GeneralField, form: Form): Display {
  const above = aboveOf(field);
  const around = above && displayOf(above, form);
  const own = field.selfDisplay;
  if (around && around !== 'visible') return own && own !== 'visible' ? own : around;
  return own ?? around ?? form.display ?? 'visible';
}

/** Whether a field is to be filled in, likewise. */
function patternOf(field: GeneralField, form: Form): Pattern {
  const above = aboveOf(field);
  const around = (above && patternOf(above, form)) || form.pattern || 'editable';
  const own = field.selfPattern;
  if (own === undefined || own === null) return around;
  return around === 'readPretty' && own !== 'editable' ? around : own;
}

/** State of a field that components observe. What Formily computes from it (`display`, `required` ...) follows as plain getters. */
const OBSERVED = {
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
 * A Formily field at a third of its cost. Formily gives each field 45 observables and four reactions of its own, and
 * every reaction that runs again looks through all fields of the form: in 5,000 fields a change of the approval step took
 * seven seconds and overflowed the stack. Here a field has the observables above, its schema's reactions run from the
 * queue of the form, and changes of values are reported by the form's values (`tracedValues`).
 */
class LightField extends formilyFieldClass() {
  /** Of the form's values, as in Formily; without walking a path that has one step. */
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
   * The parent field, looked up by its path in the schema, which never changes while the form exists. Formily would search the
   * path at each read of `display` and `pattern`.
   */
  get parent(): GeneralField | undefined {
    return raw(this.form.fields)[(this.props as unknown as FieldProps).basePath];
  }

  /** As Formily computes it, from what was set at each field above. See `displayOf`. */
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
    define(this as object, OBSERVED as object);
  }

  override makeReactive(): void {
    const { reactions = [] } = this.props as unknown as FieldProps;
    const queue = queueOf(this.form);
    for (const reaction of reactions) this.disposers.push(queue.follow(() => reaction(this as unknown as Field)));
  }
}

/** Creates a field of the form as `form.createField` does. */
export function createLightField(form: Form, props: FieldProps): void {
  const address = FormPath.parse(props.basePath).concat(props.name as string);
  batch(() => new LightField(address, props, form, false));
}

interface Queue {
  /** Runs the work now, and again after anything that it read has changed. Returns what ends it. */
  follow(work: () => void): () => void;
}

const queues = new WeakMap<Form, Queue>();

/** Reactions of one form, one after the other: Formily runs pending ones inside each other, as deep as there are many. */
function queueOf(form: Form): Queue {
  const known = queues.get(form);
  if (known) return known;
  const waiting = new Set<() => void>();
  let isRunning = false;
  const run = (): void => {
    if (isRunning) return;
    isRunning = true;
    try {
      for (const work of waiting) {
        waiting.delete(work);
        work();
      }
    } finally {
      isRunning = false;
    }
  };
  const queue: Queue = {
    follow(work) {
      const tracked = (): void => {
        tracker.track(work);
      };
      const tracker = new Tracker(() => {
        waiting.add(tracked);
        run();
      });
      tracked();
      return () => {
        waiting.delete(tracked);
        tracker.dispose();
      };
    },
  };
  queues.set(form, queue);
  return queue;
}

/** The values of a form, and the same object without observation. */
export interface TracedValues {
  values: Record<string, unknown>;
  bare: Record<string, unknown>;
}

/**
 * Values of a form that report which of them was written, whoever wrote it, when the batch of the change is over.
 * Writing to `bare` reports nothing.
 */
export function tracedValues(onChange: (keys: readonly string[]) => void): TracedValues {
  const bare: Record<string, unknown> = {};
  let changed = new Set<string>();
  const report = (): void => {
    const keys = [...changed];
    changed = new Set();
    onChange(keys);
  };
  const note = (key: string | symbol): void => {
    if (typeof key !== 'string') return;
    changed.add(key);
    batch.endpoint?.(report);
  };
  const traced = new Proxy(bare, {
    set(target, key: string, value: unknown) {
      const isSame = Object.is(target[key], value);
      target[key] = value;
      if (!isSame) note(key);
      return true;
    },
    deleteProperty(target, key: string) {
      const isGone = Reflect.deleteProperty(target, key);
      note(key);
      return isGone;
    },
  });
  return { values: observable.shallow(traced), bare };
}
