import { hasSuperRole, type NodeRules, type OtherRows, type Situation } from '../../../rules/situation.ts';
import type { LoadedFlow } from '../../flowDocuments/index.ts';
import type { RequestUser } from '../../http/user.ts';
import type { RecordRow } from './recordRows.ts';

/** How this person meets this record, as the server sees it: nothing of it comes from the request. */
export interface Encounter {
  user: RequestUser;
  /** Whose rules of roles hold; null where the published document acts instead of the person. */
  formKey: string | null;
  /** null: a new record. */
  row: Pick<RecordRow, 'id' | 'flw_state' | 'task_node'> | null;
  /** Rules of the node this person acts at or, when only reading, acted at last; null without one. */
  rules: NodeRules | null;
  isEdit: boolean;
  /** Acts on an open task of an approval. */
  isTask: boolean;
  /** Of a task that is for one row of a sub-table: the others. */
  otherRows?: OtherRows | null;
}

export const situationOf = ({ user, formKey, row, rules, isEdit, isTask, otherRows = null }: Encounter): Situation => ({
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

/** Of a node that a process lost when it was moved to another version: what it hid is not known there, so it shows nothing. */
const GONE: NodeRules = { taskNode: '', nodeId: '', fields: {}, tables: {}, actions: [], hidesAll: true };

/** Rules of a node of the flow by its id, of one that it has not those that show nothing; null without a flow. */
export const rulesOfNode = (flow: LoadedFlow | null, nodeId: string): NodeRules | null =>
  flow ? (flow.definition.nodes[nodeId]?.rules ?? GONE) : null;

/** Rules of the applicant's node: they hold while a record is new, a draft or returned. */
export const applicantRules = (flow: LoadedFlow | null): NodeRules | null =>
  flow ? rulesOfNode(flow, flow.definition.applicant) : null;
