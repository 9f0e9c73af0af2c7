import type { FlowFormConfig, FormRecord } from '../../grammar/documents.ts';
import type { CreateSource } from '../../runtime/services/actions.ts';
import { readCreateSource } from '../actions/createAddress.ts';
import { readPresets, type Preset } from '../related/presets.ts';
import type { FormRight } from '../../rules/formRights.ts';
import { isKeeper, type FormAccess } from '../../rules/keepers.ts';
import { findRowsOfOtherTasks, type TaskItem } from '../../rules/rowsOfOtherTasks.ts';
import { hasSuperRole, type NodeRules, type Situation, type SituationUser } from '../../rules/situation.ts';

/** Parameters in the address of a record's page. */
export interface DetailQuery {
  formKey: string;
  id: string | null;
  isEdit: boolean;
  isTodo: boolean;
  taskId: string | null;
  /** Id of the draft to continue. */
  draft: string | null;
  /** Initial values in the address for a new record. */
  presets: ReadonlyMap<string, Preset>;
  /** The record from which a new record is created; null: none. */
  source: CreateSource | null;
}

/** Reads the parameters in the address. `formKey`: the form of the screen document, which takes precedence. */
export function readDetailQuery(query: Readonly<Record<string, string>>, formKey?: string): DetailQuery {
  const id = query.id ? query.id : null;
  return {
    formKey: formKey ?? query.formKey ?? '',
    id,
    // without an id the record is new, and a new record is edited
    isEdit: id === null || query.isEdit === '1' || query.todo === '1',
    isTodo: query.todo === '1',
    taskId: query.taskId ? query.taskId : null,
    draft: query.draft ? query.draft : null,
    presets: readPresets(query),
    source: readCreateSource(query),
  };
}

/** Returns true if the applicant edits the record: not stored, draft or returned. */
export const isWithApplicant = (record: FormRecord | null): boolean =>
  record === null || record.flwState === undefined || record.flwState === '0' || record.flwState === '2';

interface OwnTask {
  taskId?: string;
  nodeId?: string;
  actions?: readonly string[];
  /** In a repeated sub-process: the task's item. */
  item?: TaskItem;
}

/**
 * Returns the user's task on a record, which the server returns with the record. Null without a task, or if the server
 * does not return tasks.
 */
export const ownTask = (record: FormRecord | null): OwnTask | null =>
  (record as { task?: OwnTask | null } | null)?.task ?? null;

/**
 * Returns true if the page shows the record as a task of the user. False if the record was not opened as a to-do, or if
 * the server returned `task: null`: the user has no open task on the record, e.g. because somebody else has completed
 * it. If the server does not return `task` at all, a record opened as a to-do counts as a task until its approval ends.
 */
export function isShownAsTask({ isTodo }: Pick<DetailQuery, 'isTodo'>, record: FormRecord | null): boolean {
  if (!isTodo || record === null) return isTodo;
  const { task } = record as { task?: OwnTask | null };
  return task === undefined ? record.flwState !== '3' && record.flwState !== '4' : task !== null;
}

/**
 * Returns the node rules that apply: for a new, draft or returned record the rules of the applicant's node, for a task
 * the rules of the task's node. Null for a form without a process, and for a submitted record that is not shown as a
 * task.
 */
export function nodeRulesOf(
  config: FlowFormConfig | null,
  record: FormRecord | null,
  isTask: boolean,
): NodeRules | null {
  if (!config) return null;
  if (isWithApplicant(record)) return config.nodes.find((node) => node.isStart) ?? config.nodes[0] ?? null;
  if (!isTask) return null;
  // two nodes may have the same name, so the task's node id takes precedence
  const nodeId = ownTask(record)?.nodeId;
  return (
    config.nodes.find((node) => nodeId !== undefined && node.nodeId === nodeId) ??
    config.nodes.find((node) => node.taskNode === record?.taskNode) ??
    null
  );
}

/**
 * How a record opens. `reason`: why the record cannot be edited as requested. Null if editing was not requested, or if
 * the page offers the user's task on the record instead.
 */
export type OpenMode = { mode: 'edit' } | { mode: 'view'; reason: string | null };

/** The data that decides if a person may change records of a form. */
export interface FormPermissions {
  /** The person's rights on the form (角色授权); null: the server does not report rights, and `access` decides. */
  rights: readonly FormRight[] | null;
  access: FormAccess | undefined;
}

/**
 * Returns true if a person may change a record of somebody else that has no approval. If the rights are known, only
 * they count: 'editAll' is required, and the record must be of a unit of the person (ACC-017). Also decides who may
 * void or restore a record, own ones included, that was stored before its form got a process. The server checks this
 * again.
 */
export const mayChangeOthersRecord = (
  { isOfOtherUnit }: FormRecord,
  user: Pick<SituationUser, 'id' | 'roles'>,
  { rights, access }: FormPermissions,
): boolean =>
  rights
    ? rights.includes('editAll') && isOfOtherUnit !== true
    : isKeeper(access, user) || user.roles.includes('admin');

/**
 * Returns true if a person may change, void or restore a record that has no approval. For a record that somebody else
 * created, `mayChangeOthersRecord` decides. A record of the person needs the right 'editOwn' or 'create'; if the rights
 * are unknown, it may be changed. The server checks this again.
 */
export function mayChangeRecord(
  record: FormRecord,
  user: Pick<SituationUser, 'id' | 'roles'>,
  permissions: FormPermissions,
): boolean {
  const { rights } = permissions;
  const isCreatedByUser = !record.createBy || record.createBy === user.id;
  if (!isCreatedByUser) return mayChangeOthersRecord(record, user, permissions);
  return !rights || rights.includes('editOwn') || rights.includes('create');
}

/**
 * Returns the reason why a submitted record opens read-only. Null when the user has a task on it: the page then offers
 * the task.
 */
function readOnlyReason({ isTodo }: DetailQuery, record: FormRecord): string | null {
  if (isTodo) return '此记录没有待您办理的任务，当前只能查看。';
  if (record.flwState === '4') return '此记录已作废，当前只能查看。';
  if (record.flwState === '3') return '此记录已办结，当前只能查看。';
  return ownTask(record) ? null : '此记录正在审批中，当前只能查看。';
}

/**
 * Returns the mode in which the record opens: 'edit' only if requested and allowed. The server checks each save again.
 */
export function openModeOf(
  query: DetailQuery,
  record: FormRecord | null,
  user: Pick<SituationUser, 'id' | 'roles'>,
  permissions: FormPermissions,
): OpenMode {
  if (!query.isEdit) return { mode: 'view', reason: null };
  if (record === null || isShownAsTask(query, record)) return { mode: 'edit' };
  if (!isWithApplicant(record)) return { mode: 'view', reason: readOnlyReason(query, record) };
  const isCreatedByUser = !record.createBy || record.createBy === user.id;
  // the applicant has a task to correct a returned record, so the rights do not matter
  if (record.flwState === '2' ? isCreatedByUser : mayChangeRecord(record, user, permissions)) return { mode: 'edit' };
  if (isCreatedByUser) return { mode: 'view', reason: '您没有修改此记录的权限，当前只能查看。' };
  return {
    mode: 'view',
    reason: record.isOfOtherUnit ? '此记录属于其他单位，当前只能查看。' : '此记录由他人填写，当前只能查看。',
  };
}

/**
 * Returns the situation in which the rules of the form are evaluated. `query`: the parameters of the page; `rawQuery`:
 * all parameters in the address as text, for expressions.
 */
export function buildSituation(input: {
  user: SituationUser;
  query: DetailQuery;
  rawQuery: Readonly<Record<string, string>>;
  record: FormRecord | null;
  config: FlowFormConfig | null;
  mode: 'edit' | 'view';
}): Situation {
  const { user, query, rawQuery, record, config, mode } = input;
  const isTask = isShownAsTask(query, record);
  const nodeRules = nodeRulesOf(config, record, isTask);
  return {
    user,
    taskNode: nodeRules?.taskNode ?? record?.taskNode ?? '',
    todo: isTask ? '1' : '0',
    isEdit: mode === 'edit' ? '1' : '0',
    flowState: record?.flwState ?? '0',
    recordId: record?.id ?? null,
    // a voided record cannot be saved (ED-005)
    superRole: hasSuperRole(user) && record?.flwState !== '4',
    query: rawQuery,
    nodeRules,
    roleFields: user.fieldRules?.[query.formKey] ?? null,
    rowsOfOtherTasks: isTask ? findRowsOfOtherTasks(ownTask(record)?.item, record?.childTables) : null,
  };
}
