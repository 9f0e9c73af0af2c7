import { financeNode, leaderNode, managerNode } from '../nodes.ts';
import { usualOutcome } from '../outcomes.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm, PlannedRecord } from '../types.ts';
import { AGENCIES, BANKS, CITIES, TESTING_DOMAINS, OWNERS, PROJECTS } from '../words.ts';

/** Returns the payee fields for a way of payment. */
function payeeFields(tools: Tools, payMode: string, agency: string, openTime: Date): Record<string, unknown> {
  if (payMode === 'transfer')
    return { payeeName: agency, payeeBank: tools.pick(BANKS), payeeAccount: `62${tools.digits(15)}` };
  if (payMode === 'cheque') return { payeeName: agency };
  if (payMode === 'guarantee' || payMode === 'insurance') {
    return {
      guarantor:
        payMode === 'guarantee' ? tools.pick(BANKS) : tools.pick(['江城财产保险股份有限公司', '安诚保险江城分公司']),
      guaranteePeriod: [tools.day(openTime), tools.day(openTime, 120)],
      guaranteeFee: tools.money(300, 2000, 50),
    };
  }
  return {};
}

/** Ways of payment after which money is paid back. With a guarantee, an insurance or an annual deposit nothing is. */
const REFUNDED_PAY_MODES = new Set(['transfer', 'cheque', 'cash']);

/** Returns what happens to the deposit: returned in full, turned into a performance bond, or kept by the tenderer. */
function refundFields(tools: Tools, amount: number, payMode: string): Record<string, unknown> {
  const refundAmount = REFUNDED_PAY_MODES.has(payMode) ? amount : 0;
  if (tools.chance(0.25))
    return { bidResult: 'won', refundKind: REFUNDED_PAY_MODES.has(payMode) ? '转履约保证金' : '退回', refundAmount };
  if (tools.chance(0.06))
    return {
      bidResult: 'abandoned',
      refundKind: '不予退还',
      refundAmount: 0,
      deductReason: '中标后因资源不足放弃，按招标文件规定不予退还。',
    };
  return {
    bidResult: tools.pick(['won', 'lost', 'lost', 'lost', 'failed']),
    refundKind: '退回',
    refundAmount,
  };
}

const DEPOSIT_STATES: Readonly<Record<string, string>> = {
  退回: 'refunded',
  转履约保证金: 'converted',
  不予退还: 'forfeited',
};

/**
 * Returns whether the deposit exceeds 200,000, so that the node `manager` must also approve it. Every second deposit
 * does: 2 % of an estimate of at least 10.5 million.
 */
const isLarge = (index: number): boolean => index % 2 === 0;

/**
 * Each record is old enough for its completed nodes. The node `refund` takes up to 50 days (`waitDays`). It is
 * completed in finished records and in running records with one remaining node, and is the current node of running
 * records with two remaining nodes (`remainingNodes`). All other records are at most 11 days old.
 */
const PLAN = Array.from({ length: 64 }, (_none, index): PlannedRecord => {
  const outcome = usualOutcome(index);
  const nodeCount = isLarge(index) ? 5 : 4;
  const remainingNodes = nodeCount - (index % nodeCount);
  if (outcome === '3') return { outcome, daysAgo: 90 + ((index * 13) % 150) };
  if (outcome === '1' && remainingNodes === 1) return { outcome, daysAgo: 80 };
  if (outcome === '1' && remainingNodes === 2) return { outcome, daysAgo: 30 + ((index * 7) % 40) };
  return { outcome, daysAgo: 3 + (index % 5) * 2 };
});

export const earnestMoney: DemoForm = {
  formKey: 'earnestMoney',
  plan: PLAN,
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: ['staff', 'liusiyu', 'yangfan', 'zhengkai', 'weizixuan'],
  apply(tools, applicant, date, index) {
    const [domain, domainName] = tools.pick(TESTING_DOMAINS);
    const agency = tools.pick(AGENCIES);
    const estimate = isLarge(index)
      ? tools.money(10_500_000, 18_000_000, 10_000)
      : tools.money(300_000, 9_900_000, 10_000);
    const payMode = tools.chance(0.55) ? 'transfer' : tools.pick(['guarantee', 'insurance', 'cheque', 'annual']);
    const daysToOpening = tools.int(8, 25);
    const openTime = new Date(date.getTime() + daysToOpening * 86_400_000);
    return {
      fields: {
        applicantId: applicant.id,
        applyDeptId: applicant.deptId,
        applyDate: tools.day(date),
        bidProjectName: `${tools.pick(PROJECTS)}${domainName}检测服务`,
        bidNo: `JCZB-${tools.day(date).slice(0, 4)}-${tools.digits(4)}`,
        tenderer: tools.pick(OWNERS),
        agency,
        bidSection: tools.pick(['第三方检测 JC-01 标段', '第三方检测 JC-02 标段', '不分标段']),
        bidWay: tools.chance(0.7) ? 'open' : tools.pick(['invited', 'negotiation', 'consultation']),
        bidDomain: domain,
        region: [...tools.pick(CITIES)],
        openTime: tools.moment(date, daysToOpening, tools.pick([9, 10, 14])),
        estimate,
        projectManager: tools.pick(['u-lizhenhua', 'u-dongzhiyong', 'u-huangzhiqiang', 'u-guopengfei']),
        amount: Math.min(
          800_000,
          Math.round((estimate * (isLarge(index) ? 0.02 : tools.pick([0.01, 0.015, 0.02]))) / 1000) * 1000,
        ),
        payDeadline: tools.moment(date, daysToOpening - 2, 17),
        payMode,
        ...payeeFields(tools, payMode, agency, openTime),
        expectRefundDate: tools.day(openTime, 35),
        earnestState: 'pending',
        applyNote: tools.pick([
          '投标报名已通过，须在截止时间前到账。',
          '按招标文件要求从基本账户转出，请备注招标编号。',
          '招标文件已购买，申请缴纳投标保证金。',
        ]),
      },
      tables: {},
    };
  },
  nodes: [
    leaderNode({ returnOpinions: ['收款账号与招标文件不一致，请核对。', '请上传招标文件中保证金条款页。'] }),
    managerNode(({ fields }) => Number(fields.amount) <= 200_000),
    financeNode('pay', '财务缴纳', {
      opinions: ['已付款，回单见附件。', '已从基本账户转出。', '保函已开具。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          payDate: tools.day(date),
          payVoucherNo: `付-${tools.day(date).slice(2, 4)}${tools.digits(5)}`,
          earnestState: 'paid',
        });
      },
    }),
    {
      id: 'refund',
      name: '退还登记',
      waitDays: [25, 50],
      holders: ({ applicant }) => [applicant.id],
      opinions: ['保证金已退回公司账户。', '已办理退还手续。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          refundDate: tools.day(date),
          ...refundFields(tools, Number(fields.amount), String(fields.payMode)),
        });
      },
    },
    financeNode('confirm', '财务确认到账', {
      opinions: ['已核对银行回单。', '款项已到账。'],
      fill({ fields }) {
        fields.earnestState = DEPOSIT_STATES[String(fields.refundKind)];
      },
    }),
  ],
};
