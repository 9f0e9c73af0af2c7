import { leaderNode, financeNode, managerNode } from '../nodes.ts';
import { userByName, userIdsWithRole } from '../people.ts';
import { projectStateOf, scheduleOf } from '../plain/projects.ts';
import { DEALS, DEBTS, paddedNumber, STORY_PROJECTS, type Debt, type StoryProject } from '../story.ts';
import type { DemoForm, PlannedRecord } from '../types.ts';

const neverSkip = (): boolean => false;
const applyNode = { id: 'apply', name: '提交申请' };
const applicantFields = (applicant: { id: string; deptId: string }) => ({
  applicant: applicant.id,
  deptId: applicant.deptId,
});
const dealsOf = (project: StoryProject) => DEALS.filter((deal) => deal.project === project);
const sumOf = (project: StoryProject, key: 'finalAmount' | 'settled' | 'received'): number =>
  dealsOf(project).reduce((sum, deal) => sum + deal[key], 0);
const projectsInState = (state: string): StoryProject[] =>
  STORY_PROJECTS.filter((project) => projectStateOf(project) === state).toSorted((a, b) => b.daysAgo - a.daysAgo);

/**
 * The project changes, with the final state as `flwState` (`outcome`): finished ones every 22 days from 150 days ago,
 * then unfinished ones from 14 to 17 days ago.
 */
const UPDATES = (['3', '3', '3', '3', '3', '3', '1', '1', '2', '0'] as const).map((outcome, itemIndex) => ({
  outcome,
  daysAgo: outcome === '3' ? 150 - itemIndex * 22 : 8 + itemIndex,
}));

/**
 * Returns the project of the n-th change: a project in work that began more than 160 days ago, so before every change
 * in `UPDATES`. The factor 7 spreads the changes over these projects.
 */
export const updatedProject = (index: number): StoryProject => {
  const begunProjects = projectsInState('检测中').filter(({ daysAgo }) => daysAgo > 160);
  return begunProjects[(index * 7) % begunProjects.length] as StoryProject;
};

/** Returns the leader of a project before the present leader. */
export const formerLeader = ({ leader }: StoryProject): string => (leader === 'pm' ? 'manager' : 'pm');

export const projectUpdate: DemoForm = {
  formKey: 'projectUpdate',
  plan: UPDATES,
  applyNode,
  applicants: ['pm', 'staff'],
  apply(tools, applicant, date, index) {
    const project = updatedProject(index);
    const kinds = [
      ['工期变更', '建设单位调整施工计划，主体封顶顺延。'],
      ['负责人变更', '原负责人工作调整，由新负责人接手。'],
      ['工程内容变更', '设计变更增加检测内容。'],
    ] as const;
    const [updateKind, reason] = kinds[index % 3] as (typeof kinds)[number];
    // a finished change has updated the project: its new values are the present values of the project
    const { outcome, daysAgo } = UPDATES[index] as (typeof UPDATES)[number];
    const isDone = outcome === '3';
    const delay = tools.int(2, 8) * 15;
    // `scheduleOf` counts the days from today; `end` counts them from the date of the change, `daysAgo` days ago
    const end = scheduleOf(project).end + daysAgo;
    const leader = userByName(project.leader).id;
    const former = userByName(formerLeader(project)).id;
    return {
      fields: {
        ...applicantFields(applicant),
        updateNo: `XMBG-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1, 3)}`,
        project: project.id,
        applyDate: tools.day(date),
        projectName: project.name,
        updateKind,
        oldLeader: updateKind === '负责人变更' && isDone ? former : leader,
        oldEndDate: tools.day(date, updateKind === '工期变更' && isDone ? end - delay : end),
        ...(updateKind === '工期变更' ? { newEndDate: tools.day(date, isDone ? end : end + delay) } : {}),
        ...(updateKind === '负责人变更' ? { newLeader: isDone ? leader : former } : {}),
        ...(updateKind === '工程内容变更' ? { placeNote: '增加室内环境检测 12 点。' } : {}),
        reason,
      },
      tables: {},
    };
  },
  nodes: [leaderNode(), managerNode(neverSkip)],
};

/**
 * Finished terminations: stopped projects, then a settled and paid project. Unfinished terminations: projects in
 * work. `outcome`: the final state as `flwState`. The finished ones are planned every 8 days, from 90 days ago; the
 * unfinished ones 7 to 9 days ago.
 */
const TERMINATIONS = [
  ...projectsInState('已中止').map((project) => ({ project, outcome: '3', endReason: '工程停建' }) as const),
  { project: projectsInState('已结算')[0] as StoryProject, outcome: '3', endReason: '合同履行完毕' } as const,
  { project: projectsInState('检测中')[1] as StoryProject, outcome: '1', endReason: '工程停建' } as const,
  { project: projectsInState('检测中')[2] as StoryProject, outcome: '2', endReason: '委托方解除' } as const,
];

const END_REASONS = {
  工程停建: '建设单位资金未到位，工程停建，已完成部分按实际工作量结算。',
  委托方解除: '委托方改由其他单位检测，双方同意解除。',
  合同履行完毕: '检测工作全部完成，报告已签收，款项已结清。',
} as const;

export const projectTermination: DemoForm = {
  formKey: 'projectTermination',
  plan: TERMINATIONS.map(({ outcome }, itemIndex): PlannedRecord => ({
    outcome,
    daysAgo: outcome === '3' ? 90 - itemIndex * 8 : 7 + (itemIndex % 3),
  })),
  applyNode,
  applicants: ['pm', 'staff'],
  apply(tools, applicant, date, index) {
    const { project, endReason } = TERMINATIONS[index] as (typeof TERMINATIONS)[number];
    return {
      fields: {
        ...applicantFields(applicant),
        endNo: `XMZZ-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1, 3)}`,
        project: project.id,
        endDate: tools.day(date),
        projectName: project.name,
        endReason,
        contractAmount: sumOf(project, 'finalAmount'),
        receivedAmount: sumOf(project, 'received'),
        performedAmount: sumOf(project, 'settled'),
        reports: '已交清',
        samples: '已处置',
        reason: END_REASONS[endReason],
      },
      tables: {},
    };
  },
  nodes: [
    leaderNode(),
    financeNode('finance', '财务清算', { opinions: ['已核对合同、结算与回款。'] }),
    managerNode(neverSkip),
  ],
};

/**
 * The letters, the oldest debt first, with the final state as `flwState` (`outcome`). The finished letters are planned
 * every 30 days, from 190 days ago; the voided letter 60 days ago; the other letters 12 to 16 days ago. A letter begins
 * later than planned if its debt was due less than 15 days before the planned day.
 */
const LETTERS = (['3', '3', '3', '3', '3', '1', '1', '1', '2', '0', '4'] as const).map((outcome, index) => {
  const debt = DEBTS[index % DEBTS.length] as Debt;
  const plannedDaysAgo = outcome === '3' ? 190 - index * 30 : outcome === '4' ? 60 : 7 + index;
  return { outcome, debt, daysAgo: Math.min(plannedDaysAgo, debt.overdueDays - 15) };
});

/**
 * Returns the id and age of the letter for the debt at this index of `DEBTS`; null if no letter was sent. The first
 * three letters are followed by disputes.
 */
export const letterOfDebt = (index: number): { id: string; daysAgo: number } | null => {
  const letter = LETTERS[index];
  return letter?.outcome === '3' ? { id: `lawyerLetter-${paddedNumber(index + 1)}`, daysAgo: letter.daysAgo } : null;
};
/** The answers to the first letters. Later letters have no answer yet. */
const ANSWERS = ['拒绝付款', '拒绝付款', '无法送达', '承诺付款'];

export const lawyerLetter: DemoForm = {
  formKey: 'lawyerLetter',
  plan: LETTERS.map(({ outcome, daysAgo }): PlannedRecord => ({ outcome, daysAgo })),
  applyNode,
  applicants: ['sales', 'yangfan', 'staff'],
  apply(tools, applicant, date, index) {
    const {
      debt: { deal, overdueDays, amountAt },
      daysAgo,
    } = LETTERS[index] as (typeof LETTERS)[number];
    return {
      fields: {
        ...applicantFields(applicant),
        contract: deal.id,
        project: deal.project.id,
        projectName: deal.project.name,
        counterparty: deal.project.owner,
        contractAmount: deal.finalAmount,
        applyDate: tools.day(date),
        letterNo: `LSH-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1, 3)}`,
        debt: amountAt(daysAgo),
        dueDate: tools.day(date, daysAgo - overdueDays),
        reminded: tools.int(2, 6),
        lastReply: tools.pick(['资金紧张，请再宽限。', '正在走付款流程。', '暂未答复。']),
        facts: `我方已按《${deal.name}》完成检测并交付报告，双方已办理结算，贵方至今未付清检测费。`,
        demand: '请于收函后 15 日内付清所欠检测费，逾期将依法追究违约责任。',
        result: '待回复',
      },
      tables: {},
    };
  },
  nodes: [
    leaderNode(),
    managerNode(neverSkip),
    {
      id: 'legal',
      name: '法务发函',
      holders: () => userIdsWithRole('legal'),
      opinions: ['已发函。', '函件已寄出。'],
      fill({ fields }, tools, date) {
        // the end of the letter number is the position of the letter, from 1
        const result = ANSWERS[Number(String(fields['letterNo']).slice(-3)) - 1];
        Object.assign(fields, {
          lawyer: tools.personName(),
          sendDate: tools.day(date),
          expressNo: `SF${tools.digits(12)}`,
          ...(result === undefined ? {} : { result, replyDate: tools.day(date, 10) }),
        });
      },
    },
  ],
};
