import { financeNode, leaderNode, managerNode, sealerNode } from '../nodes.ts';
import { userByName, userIdsWithRole } from '../people.ts';
import { receiverOf } from '../plain/handovers.ts';
import { sealIdByNo } from '../plain/seals.ts';
import { DEALS, paddedNumber, STORY_PROJECTS, createWorkLines, type Deal, type StoryProject } from '../story.ts';
import type { DemoForm, DemoNode, PlannedRecord } from '../types.ts';

const neverSkip = (): boolean => false;
const applyNode = { id: 'apply', name: '提交申请' };

/** The legal review of a contract. */
const legalNode: DemoNode = {
  id: 'legal',
  name: '法务审查',
  holders: () => userIdsWithRole('legal'),
  opinions: ['条款合法有效，同意。', '已审查，付款与违约条款明确。'],
  returnOpinions: ['违约责任条款缺失，请与对方补充。'],
  fill({ fields }, tools) {
    Object.assign(fields, {
      riskLevel: tools.pick(['低', '低', '中']),
      legalOpinion: tools.pick(['付款节点与结算依据明确，未见不利条款。', '建议注明报告异议期，其余无意见。']),
    });
  },
};

/** Outcomes of contracts without a finished approval. Their records come after those of the story's contracts. */
const OPEN_OUTCOMES: readonly PlannedRecord['outcome'][] = ['1', '1', '1', '2', '0', '4'];

/** Days from the signature of a contract to its start. A younger contract has not started yet (`Deal.state`). */
const DAYS_TO_START = 8;

/** Returns the data of a contract in preparation, for one of the projects 40 to 45, which have no other contract. */
const contractInPreparation = (
  index: number,
): Pick<Deal, 'project' | 'name' | 'amount' | 'changeAmount' | 'signedDaysAgo' | 'state'> => {
  const project = STORY_PROJECTS[40 + (index % 6)] as StoryProject;
  const quote = createWorkLines(180_000 + index * 7000, 4);
  return {
    project,
    name: `${project.name}见证取样检测服务合同`,
    amount: quote.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
    changeAmount: 0,
    signedDaysAgo: 1,
    state: '待生效',
  };
};

/**
 * Returns the days from the application for the review of a contract to its signature, `age` days ago: 2, or more if
 * the application would otherwise be less than 8 days old, because the review must have ended.
 */
const reviewDays = (age: number): number => Math.max(age + 2, 8) - age;

export const contractLedger: DemoForm = {
  formKey: 'contractLedger',
  plan: [
    ...DEALS.map(({ signedDaysAgo }): PlannedRecord => ({
      outcome: '3',
      daysAgo: signedDaysAgo + reviewDays(signedDaysAgo),
    })),
    ...OPEN_OUTCOMES.map((outcome, itemIndex): PlannedRecord => ({
      outcome,
      daysAgo: outcome === '4' ? 40 : 7 + itemIndex,
    })),
  ],
  applyNode,
  applicants: ['sales', 'staff', 'yangfan'],
  apply(tools, applicant, date, index) {
    const { project, name, amount, changeAmount, signedDaysAgo, state } = DEALS[index] ?? contractInPreparation(index);
    const isInForce = DEALS[index] !== undefined;
    const days = isInForce ? reviewDays(signedDaysAgo) : 8;
    // the number of original copies, out of 4, that have come back: none if the contract is younger than 10 days, 2 if
    // it is younger than 20 days and for every sixth contract, otherwise all
    const originalsBack = !isInForce || signedDaysAgo < 10 ? 0 : index % 6 === 1 || signedDaysAgo < 20 ? 2 : 4;
    const receiverName = receiverOf(project);
    return {
      fields: {
        contractNo: `HT-${tools.day(date, days).slice(0, 4)}-${paddedNumber(index + 1)}`,
        contractName: name,
        contractKind: '检测服务合同',
        contractState: state,
        signDate: tools.day(date, days),
        startDate: tools.day(date, days + DAYS_TO_START),
        endDate: tools.day(date, days + Math.max(tools.int(120, 400), signedDaysAgo > 300 ? 200 : 150)),
        project: project.id,
        projectName: project.name,
        projectLeader: userByName(project.leader).id,
        counterparty: project.owner,
        customer: project.customer,
        deptId: 'dept-jy',
        handler: receiverName === null ? applicant.id : userByName(receiverName).id,
        amount,
        changeAmount,
        originalCopies: 4,
        originalsBack,
        ...(originalsBack > 0 ? { originalsBackDate: tools.day(date, days + Math.min(25, signedDaysAgo - 1)) } : {}),
        originalsDue: tools.day(date, days + 30),
      },
      tables: {
        terms: [
          { stage: '预付款', share: 30, termDate: tools.day(date, days + 15) },
          { stage: '进度款', share: 50, termDate: tools.day(date, days + 120) },
          { stage: '尾款', share: 20, termDate: tools.day(date, days + 300) },
        ],
      },
    };
  },
  nodes: [legalNode, leaderNode({ returnOpinions: ['合同单价与报价不一致，请核对。'] }), managerNode(neverSkip)],
};

const VOID_REASONS = [
  ['工程取消或停建', '建设单位来函说明工程缓建，双方同意终止，未发生检测工作量。'],
  ['条款变更重新签订', '检测范围增加，双方商定作废原合同后重新签订。'],
  ['双方协商解除', '委托方调整检测安排，双方签署解除协议。'],
] as const;

/** The outcomes of requests to void a contract, and the ages of the requests in days. */
const VOID_PLAN: readonly { outcome: PlannedRecord['outcome']; daysAgo: number }[] = [
  { outcome: '1', daysAgo: 6 },
  { outcome: '1', daysAgo: 7 },
  { outcome: '2', daysAgo: 8 },
  { outcome: '0', daysAgo: 9 },
  { outcome: '4', daysAgo: 27 },
];
/** Contracts without settlements, the newest first. Contracts to void are taken from them (`DEALS_TO_VOID`). */
const UNSETTLED_DEALS = DEALS.filter(({ settled, signedDaysAgo }) => settled === 0 && signedDaysAgo > 12).toSorted(
  (a, b) => a.signedDaysAgo - b.signedDaysAgo,
);
/** The contract of each request: one that was signed more than 3 days before the request, if there is one. */
const DEALS_TO_VOID = VOID_PLAN.map(
  ({ daysAgo }, index) =>
    UNSETTLED_DEALS.slice(index).find(({ signedDaysAgo }) => signedDaysAgo > daysAgo + 3) ??
    (UNSETTLED_DEALS.at(-1) as Deal),
);

export const contractVoid: DemoForm = {
  formKey: 'contractVoid',
  plan: VOID_PLAN,
  applyNode,
  applicants: ['sales', 'yangfan'],
  apply(tools, applicant, date, index) {
    const deal = DEALS_TO_VOID[index] as Deal;
    const signed = tools.day(date, (VOID_PLAN[index]?.daysAgo ?? 0) - deal.signedDaysAgo);
    const [voidReason, reasonDetail] = VOID_REASONS[index % VOID_REASONS.length] as (typeof VOID_REASONS)[number];
    return {
      fields: {
        contract: deal.id,
        voidNo: `HTZF-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1, 3)}`,
        contractNo: `HT-${signed.slice(0, 4)}-${paddedNumber(deal.index + 1)}`,
        contractKind: '检测服务合同',
        contractName: deal.name,
        contractAmount: deal.finalAmount,
        counterparty: deal.project.owner,
        applicant: applicant.id,
        deptId: applicant.deptId,
        voidDate: tools.day(date),
        voidReason,
        ...(voidReason === '条款变更重新签订'
          ? { replacedNo: `HT-${tools.day(date).slice(0, 4)}-${paddedNumber(90 + index)}` }
          : {}),
        reasonDetail,
        performedAmount: 0,
        settledAmount: 0,
        originals: '已全部收回',
      },
      tables: {},
    };
  },
  nodes: [
    leaderNode(),
    financeNode('finance', '财务清算', {
      opinions: ['未发生结算与到款，同意作废。'],
      fill({ fields }) {
        Object.assign(fields, { settledAmount: 0, financeNote: '经核对，本合同未开票、未到款。' });
      },
    }),
    managerNode(neverSkip),
  ],
};

/** The contracts of the finished requests for a seal, and the contracts of the unfinished requests. */
const SEALED_DEALS = DEALS.filter(({ signedDaysAgo }) => signedDaysAgo >= 12).slice(-5);
const DEALS_TO_SEAL = DEALS.filter(
  (deal) => deal.signedDaysAgo >= 14 && deal.signedDaysAgo < 80 && !SEALED_DEALS.includes(deal),
).slice(-4);
const dealToSeal = (index: number): Deal =>
  [...SEALED_DEALS, ...DEALS_TO_SEAL][index % (SEALED_DEALS.length + DEALS_TO_SEAL.length)] as Deal;

export const contractSeal: DemoForm = {
  formKey: 'contractSeal',
  plan: [
    ...SEALED_DEALS.map(({ signedDaysAgo }): PlannedRecord => ({ outcome: '3', daysAgo: signedDaysAgo - 3 })),
    ...(['1', '1', '2', '0'] as const).map((outcome, itemIndex) => ({ outcome, daysAgo: 6 + itemIndex })),
  ],
  applyNode,
  applicants: ['sales', 'yangfan', 'staff'],
  apply(tools, applicant, date, index) {
    const deal = dealToSeal(index);
    return {
      fields: {
        sealNo: `HTYY-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1, 3)}`,
        applicant: applicant.id,
        deptId: applicant.deptId,
        unitId: 'unit-jc',
        contract: deal.id,
        applyDate: tools.day(date),
        contractName: deal.name,
        counterparty: deal.project.owner,
        project: deal.project.id,
        contractAmount: deal.finalAmount,
        seals: tools.chance(0.5) ? ['合同专用章', '骑缝章'] : ['合同专用章'],
        copies: 4,
        isFirst: '我方先盖',
        mail: '当面递交',
        // a finished request is made 3 days after the signature: the date is then `originalsDue` of the contract
        returnDate: tools.day(date, 27),
      },
      tables: {},
    };
  },
  nodes: [
    leaderNode(),
    managerNode(neverSkip),
    sealerNode({
      fill({ fields }, tools, date) {
        Object.assign(fields, { seal: sealIdByNo('YZ-JC-003'), sealDate: tools.day(date) });
      },
    }),
  ],
};
