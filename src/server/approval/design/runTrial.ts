import { recordsOf } from '../../records/index.ts';
import { isTable, type CompiledForm } from '../../../kernel/index.ts';
import { recompute, recordToValues, valuesToRecord } from '../../../records/index.ts';
import type { NodeRules, Situation, SituationUser } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { stepInput } from '../transition/stepInput.ts';
import { inlineCallsAt } from '../../flowDocuments/index.ts';
import { approvesForSamePerson } from '../process/openNode.ts';
import { lacksChoice, resolveCandidates, resolvePeople, type CandidateSource } from '../people/resolveCandidates.ts';
import { type FlowDefinition, type FlowNode, parseFlow } from '../../flow/index.ts';
import type { StepInput } from '../process/stepTypes.ts';
import type { Trx } from '../../store/transaction.ts';
import { durationText } from './durationText.ts';
import { walkFlow, type EvaluatedCondition } from './walkFlow.ts';

export interface TrialRequest {
  definition: string;
  formKey: string;
  /** The user id of the applicant. */
  applicantId: string;
  /** The id of a record with the initial values; `values` override them. */
  recordId?: string;
  values?: Record<string, unknown>;
}

export interface TrialPerson {
  id: string;
  name: string;
}

export interface TrialStep {
  nodeId: string;
  name: string;
  /** Only in a repeated sub-process: label of the item (row, person or number) for which this step runs. */
  item?: string;
  kind: FlowNode['kind'];
  people: readonly TrialPerson[];
  /** The sign rule; null for the applicant's task and for a node without a decision. */
  sign: { mode: string; ratio: number } | null;
  /** What happens at the node if no person decides there, or why nobody can be assigned; otherwise ''. */
  remark: string;
  /** True if the process would stop here, because nobody can be assigned. */
  isStopped: boolean;
  /** Labels of the fields that are editable at the node. */
  editable: readonly string[];
  /** Labels of the editable fields that must be filled. */
  required: readonly string[];
  /** Labels of the fields that are hidden at the node. */
  hidden: readonly string[];
  /** Conditions that were evaluated on the way to this step. */
  judged: readonly EvaluatedCondition[];
}

export interface Trial {
  steps: readonly TrialStep[];
  /** The ids of the nodes and edges on the path. */
  nodes: readonly string[];
  edges: readonly string[];
  /** The reason why the process cannot continue (`WalkResult.fault`). */
  fault: string;
  isFinished: boolean;
}

/** Loads the person as the user of a situation. Refuses with FLOW_PEOPLE an unknown or disabled person. */
async function loadSituationUser(
  trx: Trx,
  id: string,
): Promise<SituationUser & { deptId: string | null; unitId: string | null }> {
  const row = await trx
    .selectFrom('sys_user')
    .select(['id', 'name', 'dept_id', 'unit_id'])
    .where('id', '=', id)
    .where('is_disabled', '=', false)
    .executeTakeFirst();
  if (!row) throw new Refusal('FLOW_PEOPLE', { detail: '所选人员不存在或已停用' });
  const roles = await trx.selectFrom('sys_user_role').select('role_code').where('user_id', '=', id).execute();
  return {
    id: row.id,
    name: row.name,
    roles: roles.map(({ role_code: role }) => role),
    deptId: row.dept_id,
    unitId: row.unit_id,
    ...(row.dept_id ? { dept: { id: row.dept_id } } : {}),
    ...(row.unit_id ? { unit: { id: row.unit_id } } : {}),
  };
}

const situationAt = (user: SituationUser, rules: NodeRules | null, isApplicantTask: boolean): Situation => ({
  user,
  taskNode: rules?.taskNode ?? '',
  todo: '1',
  isEdit: '1',
  flowState: isApplicantTask ? '0' : '1',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: rules,
});

/** Returns the editable, required and hidden fields at a node, by the same rules as for real tasks. */
function fieldAccess(
  form: CompiledForm,
  values: Readonly<Record<string, unknown>>,
  situation: Situation,
): Pick<TrialStep, 'editable' | 'required' | 'hidden'> {
  const labels = { editable: [] as string[], required: [] as string[], hidden: [] as string[] };
  for (const field of form.fields.values()) {
    const label = String((field.node as { label?: string }).label ?? field.key);
    const { visible, editable, required } = field.access({ values, situation });
    if (!visible || !field.mayRead(situation)) {
      labels.hidden.push(label);
      continue;
    }
    // a sub-table also counts as editable if only its rows or some of its columns may be changed
    if (editable || (isTable(field) && field.hasWritePermission({ values, situation }))) {
      labels.editable.push(label);
      if (required) labels.required.push(label);
    }
  }
  return labels;
}

interface NodeOutcome {
  people: readonly TrialPerson[];
  remark: string;
  isStopped: boolean;
}

/** Returns the people who decide at a node, and what happens at the node if no person decides (`TrialStep.remark`). */
async function findOutcome(
  trx: Trx,
  node: FlowNode,
  source: CandidateSource,
  previousDecider: string | null,
): Promise<NodeOutcome> {
  const loadPeople = async (ids: readonly string[]): Promise<TrialPerson[]> => {
    if (ids.length === 0) return [];
    const rows = await trx
      .selectFrom('sys_user')
      .select(['id', 'name'])
      .where('id', 'in', [...ids])
      .execute();
    return ids.flatMap((id) => rows.filter((row) => row.id === id));
  };
  if (node.kind === 'copy')
    return {
      people: await loadPeople(await resolvePeople(trx, node.settings?.cc ?? [], node.id, source)),
      remark: '',
      isStopped: false,
    };
  if (node.kind === 'timer')
    return {
      people: [],
      remark: node.until ? '等到设定的时间后继续' : `等待 ${durationText(node.wait)}后继续`,
      isStopped: false,
    };
  if (node.kind === 'wait')
    return {
      people: [],
      remark:
        node.catches?.type === 'condition'
          ? `等到条件“${node.catches.text}”成立后继续`
          : `等待${node.catches?.type === 'signal' ? '信号' : '消息'}“${node.catches?.name ?? ''}”后继续`,
      isStopped: false,
    };
  if (node.kind === 'race')
    return { people: [], remark: '等待其后的事件，先发生的一个决定走向（试运行走第一个）', isStopped: false };
  if (node.kind === 'service')
    return { people: [], remark: `调用 ${node.call?.url ?? ''}（试运行不会真的调用）`, isStopped: false };
  if (node.kind !== 'userTask') return { people: [], remark: '', isStopped: false };
  if (lacksChoice(node, source)) return { people: [], remark: '办理人由申请人提交时选择', isStopped: false };
  const candidates = await resolveCandidates(trx, node, source);
  if (candidates.length > 0) {
    const isAutoApproved =
      previousDecider !== null && approvesForSamePerson(node) && candidates.includes(previousDecider);
    return {
      people: await loadPeople(candidates),
      remark: isAutoApproved ? '与上一步办理人相同，自动通过' : '',
      isStopped: false,
    };
  }
  if (node.settings?.whenNoAssignee === 'skip')
    return { people: [], remark: '没有可办理的人员，自动跳过', isStopped: false };
  if (node.settings?.whenNoAssignee === 'admin')
    return { people: [], remark: '没有可办理的人员，转给管理员', isStopped: false };
  return { people: [], remark: '没有可办理的人员：到这一步会被拒绝，什么都不会保存', isStopped: true };
}

/**
 * Simulates a process. Returns its path and its steps, with the assignees and the field permissions of each step.
 * Writes nothing to the database. Refuses with DOC_FLOW an incomplete process, with FLOW_PEOPLE an unknown or disabled
 * applicant, and with 404 an unknown form or record.
 */
export async function runTrial(
  context: ServerContext,
  { definition: text, formKey, applicantId, recordId, values: enteredValues = {} }: TrialRequest,
): Promise<Trial> {
  const parsedFlow = (await parseFlow(text)).definition;
  if (!parsedFlow || parsedFlow.startNodeId === '' || parsedFlow.applicantNodeId === '')
    throw new Refusal('DOC_FLOW', { detail: '流程还不完整，不能试运行' });
  return context.db.transaction().execute(async (trx) => {
    const { definition: flow } = await inlineCallsAt(trx, parsedFlow, new Date());
    const { form } = await loadForm(context, trx, formKey);
    const applicant = await loadSituationUser(trx, applicantId);
    const record =
      recordId === undefined
        ? undefined
        : await trx
            .selectFrom(await recordsOf(trx, formKey))
            .select(['fields', 'child_tables'])
            .where('form_key', '=', formKey)
            .where('id', '=', recordId)
            .executeTakeFirst();
    if (recordId !== undefined && !record) throw new Refusal('404');
    const situation = situationAt(applicant, flow.nodes[flow.applicantNodeId]?.rules ?? null, true);
    const initialValues = recordToValues(
      { fieldsMap: { ...record?.fields, ...enteredValues }, childTables: record?.child_tables ?? {} },
      form,
    );
    const values = recompute(form, initialValues, situation);
    const initialRecord = valuesToRecord(values, form);
    const input = stepInput(context, {
      form,
      flow,
      row: { create_by: applicant.id, dept_id: applicant.deptId, unit_id: applicant.unitId },
      values: initialRecord,
      situation,
      choices: {},
    });
    return simulate(trx, flow, form, { input, values, applicant });
  });
}

/** Walks through the process and collects its steps. */
async function simulate(
  trx: Trx,
  flow: FlowDefinition,
  form: CompiledForm,
  {
    input,
    values,
    applicant,
  }: { input: StepInput; values: Readonly<Record<string, unknown>>; applicant: SituationUser },
): Promise<Trial> {
  const steps: TrialStep[] = [];
  let previousDecider: string | null = null;
  const result = await walkFlow(flow, input, {
    async visit(node, conditions, run) {
      const isApplicantTask = node.id === flow.applicantNodeId;
      const outcome = isApplicantTask
        ? { people: [{ id: applicant.id, name: applicant.name }], remark: '', isStopped: false }
        : await findOutcome(trx, node, input.candidateSourceOf(run), previousDecider);
      const [firstPerson] = outcome.people;
      const actor = firstPerson ? await loadSituationUser(trx, firstPerson.id) : applicant;
      const access =
        node.kind === 'userTask'
          ? fieldAccess(form, values, situationAt(actor, node.rules, isApplicantTask))
          : { editable: [], required: [], hidden: [] };
      steps.push({
        nodeId: node.id,
        name: node.name,
        ...(run ? { item: run.label } : {}),
        kind: node.kind,
        sign: node.kind === 'userTask' && !isApplicantTask ? (node.settings?.sign ?? null) : null,
        ...outcome,
        ...access,
        judged: conditions,
      });
      if (node.kind === 'userTask') previousDecider = firstPerson?.id ?? previousDecider;
      return !outcome.isStopped;
    },
  });
  return { steps, ...result };
}
