import type { Form } from '@formily/core';
import type { Scope } from '../../kernel/index.ts';
import type { Situation } from '../../rules/situation.ts';

/** Situation for the form of a Formily application without users and approval: a new record of an unknown user. */
const NEUTRAL_SITUATION: Situation = {
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

/** Sets the scope that the reactions of a form read: the form's values and the observable situation. */
export function bindScope(form: Form, scope: Scope): void {
  scopes.set(form, scope);
}

/** Returns the scope of a form. Without `bindScope`: the form's values and a neutral situation. */
export function scopeOf(form: Form): Scope {
  const bound = scopes.get(form);
  if (bound) return bound;
  const scope: Scope = {
    get values() {
      return form.values as Record<string, unknown>;
    },
    situation: NEUTRAL_SITUATION,
  };
  scopes.set(form, scope);
  return scope;
}
