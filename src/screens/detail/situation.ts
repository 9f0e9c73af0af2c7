import type { FlowFormConfig, FormRecord } from '../../grammar/documents.ts';
import type { CreateSource } from '../../runtime/services/actions.ts';
import { sourceIn } from '../actions/createAddress.ts';
import { presetsIn, type Preset } from '../related/presets.ts';
import { isKeeper, type FormAccess } from '../../rules/keepers.ts';
import { otherRowsOf, type TaskItem } from '../../rules/otherRows.ts';
import { hasSuperRole, type NodeRules, type Situation, type SituationUser } from '../../rules/situation.ts';

/** What the address says of a record to be opened. */
export interface DetailQuery {
  formKey: string;
  id: string | null;
  isEdit: boolean;
  isTodo: boolean;
  taskId: string | null;
  /** A draft to go on with. */
  draft: string | null;
  /** Values that the address gives to a new record. */
  presets: ReadonlyMap<string, Preset>;
  /** The record that a new one is made from; null: none. */
  source: CreateSource | null;
}

export function readDetailQuery(query: Readonly<Record<string, string>>, formKey?: string): DetailQuery {
  const id = query.id ? query.id : null;
  return {
    formKey: formKey ?? query.formKey ?? '',
    id,
    // Without an id there is nothing to look at: it is a new record.
    isEdit: id === null || query.isEdit === '1' || query.todo === '1',
    isTodo: query.todo === '1',
    taskId: query.taskId ? query.taskId : null,
    draft: query.draft ? query.draft : null,
    presets: presetsIn(query),
    source: sourceIn(query),
  };
}

/** States in which a record belongs to its applicant: not yet stored, draft, returned. */
export const isWithApplicant = (record: FormRecord | null): boolean =>
  record === null || record.flwState === undefined || record.flwState === '0' || record.flwState === '2';

interface HeldTask {
  nodeId?: string;
  actions?: readonly string[];
  /** What its run of a repeated sub-process is for. */ item?: TaskItem;
}

/** The task that the person holds on a record, which the server answers beside it; absent from another back end. */
export const heldTask = (record: FormRecord | null): HeldTask | null =>
  (record as { task?: HeldTask | null } | null)?.task ?? null;

/**
 * The task node whose rules hold: the applicant's for a new, draft or returned record, the task's for a to-do.
 * Null without a flow, and for a reader of a running record, who edits nothing.
 */
export function nodeRulesOf(
  config: FlowFormConfig | null,
  record: FormRecord | null,
  isTodo: boolean,
): NodeRules | null {
  if (!config) return null;
  if (isWithApplicant(record)) return config.nodes.find((node) => node.isStart) ?? config.nodes[0] ?? null;
  if (!isTodo) return null;
  // two nodes may have one name: the task says which of them it is
  const nodeId = heldTask(record)?.nodeId;
  return (
    config.nodes.find((node) => nodeId !== undefined && node.nodeId === nodeId) ??
    config.nodes.find((node) => node.taskNode === record?.taskNode) ??
    null
  );
}

export type OpenMode = { mode: 'edit' } | { mode: 'view'; reason: string | null };

/** Whether the asked-for editing can be offered. The server decides again on every save. */
export function openMode(
  query: DetailQuery,
  record: FormRecord | null,
  user: Pick<SituationUser, 'id' | 'roles'>,
  access?: FormAccess,
): OpenMode {
  if (!query.isEdit) return { mode: 'view', reason: null };
  if (query.isTodo || record === null) return { mode: 'edit' };
  if (!isWithApplicant(record)) return { mode: 'view', reason: '此记录已提交，当前只能查看。' };
  if (record.createBy && record.createBy !== user.id && !isKeeper(access, user))
    return { mode: 'view', reason: '此记录由他人填写，当前只能查看。' };
  return { mode: 'edit' };
}

export function buildSituation(input: {
  user: SituationUser;
  query: DetailQuery;
  route: Readonly<Record<string, string>>;
  record: FormRecord | null;
  config: FlowFormConfig | null;
  mode: 'edit' | 'view';
}): Situation {
  const { user, query, route, record, config, mode } = input;
  const nodeRules = nodeRulesOf(config, record, query.isTodo);
  return {
    user,
    taskNode: nodeRules?.taskNode ?? record?.taskNode ?? '',
    todo: query.isTodo ? '1' : '0',
    isEdit: mode === 'edit' ? '1' : '0',
    flowState: record?.flwState ?? '0',
    recordId: record?.id ?? null,
    superRole: hasSuperRole(user),
    query: route,
    nodeRules,
    roleFields: user.fieldRules?.[query.formKey] ?? null,
    otherRows: query.isTodo ? otherRowsOf(heldTask(record)?.item, record?.childTables) : null,
  };
}
