import type { Form } from '@formily/core';
import type { Scope } from '../../kernel/index.ts';
import type { Situation } from '../../rules/situation.ts';

/** A form of a Formily application that knows nothing of users and approval steps: a new record of nobody in particular. */
const NOBODY: Situation = {
  user: { id: '', name: '', roles: [] },
  taskNode: '',
  todo: '0',
  isEdit: '1',
  flowState: '0',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
};

const scopes = new WeakMap<Form, Scope>();

/** Says what the reactions of a form read: its values, and the situation, which is observable. */
export function bindScope(form: Form, scope: Scope): void {
  scopes.set(form, scope);
}

/** What the compiled closures read in this form. A form that was bound to nothing gives its values and a neutral situation. */
export function scopeOf(form: Form): Scope {
  const known = scopes.get(form);
  if (known) return known;
  const scope: Scope = {
    get values() {
      return form.values as Record<string, unknown>;
    },
    situation: NOBODY,
  };
  scopes.set(form, scope);
  return scope;
}
