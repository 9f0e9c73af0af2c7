import { recordsOf } from '../../records/index.ts';
import { isTable, type CompiledForm } from '../../../kernel/index.ts';
import { recompute, recordToValues, valuesToRecord } from '../../../records/index.ts';
import type { NodeRules, Situation, SituationUser } from '../../../rules/situation.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { stepInput } from '../transition/stepInput.ts';
import { withCalls } from '../../flowDocuments/index.ts';
import { lacksChoice, resolveCandidates, resolvePeople, type CandidateSource } from '../people/candidates.ts';
import { type Length, type FlowDefinition, type FlowNode, parseFlow } from '../../flow/index.ts';
import type { StepInput } from '../process/step.ts';
import type { Trx } from '../../store/transaction.ts';
import { walkFlow, type Judged } from './trialWay.ts';

const DAY = 86_400_000;

export interface TrialRequest {
  definition: string;
  formKey: string;
  /** Who would apply: a user's id. */
  applicantId: string;
  /** A record whose values are taken; what is typed goes over them. */
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
  /** What its run of a repeated sub-process is for. */
  item?: string;
  kind: FlowNode['kind'];
  people: readonly TrialPerson[];
  /** How several decide; null where nobody decides. */
  sign: { mode: string; ratio: number } | null;
  /** What happens instead of a decision, or why it would stop here; '' otherwise. */
  remark: string;
  isStopped: boolean;
  /** Labels of fields that may be filled in, must be, and are not seen. */
  editable: readonly string[];
  required: readonly string[];
  hidden: readonly string[];
  /** Conditions that led here. */
  judged: readonly Judged[];
}

export interface Trial {
  steps: readonly TrialStep[];
  nodes: readonly string[];
  edges: readonly string[];
  fault: string;
  isFinished: boolean;
}

async function personOf(
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

const situationAt = (user: SituationUser, rules: NodeRules | null, isStart: boolean): Situation => ({
  user,
  taskNode: rules?.taskNode ?? '',
  todo: '1',
  isEdit: '1',
  flowState: isStart ? '0' : '1',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: rules,
});

/** What may be done with the fields at a node, by the rules that judge real ones. */
function accessAt(
  form: CompiledForm,
  values: Readonly<Record<string, unknown>>,
  situation: Situation,
): Pick<TrialStep, 'editable' | 'required' | 'hidden'> {
  const found = { editable: [] as string[], required: [] as string[], hidden: [] as string[] };
  for (const field of form.fields.values()) {
    const label = String((field.node as { label?: string }).label ?? field.key);
    const { visible, editable, required } = field.access({ values, situation });
    if (!visible || !field.mayRead(situation)) {
      found.hidden.push(label);
      continue;
    }
    if (editable || (isTable(field) && field.permits({ values, situation }))) {
      found.editable.push(label);
      if (required) found.required.push(label);
    }
  }
  return found;
}

/** A length in words. */
function waitWords(length: Length | null): string {
  const { ms, work } = length ?? { ms: 0, work: null };
  const [days, rest] = work ? [work.days, work.ms] : [Math.floor(ms / DAY), ms % DAY];
  const minutes = Math.round(rest / 60_000);
  const parts = [
    days > 0 ? `${days} ${work ? '个工作日' : '天'}` : '',
    minutes >= 60 ? `${Math.floor(minutes / 60)} ${work ? '个工作小时' : '小时'}` : '',
    minutes % 60 > 0 ? `${minutes % 60} 分钟` : '',
  ].filter(Boolean);
  return `${parts.join(' ') || '0 分钟'} `;
}

interface Told {
  people: readonly TrialPerson[];
  remark: string;
  isStopped: boolean;
}

async function peopleAt(trx: Trx, node: FlowNode, source: CandidateSource, before: string | null): Promise<Told> {
  const named = async (ids: readonly string[]): Promise<TrialPerson[]> => {
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
      people: await named(await resolvePeople(trx, node.settings?.cc ?? [], node.id, source)),
      remark: '',
      isStopped: false,
    };
  if (node.kind === 'timer')
    return {
      people: [],
      remark: node.until ? '等到设定的时间后继续' : `等待 ${waitWords(node.wait)}后继续`,
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
  const found = await resolveCandidates(trx, node, source);
  if (found.length > 0) {
    const isSame = before !== null && node.settings?.same === true && found.includes(before);
    return { people: await named(found), remark: isSame ? '与上一步办理人相同，自动通过' : '', isStopped: false };
  }
  if (node.settings?.empty === 'skip') return { people: [], remark: '没有可办理的人员，自动跳过', isStopped: false };
  if (node.settings?.empty === 'admin') return { people: [], remark: '没有可办理的人员，转给管理员', isStopped: false };
  return { people: [], remark: '没有可办理的人员：到这一步会被拒绝，什么都不会保存', isStopped: true };
}

/** Runs a process on paper: who would get what, which way it would go, which fields each could fill in. Writes nothing. */
export async function tryFlow(
  context: ServerContext,
  { definition: text, formKey, applicantId, recordId, values: typed = {} }: TrialRequest,
): Promise<Trial> {
  const parsed = (await parseFlow(text)).definition;
  if (!parsed || parsed.start === '' || parsed.applicant === '')
    throw new Refusal('DOC_FLOW', { detail: '流程还不完整，不能试运行' });
  return context.db.transaction().execute(async (trx) => {
    const { definition: flow } = await withCalls(trx, parsed, new Date());
    const { form } = await loadForm(context, trx, formKey);
    const applicant = await personOf(trx, applicantId);
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
    const situation = situationAt(applicant, flow.nodes[flow.applicant]?.rules ?? null, true);
    const given = recordToValues(
      { fieldsMap: { ...record?.fields, ...typed }, childTables: record?.child_tables ?? {} },
      form,
    );
    const values = recompute(form, given, situation);
    const stored = valuesToRecord(values, form);
    const input = stepInput(context, {
      form,
      flow,
      row: { create_by: applicant.id, dept_id: applicant.deptId, unit_id: applicant.unitId },
      values: stored,
      situation,
      choices: {},
    });
    return walk(trx, flow, form, { input, values, applicant });
  });
}

async function walk(
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
  let before: string | null = null;
  const walked = await walkFlow(flow, input, {
    async visit(node, judged, run) {
      const isStart = node.id === flow.applicant;
      const told = isStart
        ? { people: [{ id: applicant.id, name: applicant.name }], remark: '', isStopped: false }
        : await peopleAt(trx, node, input.sourceOf(run), before);
      const [first] = told.people;
      const actor = first ? await personOf(trx, first.id) : applicant;
      const access =
        node.kind === 'userTask'
          ? accessAt(form, values, situationAt(actor, node.rules, isStart))
          : { editable: [], required: [], hidden: [] };
      steps.push({
        nodeId: node.id,
        name: node.name,
        ...(run ? { item: run.label } : {}),
        kind: node.kind,
        sign: node.kind === 'userTask' && !isStart ? (node.settings?.sign ?? null) : null,
        ...told,
        ...access,
        judged,
      });
      if (node.kind === 'userTask') before = first?.id ?? before;
      return !told.isStopped;
    },
  });
  return { steps, ...walked };
}
