import { creditCodeOf } from '../creditCode.ts';
import { financeNode, leaderNode, managerNode } from '../nodes.ts';
import { userByName } from '../people.ts';
import dayjs from 'dayjs';
import {
  createWorkLines,
  DAYS_TO_PAY,
  dealAt,
  DEALS,
  numberText,
  PAYMENTS,
  SETTLEMENTS,
  type Deal,
  type Settlement,
} from '../story.ts';
import { listPriceOf } from '../plain/laboratory.ts';
import { OPEN_RECEIPTS } from '../plain/money.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm, PlannedRecord } from '../types.ts';

const isNeverSkipped = (): boolean => false;
const applyNode = { id: 'apply', name: '提交申请' };
const recordNumber = (prefix: string, tools: Tools, date: Date, index: number, width = 4): string =>
  `${prefix}-${tools.day(date).slice(0, 4)}-${numberText(index + 1, width)}`;
const applicantFields = (applicant: { id: string; deptId: string }) => ({
  applicant: applicant.id,
  deptId: applicant.deptId,
});
/**
 * Returns the plan of the records after the finished records. `outcomes`: one digit (`flw_state`) for each record, for
 * example running at every node, returned, draft, and one voided record.
 */
const unfinished = (outcomes: string): PlannedRecord[] =>
  [...outcomes].map((outcome, itemIndex) => ({
    outcome: outcome as PlannedRecord['outcome'],
    daysAgo: outcome === '4' ? 40 : outcome === '0' ? 2 : 7 + itemIndex,
  }));
const contractFields = (deal: Deal) => ({
  contract: deal.id,
  project: deal.project.id,
  projectName: deal.project.name,
  counterparty: deal.project.owner,
  contractAmount: deal.finalAmount,
});

/** Contracts with a preceding quotation: every second contract. */
const QUOTED = DEALS.filter(({ index }) => index % 2 === 0);

export const projectQuote: DemoForm = {
  formKey: 'projectQuote',
  plan: [...QUOTED.map(({ age }): PlannedRecord => ({ outcome: '3', daysAgo: age + 4 })), ...unfinished('111224')],
  applyNode,
  applicants: ['sales', 'staff', 'zhengkai', 'liusiyu'],
  apply(tools, applicant, date, index) {
    const quoted = QUOTED[index];
    const { project } = quoted ?? dealAt(index * 5);
    return {
      fields: {
        ...applicantFields(applicant),
        quoteNo: recordNumber('BJ', tools, date, index),
        customer: project.customer,
        project: project.id,
        quoteDate: tools.day(date),
        validDate: tools.day(date, 30),
        quoteName: `${project.name}检测报价`,
        round: tools.pick(['首次报价', '首次报价', '二次报价', '最终报价']),
        payWay: tools.pick(['预付 30%', '按进度支付', '月结', '出报告前付清']),
        discount: 100,
      },
      tables: {
        items: (quoted?.quote ?? createWorkLines(tools.money(60_000, 300_000), 4)).map((line) => ({
          ...line,
          listPrice: listPriceOf(line.itemName),
        })),
      },
    };
  },
  nodes: [leaderNode({ returnOpinions: ['静载单价请与上次报价核对。'] }), managerNode(isNeverSkipped)],
};

export const projectSettlement: DemoForm = {
  formKey: 'projectSettlement',
  plan: [...SETTLEMENTS.map(({ daysAgo }): PlannedRecord => ({ outcome: '3', daysAgo })), ...unfinished('1111120')],
  applyNode,
  applicants: ['pm', 'yangfan', 'staff'],
  apply(tools, applicant, date, index) {
    const settlement = SETTLEMENTS[index];
    const deal = settlement?.deal ?? dealAt(index * 3);
    const items = settlement?.items ?? createWorkLines((deal.finalAmount - deal.settled) / 4, 2);
    return {
      fields: {
        ...applicantFields(applicant),
        ...contractFields(deal),
        settleNo: recordNumber('JS', tools, date, index),
        settleDate: tools.day(date),
        dueDate: tools.day(date, DAYS_TO_PAY),
        stage: settlement?.stage ?? '进度结算',
        isLast: settlement?.stage === '竣工结算' ? '是' : '否',
        needInvoice: '需要',
        deduct: 0,
        signer: tools.person(),
      },
      tables: {
        items: items.map(({ itemName, unit, quantity, price }) => ({ itemName, unit, quantity, price })),
      },
    };
  },
  nodes: [
    leaderNode({ returnOpinions: ['请补充委托方签认的工作量清单。'] }),
    financeNode('finance', '财务复核', { opinions: ['金额无误。', '与合同单价一致。'] }),
    managerNode(isNeverSkipped),
  ],
};

const settlementFields = ({ id, deal, amount }: Settlement) => ({
  settlement: id,
  contract: deal.id,
  project: deal.project.id,
  projectName: deal.project.name,
  counterparty: deal.project.owner,
  settleAmount: amount,
});

/**
 * Returns the settlement that an open receipt pays: the first settlement of its contract with at least this amount
 * unpaid.
 */
const settlementPaidBy = (deal: Deal, amount: number): Settlement | undefined =>
  SETTLEMENTS.find((settlement) => settlement.deal === deal && settlement.amount - settlement.paid >= amount);

const INVOICE_PLAN = SETTLEMENTS.map(({ daysAgo }): PlannedRecord =>
  daysAgo > 22 ? { outcome: '3', daysAgo: daysAgo - 7 } : { outcome: daysAgo % 5 === 0 ? '0' : '1', daysAgo: 4 },
);

export const invoice: DemoForm = {
  formKey: 'invoice',
  plan: INVOICE_PLAN,
  applyNode,
  applicants: ['pm', 'staff', 'yangfan'],
  apply(tools, applicant, date, index) {
    const settlement = SETTLEMENTS[index] as Settlement;
    return {
      fields: {
        ...applicantFields(applicant),
        ...settlementFields(settlement),
        // the number is issued when the application is submitted
        ...(INVOICE_PLAN[index]?.outcome === '0' ? {} : { applyNo: recordNumber('KP', tools, date, index) }),
        applyDate: tools.day(date),
        invoiceKind: tools.pick(['增值税专用发票', '电子专用发票', '电子普通发票']),
        taxNo: creditCodeOf(settlement.deal.project.customer),
        taxRate: '6%',
        amount: settlement.amount,
      },
      tables: {},
    };
  },
  nodes: [
    leaderNode(),
    financeNode('draw', '财务开票', {
      opinions: ['已开票。', '发票已开具，请领取。'],
      fill({ fields }, tools, date) {
        Object.assign(fields, {
          invoiceNo: `${tools.day(date).slice(2, 4)}${tools.digits(18)}`,
          invoiceDate: tools.day(date),
          drawer: userByName('finance').id,
        });
      },
    }),
  ],
};

export const paymentClaim: DemoForm = {
  formKey: 'paymentClaim',
  plan: [
    ...PAYMENTS.map(({ paidDaysAgo }): PlannedRecord => ({ outcome: '3', daysAgo: paidDaysAgo })),
    // the receipts of `OPEN_RECEIPTS`, each claimed a few days after the payment
    { outcome: '1', daysAgo: 7 },
    { outcome: '1', daysAgo: 6 },
    { outcome: '2', daysAgo: 5 },
  ],
  applyNode,
  applicants: ['pm', 'sales', 'staff'],
  apply(tools, applicant, date, index) {
    const payment = PAYMENTS[index];
    const openReceipt = OPEN_RECEIPTS[index - PAYMENTS.length];
    const deal = (payment?.deal ?? openReceipt?.deal) as Deal;
    const amount = payment?.paid ?? openReceipt?.amount ?? 0;
    const settlement = payment ?? settlementPaidBy(deal, amount);
    return {
      fields: {
        ...applicantFields(applicant),
        claimNo: recordNumber('RL', tools, date, index),
        receipt: `receipt-${numberText(index + 1)}`,
        claimDate: tools.day(date),
        payer: deal.project.owner,
        receiptAmount: amount,
        // a running claim is two days younger than its receipt
        receiptDate: tools.day(date, openReceipt ? -2 : 0),
        contract: deal.id,
        contractAmount: deal.finalAmount,
        project: deal.project.id,
        projectName: deal.project.name,
        ...(settlement ? { settlement: settlement.id } : {}),
        amount,
        claimKind: '检测费',
      },
      tables: {},
    };
  },
  nodes: [financeNode('finance', '财务确认', { opinions: ['与银行流水一致。', '已核对到款。'] }), leaderNode()],
};

/** Unpaid settlements for which payment is requested. */
const UNPAID = SETTLEMENTS.filter(({ paid, daysAgo }) => paid === 0 && daysAgo > 30).slice(-8);
const REQUEST_PLAN: readonly PlannedRecord[] = [
  ...UNPAID.map(({ daysAgo }): PlannedRecord => ({ outcome: '3', daysAgo: Math.max(8, daysAgo - 20) })),
  ...unfinished('1120'),
];

export const paymentRequest: DemoForm = {
  formKey: 'paymentRequest',
  plan: REQUEST_PLAN,
  applyNode,
  applicants: ['pm', 'staff'],
  apply(tools, applicant, date, index) {
    const settlement = UNPAID[index % UNPAID.length] as Settlement;
    return {
      fields: {
        ...applicantFields(applicant),
        ...settlementFields(settlement),
        contractAmount: settlement.deal.finalAmount,
        ...(REQUEST_PLAN[index]?.outcome === '0' ? {} : { requestNo: recordNumber('QK', tools, date, index) }),
        requestDate: tools.day(date),
        amount: settlement.amount,
        hopeDate: tools.day(date, 30),
        letter: tools.pick(['是', '否']),
        reason: '检测工作已完成并办理结算，约定付款日期已到，请按合同支付检测费。',
      },
      tables: {},
    };
  },
  nodes: [leaderNode(), financeNode('finance', '财务复核', { opinions: ['欠款属实。', '已核对结算与到款。'] })],
};

/** Number of months with a confirmed sheet. The sheet of the next month is in approval. */
const MONTHS = 25;
const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const LEADERS: Readonly<Record<string, string>> = {
  'dept-cl': 'dengguoqiang',
  'dept-jg': 'hanlei',
  'dept-dj': 'fanzhigang',
  'dept-sz': 'caoweimin',
};
/**
 * Work on a contract lasts nine months, with a tenth of the contract in each. Output is affirmed before it is
 * settled.
 */
const WORK_MONTHS = 9;
const DAYS_OF_MONTH = 30.5;

/** Returns the output of a contract up to the sheet of the month `monthsAgo`. */
function outputUntil(deal: Deal, monthsAgo: number): number {
  const doneMonths = Math.min(WORK_MONTHS, Math.floor((deal.age - monthsAgo * DAYS_OF_MONTH - 5) / 30));
  if (doneMonths < 1) return 0;
  const settled = SETTLEMENTS.filter(
    (settlement) => settlement.deal === deal && settlement.daysAgo >= (monthsAgo - 1) * DAYS_OF_MONTH,
  ).reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(Math.round(deal.finalAmount / (WORK_MONTHS + 1)) * doneMonths, settled);
}

/** Returns the work on the contracts of a department in the month `monthsAgo`. */
const outputRows = (dept: string, monthsAgo: number): Record<string, unknown>[] =>
  DEALS.filter((deal) => deal.project.dept === dept).flatMap((deal) => {
    const before = outputUntil(deal, monthsAgo + 1);
    const thisMonth = outputUntil(deal, monthsAgo) - before;
    if (thisMonth <= 0) return [];
    return {
      contract: deal.id,
      rowProject: deal.project.name,
      contractAmount: deal.finalAmount,
      before,
      thisMonth,
    };
  });

interface Sheet {
  dept: string;
  monthsAgo: number;
  rows: Record<string, unknown>[];
}

/** The sheets of all departments, the oldest month first. A department without work in a month has no sheet. */
const SHEETS: readonly Sheet[] = Array.from({ length: MONTHS }, (_none, itemIndex) => MONTHS - itemIndex).flatMap(
  (monthsAgo) =>
    DEPTS.flatMap((dept) => {
      const rows = outputRows(dept, monthsAgo);
      return rows.length > 0 ? [{ dept, monthsAgo, rows }] : [];
    }),
);
const NEXT_SHEET: Sheet = { dept: 'dept-cl', monthsAgo: 0, rows: outputRows('dept-cl', 0) };
const sheetAt = (index: number): Sheet => SHEETS[index] ?? NEXT_SHEET;

/** Returns the days from the fifth of the month `monthsAgo` before this month to today; at least two. */
const daysSinceFifth =
  (monthsAgo: number) =>
  (now: Date): number => {
    const today = dayjs(now.toISOString().slice(0, 10));
    return Math.max(2, today.diff(today.startOf('month').subtract(monthsAgo, 'month').add(4, 'day'), 'day'));
  };

/**
 * One sheet for each month and department, created on the fifth of the next month: the work on each running contract.
 */
export const monthlyOutputAffirm: DemoForm = {
  formKey: 'monthlyOutputAffirm',
  plan: [
    ...SHEETS.map(({ monthsAgo }): PlannedRecord => ({ outcome: '3', daysAgo: daysSinceFifth(monthsAgo) })),
    { outcome: '1', daysAgo: daysSinceFifth(0) },
  ],
  applyNode,
  applicants: ['pm'],
  apply(tools, applicant, date, index) {
    const { dept, rows } = sheetAt(index);
    const created = dayjs(tools.day(date));
    // on the first days of a month, the sheet in approval is from the end of the previous month
    const period = (created.date() > 20 ? created : created.subtract(1, 'month')).format('YYYY-MM');
    return {
      fields: {
        ...applicantFields(applicant),
        affirmNo: `CZQR-${period.replace('-', '')}-${numberText(DEPTS.findIndex((candidate) => candidate === dept) + 1, 3)}`,
        period,
        periodDay: `${period}-01`,
        outputDept: dept,
        affirmDate: tools.day(date),
      },
      tables: { rows: rows.map((row) => ({ ...row })) },
    };
  },
  nodes: [
    leaderNode({ holders: ({ fields }) => [userByName(LEADERS[String(fields['outputDept'])] ?? 'dengguoqiang').id] }),
    financeNode('finance', '财务核对', { opinions: ['与合同台账一致。', '产值已核对。'] }),
  ],
};
