import type { Problem } from '../../domain/problem/index.ts';
import type { Access, CompiledForm, Scope } from '../../kernel/index.ts';

/** Storage of a session for values, access and problems of its fields. */
export interface FieldStore {
  /** (reactive) Current access. For an unknown field: nothing is allowed. */
  access(key: string): Access;
  /** (reactive in edit mode) The problems shown at the field. */
  problems(key: string): readonly Problem[];
  setProblems(key: string, problems: readonly Problem[]): void;
  /** Sets the value of a field. The key must be that of a field of the form. */
  write(key: string, value: unknown): void;
  dispose(): void;
}

export interface FieldStoreEvents {
  /** The value of a field has changed, whoever changed it. */
  onValue(key: string): void;
  /** A component has reported an input of the user to the Formily field, without `FormSession.setValue`. */
  onInput(key: string): void;
}

const CLOSED: Access = { visible: false, editable: false, required: false };
const NO_PROBLEMS: readonly Problem[] = [];

/**
 * The store of a read-only form: plain data; rules are evaluated at each call of `access`. No Formily form is created.
 */
export function createReadStore(compiled: CompiledForm, scope: Scope, { onValue }: FieldStoreEvents): FieldStore {
  const problems = new Map<string, readonly Problem[]>();
  const values = scope.values as Record<string, unknown>;
  return {
    access: (key) => compiled.fields.get(key)?.access(scope) ?? CLOSED,
    problems: (key) => problems.get(key) ?? NO_PROBLEMS,
    setProblems(key, list) {
      problems.set(key, list);
      onValue(key);
    },
    write(key, value) {
      values[key] = value;
    },
    dispose: () => undefined,
  };
}
