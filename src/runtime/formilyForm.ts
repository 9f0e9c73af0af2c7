import { createForm, type Field, type Form } from '@formily/core';
import { autorun, untracked } from '@formily/reactive';
import type { CompiledForm, Scope } from '../kernel/form.ts';
import { isSameComputed } from '../kernel/records/same.ts';
import './refuseCompiler.ts';

export interface BoundForm {
  form: Form;
  field(key: string): Field | undefined;
  dispose(): void;
}

/**
 * Binds a compiled form to Formily: one field each, whose display, pattern and required state follow the kernel's
 * closures. A reaction tracks only the values and the parts of the situation that its closure read.
 */
export function bindForm(compiled: CompiledForm, values: Record<string, unknown>, scope: Scope): BoundForm {
  const form = createForm({ values, validateFirst: true });
  const fields = new Map<string, Field>();
  const stops: (() => void)[] = [];
  for (const [key, compiledField] of compiled.fields) {
    const field = form.createField({ name: key, data: { isRequired: false } });
    fields.set(key, field);
    stops.push(autorun(() => {
      const access = compiledField.access(scope);
      untracked(() => {
        const display = access.visible ? 'visible' : 'hidden';
        const pattern = access.editable ? 'editable' : 'readPretty';
        if (field.display !== display) field.display = display;
        if (field.pattern !== pattern) field.pattern = pattern;
        if (field.data.isRequired !== access.required) field.data = { isRequired: access.required };
      });
    }));
  }
  for (const key of compiled.computeOrder) {
    const compute = compiled.fields.get(key)?.compute;
    if (!compute) continue;
    stops.push(autorun(() => {
      const value = compute(scope) ?? undefined;
      untracked(() => { if (!isSameComputed(values[key], value)) values[key] = value; });
    }));
  }
  return {
    form,
    field: (key) => fields.get(key),
    dispose() {
      for (const stop of stops) stop();
      form.clearFormGraph('*');
    },
  };
}
