import type { Form } from '@formily/core';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Access, CompiledField, CompiledForm, Scope } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import type { Situation } from '../../rules/situation.ts';
import type { NodeSchema } from '../formily/toFormilySchema.ts';
import type { Services } from '../services/services.ts';
import type { DefaultRows } from './defaultRows.ts';

/** Input of `createFormSession`. */
export interface FormSessionOptions {
  compiled: CompiledForm;
  /** The stored record; null for a new record, which is filled from defaults, `isToday` and placeholders. */
  record: FormRecord | null;
  situation: Situation;
  services: Services;
  /**
   * 'view': the `view` faces are rendered as plain text, without a Formily form. A super role still gets 'edit'
   * (ED-005). Default 'edit'.
   */
  mode?: 'edit' | 'view';
  /**
   * The form of a Formily application whose `SchemaField` renders our schema. Its fields hold values, access and
   * problems. Default: a new form.
   */
  form?: Form;
}

/**
 * One open form: values, situation, problems. Members marked (reactive) can be read in a component wrapped by
 * `observer` of @formily/reactive-react; a change renders only the components that read them. In edit mode the fields
 * of a Formily form store value, access and problems; the session adds the record, dirty marks, the check of unique
 * values and options that depend on other fields.
 */
export interface FormSession {
  readonly compiled: CompiledForm;
  readonly mode: 'edit' | 'view';
  /** The Formily form; null in view mode. */
  readonly form: Form | null;
  readonly services: Services;
  /** (reactive) The situation of the form. Change it with `setSituation`. */
  readonly situation: Situation;
  /**
   * (reactive) The values of all fields by key, and the companion labels (`<key>Label`). The value of a sub-table is
   * `readonly Row[]`.
   */
  readonly values: Readonly<Record<string, unknown>>;
  /** (reactive) The scope that compiled expressions read. The object stays the same; its contents change. */
  readonly scope: Scope;
  /** Values as loaded or last saved. A value that differs from these counts as changed. Not reactive. */
  readonly baseline: Readonly<Record<string, unknown>>;
  /** State of the default rows that requests have loaded into the sub-tables. */
  readonly defaultRows: DefaultRows;
  /** (reactive) True when the person has changed something since the record was last loaded or saved. */
  readonly isDirty: boolean;
  /**
   * Calls the listener after the value of this key (null: of any key) changed; in view mode also after its
   * problems or the situation changed. Cheaper than an observer for updates at every key press. Returns the unsubscribe
   * function.
   */
  onValueChange(key: string | null, listener: () => void): () => void;
  /**
   * Returns the number of notifications to `onValueChange` listeners so far; a greater number means that values may
   * have changed.
   */
  changeCount(): number;
  /**
   * Calls the listener at each `focusProblem`: a container opens the pane with the field, and the field takes the
   * focus. Returns the unsubscribe function.
   */
  onFocus(listener: (path: Path) => void): () => void;

  /** Changes the situation (e.g. task node or mode). Rules run again; the form is not compiled again (RP-008). */
  setSituation(change: Partial<Situation>): void;
  /**
   * Sets a value as an edit of the user: marks the form dirty, stores the companion label if the widget has one, and
   * validates the field again if it shows an error.
   */
  setValue(key: string, value: unknown, label?: string): void;
  /**
   * Restores values and labels that `valuesFilledBy` returned earlier. Does not send the requests of these fields
   * again.
   */
  restoreValues(valuesBefore: Readonly<Record<string, unknown>>): void;
  /**
   * (reactive) Returns the access (visible, editable, required) of a top-level field; for an unknown key, nothing is
   * allowed.
   */
  access(key: string): Access;
  field(key: string): CompiledField | undefined;
  /**
   * Returns the Formily schema of a node, or of a pane, for which the array of its children is passed. Null for any
   * other object.
   */
  schemaOf(nodeOrChildren: object): NodeSchema | null;
  /**
   * (reactive in edit mode) Returns the problems shown at this field. Paths are relative to the value of the field (of
   * a sub-table: `[rowIndex, columnKey]`).
   */
  problems(key: string): readonly Problem[];
  setProblems(key: string, problems: readonly Problem[]): void;
  /** Validates one field (on blur) and shows its problems; for a valid `unique` field also queries the server. */
  validateField(key: string): readonly Problem[];
  /** (reactive) True while the server checks whether the value of this `unique` field is free. */
  isCheckingUnique(key: string): boolean;
  /**
   * Validates every visible field, mounted or not, including sub-tables. Shows the problems and returns them with
   * record paths `[key, ...]`.
   */
  validate(): readonly Problem[];
  /**
   * Shows problems of a refused save at their fields (paths `[key, ...]`, `['fieldsMap', key]`, `['childTables', table,
   * row, 'fieldsMap', column]`), except problems of values that the user has changed since the save was sent. Returns
   * the problems that belong to no field.
   */
  showProblems(problems: readonly Problem[]): readonly Problem[];
  clearProblems(): void;
  /** Scrolls to the field or cell of a problem, mounts its widget and focuses it. */
  focusProblem(path: Path): void;
  /**
   * Returns the record to save: unchanged system columns, `fieldsMap` (labels included) and `childTables`. First undoes
   * the user's input in fields that became read-only after a later change of another field (`undoneInput`).
   */
  toRecord(): FormRecord;
  /** Labels of the shown fields and columns whose input the last `toRecord` has undone. */
  readonly undoneInput: readonly string[];
  /**
   * After a save: takes over the record from the answer (id, revision, flwState, values set by the server). Values
   * typed since the save was sent are kept and stay dirty.
   */
  markSaved(record: FormRecord): void;
  /**
   * Replaces all values by those of another record, e.g. of the latest stored record after a stale save. For `null`,
   * replaces them by the values of a new record.
   */
  load(record: FormRecord | null): void;
  /** The record as last loaded or saved; null when new. */
  readonly record: FormRecord | null;
  dispose(): void;
}
