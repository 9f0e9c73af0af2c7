import type { FormRecord } from '../grammar/documents.ts';
import type { Situation } from '../rules/situation.ts';
import { isEmptyValue } from '../expressions/index.ts';
import type { CompiledField, CompiledForm } from '../kernel/index.ts';
import { type Problem, problem } from '../domain/problem/index.ts';
import { isSameComputed } from './sameValue.ts';
import type { Values } from './recordValues.ts';
import type { Scopes, IsFillReturned } from './writable.ts';

/** The values of a record: its fields and the rows of its sub-tables. */
export type StoredValues = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

/** The input of `checkChanges`. */
export interface ChangeRequest {
  compiled: CompiledForm;
  /** The complete stored record; null for a new one. */
  stored: StoredValues | null;
  /** The values that the client sent. An absent key means unchanged. */
  incoming: StoredValues;
  /** The server's own view of the request: user, task node, mode and node rules. */
  situation: Situation;
  /** Results of looking up the row sources of new rows; absent: no source confirms any value. */
  rowSourceResults?: RowSourceResults;
  /** Checks that a fill call returned the value that the client sent; absent: such values are accepted unchecked. */
  isFillReturned?: IsFillReturned;
}

/**
 * SC-020…024: whether the row sources contain the values of new rows. A row source is a call that lists the records
 * from which a person picks rows of a sub-table, or from which default rows are loaded. The calls are made before the
 * check.
 */
export interface RowSourceResults {
  /**
   * Returns `confirmed` if one item of a source has this value and all other values of the row that need confirmation.
   * Returns `rejected` if no item matches, null if no source was queried for the value.
   */
  verdictOn(table: string, rowId: string, column: string): 'confirmed' | 'rejected' | null;
  /** Returns true if no source contains this new row although the row can only come from a source. */
  isNotInSource(table: string, rowId: string): boolean;
}

/** The data of one save that all checks share. */
export interface ChangeContext extends ChangeRequest {
  /** Flat values before the save (the defaults for a new record) and after it, hidden values included. */
  before: Values;
  after: Values;
  /** `after` with its computed values brought up to date. */
  computed: Values;
  /**
   * The values after and before the save, in this order, as this person sees them. They decide which controls the
   * person's page showed.
   */
  visibleScopes: Scopes;
  /** Keys of the fields that this person may change. */
  writable: ReadonlySet<string>;
}

export const forbiddenProblem = (field: CompiledField, path: Problem['path']): Problem =>
  problem('VALUE_FORBIDDEN', path, { label: field.node.label || field.key });

export const wrongTypeProblem = (field: CompiledField, path: Problem['path']): Problem =>
  problem('VALUE_TYPE', path, { label: field.node.label || field.key });

/** Returns true if the value is valid as a display text: a text, or empty. */
export const isValidLabel = (value: unknown): boolean => typeof value === 'string' || isEmptyValue(value);

/**
 * Returns true if a computed value sent by the client is accepted. It must equal the server's result (`expected`) or
 * the value before the save (`before`). Any value is accepted if the client may have computed it from other inputs: if
 * it does not have the hidden values or has outdated look-ups (`hasSameInputs` is false), or if it used the date of
 * another day. The server always stores its own result.
 */
export function isComputedAccepted(
  field: CompiledField,
  value: unknown,
  expected: unknown,
  before: unknown,
  { compiled, hasSameInputs }: { compiled: CompiledForm; hasSameInputs: boolean },
): boolean {
  return (
    isSameComputed(value, expected) ||
    isSameComputed(value, before) ||
    !hasSameInputs ||
    compiled.dateDependent.has(field.node)
  );
}
