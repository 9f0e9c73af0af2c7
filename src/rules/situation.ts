import type { FlowFormConfig } from '../grammar/documents.ts';
import type { LookupAnswers } from './lookupAnswers.ts';
import type { RoleFields } from './roleFields.ts';

/** '1' on, '0' off, as on the wire (EN-020). */
export type Flag = '0' | '1';

/** What the flow-form configuration says of one task node. `hidesAll`: what it said is not known any more, so nothing is to be seen by it. */
export type NodeRules = FlowFormConfig['nodes'][number] & { hidesAll?: true };

export interface SituationUser {
  id: string;
  name: string;
  roles: readonly string[];
  /** Permission marks of this person; blocks of a screen may ask for one. */
  permissions?: readonly string[];
  /** Fields that their roles never see or never change, by form. */
  fieldRules?: Readonly<Record<string, RoleFields>>;
  /** Main department and unit, for `${curentDept}` and `${curentUnit}`; the name is for their display text. */
  dept?: { id: string; name?: string };
  unit?: { id: string; name?: string };
}

/** Code of the role that is the super role flag (ED-005, OD-053): given to accounts like any other role. */
export const SUPER_ROLE = 'superRole';

/** ED-005: does this person keep the selectors of a read-only form? Asked by the browser and again by the server. */
export const hasSuperRole = ({ roles }: { roles: readonly string[] }): boolean => roles.includes(SUPER_ROLE);

/**
 * Who is looking, at what, when. Plain data here; the runtime makes it observable, so that switching
 * node, mode or owner re-runs the rules without a new compile (RP-008).
 */
export interface Situation {
  user: SituationUser;
  /** Name of the current task node; '' when no approval is at hand. */
  taskNode: string;
  /** '1' when the form is opened from a current to-do (route query). */
  todo: Flag;
  /** '1' when the form is opened for editing (route query). */
  isEdit: Flag;
  /** flwState of the record: '0' draft, '1' running, '2' returned, '3' finished, '4' voided. */
  flowState: string;
  recordId: string | null;
  /** Keeps the three selectors editable on a read-only form (ED-005). */
  superRole: boolean;
  query: Readonly<Record<string, string>>;
  /** Rules of the current task node; null when the form has no flow or no node is current. */
  nodeRules: NodeRules | null;
  /** Of a task that is for one row of a sub-table: the rows that are others'. Absent or null: it is for the whole record. */
  otherRows?: OtherRows | null;
  /** Fields of this form that the person's roles never see or never change; they win over definition and node. */
  roleFields?: RoleFields | null;
  /** Values that formulas look up in other forms. Absent: such a formula keeps the value that stands. */
  lookups?: LookupAnswers | null;
}

/** Rows of a sub-table by their ids. */
export interface OtherRows {
  table: string;
  ids: ReadonlySet<string>;
}
