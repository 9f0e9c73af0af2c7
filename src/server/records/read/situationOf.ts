import { hasSuperRole, type NodeRules, type OtherRows, type Situation } from '../../../rules/situation.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { RequestUser } from '../../http/user.ts';
import type { RecordRow } from './recordRows.ts';

/** The data from which the server builds a situation; none of it comes from the request. */
export interface SituationInput {
  user: RequestUser;
  /**
   * The form whose role rules for fields apply; null: none apply, because an expression or effect of a published
   * document reads the values, not the person.
   */
  formKey: string | null;
  /** null: a new record. */
  row: Pick<RecordRow, 'id' | 'flw_state' | 'task_node'> | null;
  /** Rules of the node at which this person acts or, when only reading, last acted; null: no node rules apply. */
  rules: NodeRules | null;
  isEdit: boolean;
  /** The person acts on an open task of an approval. */
  isTask: boolean;
  /** The other rows of the sub-table, if the task is for a single row; else null. */
  otherRows?: OtherRows | null;
}

export const situationOf = ({
  user,
  formKey,
  row,
  rules,
  isEdit,
  isTask,
  otherRows = null,
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
  otherRows,
  roleFields: formKey === null ? null : (user.fieldRules[formKey] ?? null),
});

/** Rules for a node that no longer exists because the process was moved to another version: they hide everything. */
const RULES_OF_MISSING_NODE: NodeRules = {
  taskNode: '',
  nodeId: '',
  fields: {},
  tables: {},
  actions: [],
  hidesAll: true,
};

/** Rules of a node of the flow by its id; an unknown node has the rules that hide everything. Null without a flow. */
export const rulesOfNode = (flow: LoadedFlow | null, nodeId: string): NodeRules | null =>
  flow ? (flow.definition.nodes[nodeId]?.rules ?? RULES_OF_MISSING_NODE) : null;

/**
 * Rules of the applicant's node: they apply while a record is new, a draft or returned, and when its creator reads it
 * without a task. Null without a flow.
 */
export const applicantRules = (flow: LoadedFlow | null): NodeRules | null =>
  flow ? rulesOfNode(flow, flow.definition.applicant) : null;
