import type { Form } from '@formily/core';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Access, CompiledField, CompiledForm, Scope } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import type { Situation } from '../../rules/situation.ts';
import type { NodeSchema } from '../formily/toFormilySchema.ts';
import type { Services } from '../services/services.ts';

export interface FormSessionOptions {
  compiled: CompiledForm;
  /** The stored record; null for a new one (then defaults, isToday and placeholders fill it). */
  record: FormRecord | null;
  situation: Situation;
  services: Services;
  /** A view-mode session renders `view` faces as plain text and creates no Formily form or field. Default 'edit'. */
  mode?: 'edit' | 'view';
  /** The form of a Formily application around, whose `SchemaField` renders our schema: values, access and problems stand in its fields. Default: a form of its own. */
  form?: Form;
}

/**
 * One form being filled or read: values, situation, problems. Everything marked (reactive) may be read in a
 * component wrapped by `observer` of @formily/reactive-react and re-renders only what read it. In edit mode the fields
 * of a Formily form store value, access and problems; the session adds what Formily knows nothing of: records, dirty
 * marks, unique values, linked options.
 */
export interface FormSession {
  readonly compiled: CompiledForm;
  readonly mode: 'edit' | 'view';
  /** The Formily form; null in view mode. */
  readonly form: Form | null;
  readonly services: Services;
  /** (reactive) Who, what, when. Change it with `setSituation`. */
  readonly situation: Situation;
  /** (reactive) Every field by key, companion labels (`<key>Label`) included; a sub-table's value is `readonly Row[]`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** (reactive) What the kernel's closures read. The object is stable; its contents are live. */
  readonly scope: Scope;
  /** Values as loaded or last saved: what “changed” is measured from. Not reactive. */
  readonly baseline: Readonly<Record<string, unknown>>;
  /** (reactive) True when something was changed since the record was loaded or `markSaved`. */
  readonly isDirty: boolean;
  /**
   * Calls the listener when this value (null: one of all values) has changed; in view mode also when its problems or the
   * situation changed. Cheaper than an observer for what follows every key press. Returns the unsubscribe function.
   */
  onValue(key: string | null, listener: () => void): () => void;
  /** How often listeners of `onValue` were called: a version number of the values. */
  turn(): number;
  /** Calls the listener at `focusProblem`: containers open the pane that holds the field, the field takes the focus. Returns the unsubscribe function. */
  onFocus(listener: (path: Path) => void): () => void;

  /** Switching node, mode or owner re-runs the rules, without a compile (RP-008). */
  setSituation(change: Partial<Situation>): void;
  /** Sets a value as the user's edit: marks dirty, stores the companion label where the widget has one, re-checks a field that shows an error. */
  setValue(key: string, value: unknown, label?: string): void;
  /** (reactive) Visible, editable, required of a top-level field now. Unknown key: nothing is allowed. */
  access(key: string): Access;
  field(key: string): CompiledField | undefined;
  /** The Formily schema of a node of the definition, or of the pane with these children; null for anything else. */
  schemaOf(part: object): NodeSchema | null;
  /** (reactive) Problems shown at this field; paths are relative to its value (a sub-table: `[rowIndex, columnKey]`). */
  problems(key: string): readonly Problem[];
  setProblems(key: string, problems: readonly Problem[]): void;
  /** Checks one field (on blur) and shows what it finds; of a `unique` one the server is queried too. */
  check(key: string): readonly Problem[];
  /** (reactive) A query whether the value of this field is free is on its way. */
  isAsking(key: string): boolean;
  /** Checks every visible field, sub-tables included, mounted or not; shows the problems and returns them with record paths `[key, ...]`. */
  validate(): readonly Problem[];
  /** Places problems of a refused save on their fields (paths `[key, ...]`, `['fieldsMap', key]`, `['childTables', table, row, 'fieldsMap', column]`); returns those that belong to no field. */
  showProblems(problems: readonly Problem[]): readonly Problem[];
  clearProblems(): void;
  /** Scrolls to the field (and cell) of a problem, mounts its widget and focuses it. */
  focusProblem(path: Path): void;
  /** The record to save: unchanged system columns, `fieldsMap` (labels included) and `childTables`. */
  toRecord(): FormRecord;
  /** After a save: takes id, revision, flwState... of the answer, keeps the typed values, clears dirty. */
  markSaved(record: FormRecord): void;
  /** Replaces everything by another record (reload after a refused stale save, or “reset”). */
  load(record: FormRecord | null): void;
  /** The record as last loaded or saved; null when new. */
  readonly record: FormRecord | null;
  dispose(): void;
}
