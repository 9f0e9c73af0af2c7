import { dealAt } from '../deals.ts';
import { financeNode, leaderNode, managerNode } from '../nodes.ts';
import { userByName } from '../people.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm } from '../types.ts';

const ITEMS: readonly [name: string, standard: string, unit: string, price: number][] = [
  ['混凝土立方体抗压强度', 'GB/T 50081-2019', '组', 120],
  ['钢筋力学性能', 'GB/T 1499.2-2018', '组', 180],
  ['砌筑砂浆抗压强度', 'JGJ/T 70-2009', '组', 100],
  ['回弹法检测混凝土强度', 'JGJ/T 23-2011', '构件', 260],
  ['钢筋保护层厚度', 'JGJ/T 152-2019', '构件', 220],
  ['低应变法桩身完整性', 'JGJ 106-2014', '根', 180],
  ['单桩竖向抗压静载', 'JGJ 106-2014', '根', 16_800],
  ['路基压实度', 'JTG 3450-2019', '点', 90],
  ['防水卷材', 'GB 18242-2008', '组', 650],
  ['室内空气污染物', 'GB 50325-2020', '点', 420],
];

const always = (): boolean => false;
const numberOf = (prefix: string, tools: Tools, at: Date, index: number, width: number): string =>
  `${prefix}-${tools.day(at).slice(0, 4)}-${String(index + 1).padStart(width, '0')}`;
const head = (applicant: { id: string; deptId: string }) => ({ applicant: applicant.id, deptId: applicant.deptId });

/** Lines of a quotation or settlement. */
function lines(tools: Tools, least: number, most: number): Record<string, unknown>[] {
  return tools.some(ITEMS, tools.int(least, most)).map(([itemName, standard, unit, price]) => ({
    itemName,
    standard,
    unit,
    quantity: tools.int(4, 60),
    price,
  }));
}

export const projectQuote: DemoForm = {
  formKey: 'projectQuote',
  every: 3,
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: ['staff', 'zhengkai', 'liusiyu'],
  apply(tools, applicant, at, index) {
    const { project, projectName } = dealAt(index);
    return {
      fields: {
        ...head(applicant),
        quoteNo: numberOf('BJ', tools, at, index, 4),
        customer: `customerProfile-${String((index % 12) + 1).padStart(4, '0')}`,
        project,
        quoteDate: tools.day(at),
        validDate: tools.day(at, 30),
        quoteName: `${projectName}检测报价`,
        round: tools.pick(['首次报价', '首次报价', '二次报价', '最终报价']),
        payWay: tools.pick(['预付 30%', '按进度支付', '月结', '出报告前付清']),
        discount: tools.pick([100, 95, 92, 90, 88, 85]),
      },
      tables: { items: lines(tools, 3, 7) },
    };
  },
  nodes: [leaderNode({ returnOpinions: ['静载单价请与上次报价核对。'] }), managerNode(always)],
};

export const projectSettlement: DemoForm = {
  formKey: 'projectSettlement',
  every: 3,
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: ['yangfan', 'staff'],
  apply(tools, applicant, at, index) {
    const deal = dealAt(index);
    return {
      fields: {
        ...head(applicant),
        contract: deal.id,
        project: deal.project,
        projectName: deal.projectName,
        counterparty: deal.counterparty,
        contractAmount: deal.amount,
        settleNo: numberOf('JS', tools, at, index, 4),
        settleDate: tools.day(at),
        dueDate: tools.day(at, 30),
        stage: tools.pick(['进度结算', '进度结算', '进度结算', '竣工结算']),
        needInvoice: '需要',
        deduct: 0,
        signer: tools.person(),
      },
      tables: { items: lines(tools, 2, 5) },
    };
  },
  nodes: [
    leaderNode({ returnOpinions: ['请补充委托方签认的工作量清单。'] }),
    financeNode('finance', '财务复核', { opinions: ['金额无误。', '与合同单价一致。'] }),
    managerNode(always),
  ],
};

export const lawyerLetter: DemoForm = {
  formKey: 'lawyerLetter',
  every: 5,
  applyNode: { id: 'apply', name: '提交申请' },
  applicants: ['yangfan', 'staff'],
  apply(tools, applicant, at, index) {
    const deal = dealAt(index * 3);
    return {
      fields: {
        ...head(applicant),
        contract: deal.id,
        project: deal.project,
        projectName: deal.projectName,
        counterparty: deal.counterparty,
        contractAmount: deal.amount,
        applyDate: tools.day(at),
        letterNo: numberOf('LSH', tools, at, index, 3),
        debt: Math.round(deal.settled * tools.pick([0.2, 0.3, 0.5])),
        dueDate: tools.day(at, -tools.int(95, 320)),
        reminded: tools.int(2, 6),
        lastReply: tools.pick(['资金紧张，请再宽限。', '正在走付款流程。', '暂未答复。']),
        facts: `我方已按《${deal.contractName}》完成检测并交付报告，双方已办理结算，贵方至今未付清检测费。`,
        demand: '请于收函后 15 日内付清所欠检测费，逾期将依法追究违约责任。',
        result: '待回复',
      },
      tables: {},
    };
  },
  nodes: [
    leaderNode(),
    managerNode(always),
    {
      id: 'legal',
      name: '法务发函',
      holders: () => [userByName('yangfan').id],
      opinions: ['已发函。', '函件已寄出。'],
      fill({ fields }, tools, at) {
        Object.assign(fields, {
          lawyer: tools.person(),
          sendDate: tools.day(at),
          expressNo: `SF${tools.digits(12)}`,
          result: tools.pick(['待回复', '部分付款', '承诺付款', '已付款']),
        });
      },
    },
  ],
};
