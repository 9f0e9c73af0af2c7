import type { FlowFormConfig } from '../grammar/documents.ts';
import type { LookupAnswers } from './lookupAnswers.ts';
import type { RoleFields } from './roleFields.ts';

/** '1' on, '0' off, as on the wire (EN-020). */
export type Flag = '0' | '1';

/**
 * The flow-form configuration of one task node. `hidesAll`: the configuration is no longer known, so every field is
 * hidden.
 */
export type NodeRules = FlowFormConfig['nodes'][number] & { hidesAll?: true };

/** The person for whom the rules are evaluated. */
export interface SituationUser {
  id: string;
  name: string;
  roles: readonly string[];
  /** Permissions of this person; a block of a screen may require one. */
  permissions?: readonly string[];
  /** Field restrictions of the person's roles, by form. */
  fieldRules?: Readonly<Record<string, RoleFields>>;
  /** Main department and unit, for the placeholders `${curentDept}` and `${curentUnit}`; `name` is the display text. */
  dept?: { id: string; name?: string };
  unit?: { id: string; name?: string };
}

/** Code of the super role (ED-005, OD-053); accounts receive it like any other role. */
export const SUPER_ROLE = 'superRole';

/** ED-005: returns true if this person may edit the selectors of a read-only form. Checked by browser and server. */
export const hasSuperRole = ({ roles }: { roles: readonly string[] }): boolean => roles.includes(SUPER_ROLE);

/**
 * The context in which the rules are evaluated: person, task node, mode and record. Plain data here; the runtime makes
 * it observable, so that a change of task node, mode or flow state re-evaluates the rules without compiling the form
 * again (RP-008).
 */
export interface Situation {
  user: SituationUser;
  /** Name of the current task node; '' outside of an approval. */
  taskNode: string;
  /** '1' when the form is opened from a current to-do (route query). */
  todo: Flag;
  /** '1' when the form is opened for editing (route query). */
  isEdit: Flag;
  /** flwState of the record: '0' draft, '1' running, '2' returned, '3' finished, '4' voided. */
  flowState: string;
  recordId: string | null;
  /** True: the person may edit the selectors of people, departments and units on a read-only form (ED-005). */
  superRole: boolean;
  query: Readonly<Record<string, string>>;
  /** Rules of the current task node; null when the form has no flow or no node is current. */
  nodeRules: NodeRules | null;
  /**
   * In a task for one row of a sub-table: the rows that belong to other tasks. Absent or null: the task is for the
   * whole record.
   */
  rowsOfOtherTasks?: RowsOfOtherTasks | null;
  /** Field restrictions of the person's roles on this form; they take precedence over definition and node rules. */
  roleFields?: RoleFields | null;
  /** Answers for formulas that look up values in other forms. Absent: such a formula keeps its current value. */
  lookups?: LookupAnswers | null;
}

/** Rows of a sub-table by their ids. */
export interface RowsOfOtherTasks {
  table: string;
  ids: ReadonlySet<string>;
}
