import { createForm, type Field, type Form } from '@formily/core';
import { autorun, observable, untracked } from '@formily/reactive';
import type { Access, CompiledForm, Scope } from '../../kernel/index.ts';
import { isSameComputed } from '../../records/index.ts';
import './refuseCompiler.ts';

export interface BoundForm {
  /** (reactive) Of a field of this form, followed from the first time it is asked for. */
  access(key: string): Access;
  /** The Formily field, made when it is first needed: a field costs thirty observables, and most of a long form is never touched. */
  field(key: string): Field;
  dispose(): void;
}

const CLOSED: Access = { visible: false, editable: false, required: false };

const isSameAccess = (a: Access, b: Access): boolean =>
  a.visible === b.visible && a.editable === b.editable && a.required === b.required;

/**
 * Binds a compiled form to Formily. What a field's rules say is followed by one reaction each, which tracks only the
 * values and the parts of the situation that its closure read; who reads `access` hears of it when the answer changes,
 * not when a value does. `write` stores a computed value.
 */
export function bindForm(
  compiled: CompiledForm,
  values: Record<string, unknown>,
  scope: Scope,
  write: (key: string, value: unknown) => void,
): BoundForm {
  let form: Form | null = null;
  const fields = new Map<string, Field>();
  const answers: Record<string, Access> = observable.shallow({});
  const followed = new Set<string>();
  const stops: (() => void)[] = [];
  const follow = (key: string): void => {
    followed.add(key);
    stops.push(
      autorun(() => {
        const access = compiled.fields.get(key)?.access(scope) ?? CLOSED;
        untracked(() => {
          if (!answers[key] || !isSameAccess(answers[key], access)) answers[key] = access;
        });
      }),
    );
  };
  for (const key of compiled.computeOrder) {
    const compute = compiled.fields.get(key)?.compute;
    if (!compute) continue;
    stops.push(
      autorun(() => {
        const value = compute(scope) ?? undefined;
        untracked(() => {
          if (!isSameComputed(values[key], value)) write(key, value);
        });
      }),
    );
  }
  return {
    access(key) {
      if (!followed.has(key)) follow(key);
      return answers[key] as Access;
    },
    field(key) {
      // a form listens to every change of every observable of the page, so it is made with its first field
      form ??= createForm({ values, validateFirst: true });
      const field = fields.get(key) ?? form.createField({ name: key });
      fields.set(key, field);
      return field;
    },
    dispose() {
      for (const stop of stops) stop();
      // its fields and its listener, which would keep form and values alive
      form?.onUnmount();
    },
  };
}
