import { attach, hasAttachment } from './attachments.ts';
import { usualOutcome } from './outcomes.ts';
import { userByName } from './people.ts';
import type { Tools } from './tools.ts';
import type { DemoForm, DemoNode, DemoRecord, DemoStep, Draft, PlannedRecord } from './types.ts';

type Outcome = DemoRecord['flwState'];

/**
 * Returns the time of the application, in office hours: 9:00 to 16:59 in China is 1:00 to 8:59 in UTC. A draft is at
 * most 12 days old and a returned record at most 20, a finished or rejected one 25 to 240 days. A running record is old
 * enough for its completed nodes: two days for each. Their number is `index % length` (`progressOf`); the length of its
 * path is not known yet, so this takes the greatest number for a path of up to five nodes.
 */
function applicationTime(outcome: Outcome, index: number, tools: Tools, now: Date): Date {
  const maxDoneCount = Math.max(index % 3, index % 4, index % 5);
  const daysAgo = (): number => {
    if (outcome === '0') return tools.int(1, 12);
    if (outcome === '1') return 2 * maxDoneCount + tools.int(1, 4);
    return outcome === '2' ? tools.int(4, 20) : tools.int(25, 240);
  };
  const date = new Date(now.getTime() - daysAgo() * 86_400_000);
  date.setUTCHours(tools.int(1, 8), tools.int(0, 59), tools.int(0, 59), 0);
  return date;
}

/** Returns the time of the application of a planned record: a time in office hours, `daysAgo` days ago. */
function plannedApplicationTime(daysAgo: PlannedRecord['daysAgo'], tools: Tools, now: Date): Date {
  const date = new Date(now.getTime() - (typeof daysAgo === 'number' ? daysAgo : daysAgo(now)) * 86_400_000);
  date.setUTCHours(tools.int(1, 8), tools.int(0, 59), tools.int(0, 59), 0);
  return date;
}

/**
 * Returns the nodes that a record passes after the applicant's node. `draft`: the values of the record so far. The
 * applicant acts at a node only if nobody else can.
 */
const pathOf = (form: DemoForm, draft: Draft): DemoNode[] =>
  form.nodes
    .filter((node) => node.isSkipped?.(draft) !== true)
    .map((node) => ({
      ...node,
      holders: (state: Draft) => {
        const allHolders = node.holders(state);
        const otherHolders = allHolders.filter((id) => id !== draft.applicant.id);
        return otherHolders.length > 0 ? otherHolders : allHolders;
      },
    }));

/**
 * Returns how far a record has come: the number of completed nodes after the applicant's node (`doneCount`), and the
 * return or rejection at the next node, if there is one. Running records are spread over all nodes. Every third
 * returned record was returned at the second node (if there is one), the others at the first. A rejected record was
 * rejected at the first node.
 */
function progressOf(
  outcome: Outcome,
  pathLength: number,
  index: number,
): { doneCount: number; lastAction: 'return' | 'reject' | null } {
  if (outcome === '3') return { doneCount: pathLength, lastAction: null };
  if (outcome === '1') return { doneCount: index % pathLength, lastAction: null };
  if (outcome === '2') return { doneCount: index % 3 === 0 && pathLength > 1 ? 1 : 0, lastAction: 'return' };
  return { doneCount: 0, lastAction: 'reject' };
}

/**
 * Creates one record with its history. `demoRecords` adds display texts and computed values. Unless the form determines
 * the applicant, two of five applications are by the first of its applicants, and each of the others by a random one.
 */
export function createDemoRecord(form: DemoForm, index: number, tools: Tools, now: Date): DemoRecord {
  const plannedRecord = form.plan?.[index];
  const outcome = plannedRecord?.outcome ?? usualOutcome(index);
  const start = plannedRecord
    ? plannedApplicationTime(plannedRecord.daysAgo, tools, now)
    : applicationTime(outcome, index, tools, now);
  const applicant = userByName(
    form.applicantOf?.(index) ?? (index % 5 < 2 ? (form.applicants[0] ?? 'staff') : tools.pick(form.applicants)),
  );
  const draft: Draft = { applicant, ...form.apply(tools, applicant, start, index) };
  const id = `${form.formKey}-${String(index + 1).padStart(4, '0')}`;
  const files = hasAttachment(form.formKey, index) ? attach(form.formKey, id, draft) : [];
  const steps: DemoStep[] = [];
  const addStep = (
    node: { id: string; name: string },
    userId: string,
    action: DemoStep['action'],
    opinion: string,
    at: Date,
  ): number => steps.push({ nodeId: node.id, taskNode: node.name, userId, action, opinion, at });
  let date = tools.later(start, 0.4);
  let openNode: DemoRecord['openNode'] = null;
  if (outcome !== '0') {
    addStep(form.applyNode, applicant.id, 'submit', '', date);
    const path = pathOf(form, draft);
    const { doneCount, lastAction } = progressOf(outcome, path.length, index);
    const timeOfNextStep = (time: Date, { waitDays }: DemoNode): Date => {
      const hours = waitDays ? tools.int(...waitDays) * 24 : tools.int(2, 30);
      return new Date(Math.min(tools.later(time, hours).getTime(), now.getTime() - 60_000));
    };
    for (const node of path.slice(0, doneCount)) {
      date = timeOfNextStep(date, node);
      node.fill?.(draft, tools, date);
      const holders = node.holders(draft);
      for (const [turn, holder] of (node.everybodyActs ? holders : [holders[0] ?? applicant.id]).entries()) {
        if (turn > 0) date = timeOfNextStep(date, node);
        addStep(node, holder, 'approve', tools.pick(node.opinions), date);
      }
    }
    const next = path[doneCount];
    if (lastAction !== null && next) {
      date = timeOfNextStep(date, next);
      addStep(
        next,
        next.holders(draft)[0] ?? applicant.id,
        lastAction,
        lastAction === 'return'
          ? tools.pick(next.returnOpinions ?? ['请补充附件后重新提交。'])
          : '不符合办理条件，不予同意。',
        date,
      );
    }
    if (outcome === '1' && next) openNode = { nodeId: next.id, taskNode: next.name, userIds: next.holders(draft) };
    if (outcome === '2')
      openNode = { nodeId: form.applyNode.id, taskNode: form.applyNode.name, userIds: [applicant.id] };
  }
  const rowsOf = (key: string): { id: string; fieldsMap: Record<string, unknown> }[] =>
    (draft.tables[key] ?? []).map((fieldsMap, rowIndex) => ({ id: `${id}-${key}-${rowIndex + 1}`, fieldsMap }));
  return {
    id,
    formKey: form.formKey,
    flwState: plannedRecord?.isVoided === true ? '4' : outcome,
    createBy: applicant.id,
    createTime: start,
    updateBy: steps.at(-1)?.userId ?? applicant.id,
    updateTime: date,
    fieldsMap: draft.fields,
    childTables: Object.fromEntries(Object.keys(draft.tables).map((key) => [key, rowsOf(key)])),
    files,
    steps,
    openNode,
  };
}
