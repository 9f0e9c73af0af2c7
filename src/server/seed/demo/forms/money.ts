import { creditCodeOf } from '../creditCode.ts';
import { financeNode, leaderNode, managerNode } from '../nodes.ts';
import { userByName } from '../people.ts';
import dayjs from 'dayjs';
import {
  createWorkLines,
  DAYS_TO_PAY,
  activeDealAt,
  DEALS,
  paddedNumber,
  PAYMENTS,
  SETTLEMENTS,
  type Deal,
  type Settlement,
} from '../story.ts';
import { listPriceOf } from '../plain/laboratory.ts';
import { OPEN_RECEIPTS } from '../plain/money.ts';
import type { Tools } from '../tools.ts';
import type { DemoForm, PlannedRecord } from '../types.ts';

const neverSkip = (): boolean => false;
const applyNode = { id: 'apply', name: '提交申请' };
const recordNumber = (prefix: string, tools: Tools, date: Date, index: number, width = 4): string =>
  `${prefix}-${tools.day(date).slice(0, 4)}-${paddedNumber(index + 1, width)}`;
const applicantFields = (applicant: { id: string; deptId: string }) => ({
  applicant: applicant.id,
  deptId: applicant.deptId,
});
/**
 * Returns the plan of the records that follow the finished ones. `outcomes`: one digit per record, its final
 * `flwState`: 0 draft, 1 running, 2 returned, 4 voided. A draft is 2 days old, a voided record 40 days, any other
 * record 7 days plus its position in `outcomes`.
 */
const plannedRecordsOf = (outcomes: string): PlannedRecord[] =>
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
const QUOTED_DEALS = DEALS.filter(({ index }) => index % 2 === 0);

/** Quotations. A contract was signed four days after its quotation; quotations without one are for active contracts. */
export const projectQuote: DemoForm = {
  formKey: 'projectQuote',
  plan: [
    ...QUOTED_DEALS.map(({ signedDaysAgo }): PlannedRecord => ({ outcome: '3', daysAgo: signedDaysAgo + 4 })),
    ...plannedRecordsOf('111224'),
  ],
  applyNode,
  applicants: ['sales', 'staff', 'zhengkai', 'liusiyu'],
  apply(tools, applicant, date, index) {
    const quotedDeal = QUOTED_DEALS[index];
    const { project } = quotedDeal ?? activeDealAt(index * 5);
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
        items: (quotedDeal?.quote ?? createWorkLines(tools.money(60_000, 300_000), 4)).map((line) => ({
          ...line,
          listPrice: listPriceOf(line.itemName),
        })),
      },
    };
  },
  nodes: [leaderNode({ returnOpinions: ['静载单价请与上次报价核对。'] }), managerNode(neverSkip)],
};

export const projectSettlement: DemoForm = {
  formKey: 'projectSettlement',
  plan: [
    ...SETTLEMENTS.map(({ daysAgo }): PlannedRecord => ({ outcome: '3', daysAgo })),
    ...plannedRecordsOf('1111120'),
  ],
  applyNode,
  applicants: ['pm', 'yangfan', 'staff'],
  apply(tools, applicant, date, index) {
    const settlement = SETTLEMENTS[index];
    const deal = settlement?.deal ?? activeDealAt(index * 3);
    // an unfinished settlement covers about a quarter of the unsettled amount
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
        signer: tools.personName(),
      },
      tables: {
        items: items.map(({ itemName, unit, quantity, price }) => ({ itemName, unit, quantity, price })),
      },
    };
  },
  nodes: [
    leaderNode({ returnOpinions: ['请补充委托方签认的工作量清单。'] }),
    financeNode('finance', '财务复核', { opinions: ['金额无误。', '与合同单价一致。'] }),
    managerNode(neverSkip),
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
 * Returns the settlement that a receipt without a finished claim pays: the first settlement of the contract of which at
 * least this amount is unpaid.
 */
const settlementPaidBy = (deal: Deal, amount: number): Settlement | undefined =>
  SETTLEMENTS.find((settlement) => settlement.deal === deal && settlement.amount - settlement.paid >= amount);

/**
 * One invoice application for each settlement. If the settlement is older than 22 days, the application was made 7 days
 * after it and is finished. Otherwise the application is 4 days old and running, or a draft.
 */
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
        // a draft has no number: the number is issued when the application is submitted
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
    // claims of the first three receipts in `OPEN_RECEIPTS`, each made two days after the receipt
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
        receipt: `receipt-${paddedNumber(index + 1)}`,
        claimDate: tools.day(date),
        payer: deal.project.owner,
        receiptAmount: amount,
        // an unfinished claim was made two days after the receipt, a finished one on the same day
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

/** Settlements for which payment is requested: the eight youngest that are unpaid and older than 30 days. */
const REQUESTED_SETTLEMENTS = SETTLEMENTS.filter(({ paid, daysAgo }) => paid === 0 && daysAgo > 30).slice(-8);
/** A finished request for each of these settlements, 20 days after the settlement, then unfinished requests. */
const REQUEST_PLAN: readonly PlannedRecord[] = [
  ...REQUESTED_SETTLEMENTS.map(({ daysAgo }): PlannedRecord => ({ outcome: '3', daysAgo: Math.max(8, daysAgo - 20) })),
  ...plannedRecordsOf('1120'),
];

export const paymentRequest: DemoForm = {
  formKey: 'paymentRequest',
  plan: REQUEST_PLAN,
  applyNode,
  applicants: ['pm', 'staff'],
  apply(tools, applicant, date, index) {
    const settlement = REQUESTED_SETTLEMENTS[index % REQUESTED_SETTLEMENTS.length] as Settlement;
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

/** Number of months in which output sheets were created that are approved. One later sheet is in approval. */
const APPROVED_MONTH_COUNT = 25;
const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const LEADER_BY_DEPT: Readonly<Record<string, string>> = {
  'dept-cl': 'dengguoqiang',
  'dept-jg': 'hanlei',
  'dept-dj': 'fanzhigang',
  'dept-sz': 'caoweimin',
};
/**
 * Number of months of work on a contract. The output of each month is a tenth of the contract amount. The last tenth is
 * output only when it has been settled.
 */
const WORK_MONTH_COUNT = 9;
const AVERAGE_DAYS_OF_MONTH = 30.5;

/**
 * Returns the total output (产值) of a contract in all sheets up to the one that was created `monthsAgo` months ago. It
 * grows with the work, which begins five days after the contract was signed. When there is output, it is at least the
 * amount of the settlements until a month after that sheet, because output is affirmed before it is settled.
 */
function totalOutput(deal: Deal, monthsAgo: number): number {
  const workedMonthCount = Math.min(
    WORK_MONTH_COUNT,
    Math.floor((deal.signedDaysAgo - monthsAgo * AVERAGE_DAYS_OF_MONTH - 5) / 30),
  );
  if (workedMonthCount < 1) return 0;
  const settledAmount = SETTLEMENTS.filter(
    (settlement) => settlement.deal === deal && settlement.daysAgo >= (monthsAgo - 1) * AVERAGE_DAYS_OF_MONTH,
  ).reduce((sum, { amount }) => sum + amount, 0);
  return Math.max(Math.round(deal.finalAmount / (WORK_MONTH_COUNT + 1)) * workedMonthCount, settledAmount);
}

/**
 * Returns the rows of the sheet that a department created `monthsAgo` months ago: one for each contract with additional
 * output since the previous sheet.
 */
const outputRows = (dept: string, monthsAgo: number): Record<string, unknown>[] =>
  DEALS.filter((deal) => deal.project.dept === dept).flatMap((deal) => {
    const before = totalOutput(deal, monthsAgo + 1);
    const thisMonth = totalOutput(deal, monthsAgo) - before;
    if (thisMonth <= 0) return [];
    return {
      contract: deal.id,
      rowProject: deal.project.name,
      contractAmount: deal.finalAmount,
      before,
      thisMonth,
    };
  });

/** An output sheet (产值确认): the output of one department in one month, with a row for each contract. */
interface OutputSheet {
  dept: string;
  /** Months from the creation of the sheet to this month. The output is that of the month before the creation. */
  monthsAgo: number;
  rows: Record<string, unknown>[];
}

/** The approved sheets of all departments, the oldest first. A department without output in a month has no sheet. */
const APPROVED_SHEETS: readonly OutputSheet[] = Array.from(
  { length: APPROVED_MONTH_COUNT },
  (_none, itemIndex) => APPROVED_MONTH_COUNT - itemIndex,
).flatMap((monthsAgo) =>
  DEPTS.flatMap((dept) => {
    const rows = outputRows(dept, monthsAgo);
    return rows.length > 0 ? [{ dept, monthsAgo, rows }] : [];
  }),
);
const SHEET_IN_APPROVAL: OutputSheet = { dept: 'dept-cl', monthsAgo: 0, rows: outputRows('dept-cl', 0) };
const sheetAt = (index: number): OutputSheet => APPROVED_SHEETS[index] ?? SHEET_IN_APPROVAL;

/** Returns the days from the fifth of a month to today; at least two. `monthsAgo`: months from that month until now. */
const daysSinceFifth =
  (monthsAgo: number) =>
  (now: Date): number => {
    const today = dayjs(now.toISOString().slice(0, 10));
    return Math.max(2, today.diff(today.startOf('month').subtract(monthsAgo, 'month').add(4, 'day'), 'day'));
  };

/** One output sheet for each month and department, created on the fifth of the next month. */
export const monthlyOutputAffirm: DemoForm = {
  formKey: 'monthlyOutputAffirm',
  plan: [
    ...APPROVED_SHEETS.map(({ monthsAgo }): PlannedRecord => ({ outcome: '3', daysAgo: daysSinceFifth(monthsAgo) })),
    { outcome: '1', daysAgo: daysSinceFifth(0) },
  ],
  applyNode,
  applicants: ['pm'],
  apply(tools, applicant, date, index) {
    const { dept, rows } = sheetAt(index);
    const created = dayjs(tools.day(date));
    // A sheet is about the previous month. But the sheet in approval is at least two days old: on the first days of a
    // month it was created at the end of the previous month, and is about that month.
    const period = (created.date() > 20 ? created : created.subtract(1, 'month')).format('YYYY-MM');
    return {
      fields: {
        ...applicantFields(applicant),
        affirmNo: `CZQR-${period.replace('-', '')}-${paddedNumber(DEPTS.findIndex((candidate) => candidate === dept) + 1, 3)}`,
        period,
        periodDay: `${period}-01`,
        outputDept: dept,
        affirmDate: tools.day(date),
      },
      tables: { rows: rows.map((row) => ({ ...row })) },
    };
  },
  nodes: [
    leaderNode({
      holders: ({ fields }) => [userByName(LEADER_BY_DEPT[String(fields['outputDept'])] ?? 'dengguoqiang').id],
    }),
    financeNode('finance', '财务核对', { opinions: ['与合同台账一致。', '产值已核对。'] }),
  ],
};
