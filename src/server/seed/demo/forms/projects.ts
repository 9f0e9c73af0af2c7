import { leaderNode, financeNode, managerNode } from '../nodes.ts';
import { userByName, withRole } from '../people.ts';
import { DEALS, DEBTS, numberText, STORY_PROJECTS, type Debt, type StoryProject } from '../story.ts';
import type { DemoForm, PlannedRecord } from '../types.ts';

const never = (): boolean => false;
const applyNode = { id: 'apply', name: '提交申请' };
const head = (applicant: { id: string; deptId: string }) => ({ applicant: applicant.id, deptId: applicant.deptId });
const amountOf = (project: StoryProject): number =>
  DEALS.filter((deal) => deal.project === project).reduce((sum, { finalAmount }) => sum + finalAmount, 0);

export const projectUpdate: DemoForm = {
  formKey: 'projectUpdate',
  plan: (['3', '3', '3', '3', '3', '3', '1', '1', '2', '0'] as const).map((outcome, itemIndex): PlannedRecord => ({
    outcome,
    daysAgo: outcome === '3' ? 150 - itemIndex * 22 : 8 + itemIndex,
  })),
  applyNode,
  applicants: ['pm', 'staff'],
  apply(tools, applicant, date, index) {
    const project = STORY_PROJECTS[(index * 4) % 36] as StoryProject;
    const updateKind = (['工期变更', '负责人变更', '工程内容变更'] as const)[index % 3] as string;
    return {
      fields: {
        ...head(applicant),
        updateNo: `XMBG-${tools.day(date).slice(0, 4)}-${numberText(index + 1, 3)}`,
        project: project.id,
        applyDate: tools.day(date),
        projectName: project.name,
        updateKind,
        oldLeader: userByName(project.leader).id,
        oldEndDate: tools.day(date, 60),
        oldAmount: amountOf(project),
        ...(updateKind === '工期变更' ? { newEndDate: tools.day(date, 60 + tools.int(2, 8) * 15) } : {}),
        ...(updateKind === '负责人变更' ? { newLeader: 'u-pm' } : {}),
        ...(updateKind === '工程内容变更' ? { placeNote: '增加室内环境检测 12 点。' } : {}),
        reason: tools.pick([
          '建设单位调整施工计划，主体封顶顺延。',
          '原负责人工作调整，由项目经理接手。',
          '设计变更增加检测内容。',
        ]),
      },
      tables: {},
    };
  },
  nodes: [leaderNode(), managerNode(never)],
};

export const projectTermination: DemoForm = {
  formKey: 'projectTermination',
  plan: (['3', '3', '1', '2'] as const).map((outcome, itemIndex): PlannedRecord => ({
    outcome,
    daysAgo: outcome === '3' ? 90 - itemIndex * 20 : 7 + itemIndex,
  })),
  applyNode,
  applicants: ['pm', 'staff'],
  apply(tools, applicant, date, index) {
    const project = STORY_PROJECTS[index * 2] as StoryProject;
    const received = DEALS.filter((deal) => deal.project === project).reduce((sum, deal) => sum + deal.received, 0);
    return {
      fields: {
        ...head(applicant),
        endNo: `XMZZ-${tools.day(date).slice(0, 4)}-${numberText(index + 1, 3)}`,
        project: project.id,
        endDate: tools.day(date),
        projectName: project.name,
        endReason: '合同履行完毕',
        contractAmount: amountOf(project),
        receivedAmount: received,
        performedAmount: received,
        reports: '已交清',
        samples: '已处置',
        reason: '检测工作全部完成，报告已签收，款项已结清。',
      },
      tables: {},
    };
  },
  nodes: [leaderNode(), financeNode('finance', '财务清算', { opinions: ['款项已结清。'] }), managerNode(never)],
};

/** The outcomes of the letters, the oldest debt first. A letter is sent a while after its debt became due. */
const LETTERS = (['3', '3', '3', '3', '3', '1', '1', '1', '2', '0', '4'] as const).map((outcome, index) => {
  const debt = DEBTS[index % DEBTS.length] as Debt;
  const planned = outcome === '3' ? 190 - index * 30 : outcome === '4' ? 60 : 7 + index;
  return { outcome, debt, daysAgo: Math.min(planned, debt.overdueDays - 15) };
});

/** The letter of the debt with this index, if it was sent: its id and age. Disputes follow from the first three. */
export const letterOfDebt = (index: number): { id: string; daysAgo: number } | null => {
  const letter = LETTERS[index];
  return letter?.outcome === '3' ? { id: `lawyerLetter-${numberText(index + 1)}`, daysAgo: letter.daysAgo } : null;
};
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
        ...head(applicant),
        contract: deal.id,
        project: deal.project.id,
        projectName: deal.project.name,
        counterparty: deal.project.owner,
        contractAmount: deal.finalAmount,
        applyDate: tools.day(date),
        letterNo: `LSH-${tools.day(date).slice(0, 4)}-${numberText(index + 1, 3)}`,
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
    managerNode(never),
    {
      id: 'legal',
      name: '法务发函',
      holders: () => withRole('legal'),
      opinions: ['已发函。', '函件已寄出。'],
      fill({ fields }, tools, date) {
        const index = LETTERS.findIndex(({ debt }) => debt.deal.id === fields['contract']);
        const result = ANSWERS[index];
        Object.assign(fields, {
          lawyer: tools.person(),
          sendDate: tools.day(date),
          expressNo: `SF${tools.digits(12)}`,
          ...(result === undefined ? {} : { result, replyDate: tools.day(date, 10) }),
        });
      },
    },
  ],
};
