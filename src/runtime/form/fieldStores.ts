import type { Problem } from '../../domain/problem/index.ts';
import type { Access, CompiledForm, Scope } from '../../kernel/index.ts';

/** The store of the values, access and problems of a session's fields. */
export interface FieldStore {
  /** (reactive) Returns the current access; for an unknown field, nothing is allowed. */
  access(key: string): Access;
  /** (reactive in edit mode) Returns the problems shown at the field. */
  problems(key: string): readonly Problem[];
  setProblems(key: string, problems: readonly Problem[]): void;
  /** Sets the value of a field of the form. */
  write(key: string, value: unknown): void;
  dispose(): void;
}

/** Functions that a field store calls. */
export interface FieldStoreEvents {
  /**
   * Called after the value of a field has changed for any reason. The store of a read-only form calls it only when it
   * has set the problems of a field, so that the field is rendered again.
   */
  onValueChange(key: string): void;
  /** Called when a component passes user input to the Formily field without `FormSession.setValue`. */
  onInput(key: string): void;
}

const NO_ACCESS: Access = { visible: false, editable: false, required: false };
const NO_PROBLEMS: readonly Problem[] = [];

/**
 * Creates the store of a read-only form: plain data without a Formily form. Its `access` evaluates the rules at each
 * call.
 */
export function createReadStore(compiled: CompiledForm, scope: Scope, { onValueChange }: FieldStoreEvents): FieldStore {
  const problems = new Map<string, readonly Problem[]>();
  const values = scope.values as Record<string, unknown>;
  return {
    access: (key) => compiled.fields.get(key)?.access(scope) ?? NO_ACCESS,
    problems: (key) => problems.get(key) ?? NO_PROBLEMS,
    setProblems(key, list) {
      problems.set(key, list);
      onValueChange(key);
    },
    write(key, value) {
      values[key] = value;
    },
    dispose: () => undefined,
  };
}
