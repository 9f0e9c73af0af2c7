import type { Problem } from '../../domain/problem/index.ts';
import type { Access, CompiledForm, Scope } from '../../kernel/index.ts';

/** Where a session keeps what it knows of its fields. */
export interface FieldStore {
  /** (reactive) Visible, editable, required now. A field that is not there allows nothing. */
  access(key: string): Access;
  /** (reactive) */
  problems(key: string): readonly Problem[];
  setProblems(key: string, problems: readonly Problem[]): void;
  /** Sets the value of a field; nothing happens when there is none of this key. */
  write(key: string, value: unknown): void;
  dispose(): void;
}

export interface FieldStoreEvents {
  /** The value of a field has changed, whoever changed it. */
  onValue(key: string): void;
  /** A component of a field has reported an input of the user by itself. */
  onInput(key: string): void;
}

const CLOSED: Access = { visible: false, editable: false, required: false };
const NO_PROBLEMS: readonly Problem[] = [];

/** The store of a record that is only read: plain data, and the rules called when somebody asks. No Formily form is made. */
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
