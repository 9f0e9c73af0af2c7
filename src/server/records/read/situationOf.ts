import { hasSuperRole, type NodeRules, type RowsOfOtherTasks, type Situation } from '../../../rules/situation.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { RequestUser } from '../../http/user.ts';
import type { RecordRow } from './recordRows.ts';

/**
 * The data from which the server builds a situation. The server reads all of them itself, none from the request body.
 */
export interface SituationInput {
  user: RequestUser;
  /**
   * The form whose role rules for fields apply. Null if no such rules apply, because an expression or effect of a
   * published document reads the values, not the person.
   */
  formKey: string | null;
  /** The row of the record; null for a new record. */
  row: Pick<RecordRow, 'id' | 'flw_state' | 'task_node'> | null;
  /** The rules of the node where this person acts or, when only reading, last acted; null if no node rules apply. */
  rules: NodeRules | null;
  /** True if the person opens the record to write it. */
  isEdit: boolean;
  /** True if the person acts on an open task of an approval. */
  isTask: boolean;
  /** For a task that concerns one row of a sub-table: the other rows of this sub-table; otherwise null. */
  rowsOfOtherTasks?: RowsOfOtherTasks | null;
}

/** Returns the situation of a person with a record, built from data of the server. */
export const situationOf = ({
  user,
  formKey,
  row,
  rules,
  isEdit,
  isTask,
  rowsOfOtherTasks = null,
}: SituationInput): Situation => ({
  user: {
    id: user.id,
    name: user.name,
    roles: user.roles,
    permissions: user.permissions,
    ...(user.deptId ? { dept: { id: user.deptId } } : {}),
    ...(user.unitId ? { unit: { id: user.unitId } } : {}),
  },
  taskNode: rules?.taskNode ?? row?.task_node ?? '',
  todo: isTask ? '1' : '0',
  isEdit: isEdit ? '1' : '0',
  flowState: row?.flw_state ?? '0',
  recordId: row?.id ?? null,
  superRole: hasSuperRole(user),
  query: {},
  nodeRules: rules,
  rowsOfOtherTasks,
  roleFields: formKey === null ? null : (user.fieldRules[formKey] ?? null),
});

/** The rules of a node that is missing because the process was moved to another version. They hide everything. */
const RULES_OF_MISSING_NODE: NodeRules = {
  taskNode: '',
  nodeId: '',
  fields: {},
  tables: {},
  actions: [],
  hidesAll: true,
};

/** Returns the rules of a node of the flow; for an unknown node, rules that hide everything; null without a flow. */
export const rulesOfNode = (flow: LoadedFlow | null, nodeId: string): NodeRules | null =>
  flow ? (flow.definition.nodes[nodeId]?.rules ?? RULES_OF_MISSING_NODE) : null;

/**
 * Returns the rules of the applicant's node; null without a flow. They apply while a record is new, a draft or
 * returned, and when its creator reads it without a task.
 */
export const applicantRules = (flow: LoadedFlow | null): NodeRules | null =>
  flow ? rulesOfNode(flow, flow.definition.applicantNodeId) : null;
