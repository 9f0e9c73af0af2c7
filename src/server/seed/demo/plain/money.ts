import { userByName } from '../people.ts';
import { DEALS, paddedNumber, PAYMENTS, activeDealAt, type Deal } from '../story.ts';
import { plainForm, spreadDaysAgo } from './plain.ts';

const customerId = (index: number): string => `customerProfile-${String(index + 1).padStart(4, '0')}`;
/** Number of customers with contacts. The first contact of each of them is the main contact. */
const CUSTOMER_COUNT = 12;

export const customerConnect = plainForm('customerConnect', 30, (tools, _now, index) => ({
  by: tools.pick(['staff', 'zhengkai']),
  daysAgo: spreadDaysAgo(index, 30, 260),
  fields: {
    customer: customerId(index % CUSTOMER_COUNT),
    isMain: index < CUSTOMER_COUNT ? '是' : '否',
    name: tools.personName(),
    post: tools.pick(['工程部经理', '资料员', '总工程师', '合约部主管', '财务主管']),
    sex: tools.pick(['男', '男', '女']),
    phone: tools.mobileNumber(),
    duty: tools.pick(['合同签订', '现场对接', '资料交接', '付款审批', '技术沟通']),
    keeper: userByName(tools.pick(['staff', 'zhengkai'])).id,
  },
}));

const FOLLOW_UPS: readonly [subject: string, content: string, plan: string][] = [
  ['检测计划沟通', '确认下月检测计划与进场时间，对方要求主体检测提前一周。', '提交检测方案'],
  ['报价答疑', '逐项说明静载与钻芯报价依据，对方希望总价下浮。', '报送二次报价'],
  ['催收检测费', '对方称付款申请已报集团，预计本月内付款。', '跟进付款进度'],
  ['满意度回访', '对报告出具时间满意，建议提供电子报告。', '发送电子报告样例'],
  ['新项目信息', '对方透露二期工程将于明年一季度招标。', '了解招标时间与资质要求'],
];

export const followRecord = plainForm('followRecord', 36, (tools, now, index) => {
  const daysAgo = spreadDaysAgo(index, 36, 150);
  const [subject, content, nextPlan] = tools.pick(FOLLOW_UPS);
  const { project } = activeDealAt(index);
  return {
    by: tools.pick(['sales', 'staff', 'zhengkai']),
    daysAgo,
    fields: {
      customer: project.customer,
      project: project.id,
      way: tools.pick(['电话', '上门拜访', '会议', '微信']),
      followDate: tools.day(now, -daysAgo - 2),
      follower: userByName(tools.pick(['sales', 'staff', 'zhengkai'])).id,
      intent: tools.pick(['很强', '较强', '一般']),
      subject: `${project.name}${subject}`,
      content,
      ...(daysAgo < 40 ? { nextDate: tools.day(now, tools.int(1, 20)), nextPlan } : {}),
    },
  };
});

/**
 * Ages in days of the receipts without a finished claim (收款认领: the assignment of a received payment to a contract).
 * The first three have a running or returned claim.
 */
const OPEN_RECEIPT_AGES = [9, 8, 7, 2] as const;
const unpaidAmount = (deal: Deal): number => deal.settled - deal.received;

/**
 * Receipts without a finished claim, each from a different customer. Each pays half of the unpaid amount of a contract
 * in progress, if at least 20,000 are unpaid. The half is rounded down to hundreds.
 */
export const OPEN_RECEIPTS: readonly { deal: Deal; amount: number; daysAgo: number }[] = [
  ...new Map(
    DEALS.filter((deal) => unpaidAmount(deal) >= 20_000 && deal.state === '履行中').map((deal) => [
      deal.project.owner,
      deal,
    ]),
  ).values(),
]
  .slice(-OPEN_RECEIPT_AGES.length)
  .map((deal, position) => ({
    deal,
    amount: Math.max(10_000, Math.floor(unpaidAmount(deal) / 2 / 100) * 100),
    daysAgo: OPEN_RECEIPT_AGES[position] ?? 2,
  }));

/** Receipts: one for each of `PAYMENTS`, then those in `OPEN_RECEIPTS`. */
export const receipt = plainForm('receipt', PAYMENTS.length + OPEN_RECEIPTS.length, (tools, now, index) => {
  const payment = PAYMENTS[index];
  const { deal, amount, daysAgo } = payment
    ? { deal: payment.deal, amount: payment.paid, daysAgo: payment.paidDaysAgo }
    : (OPEN_RECEIPTS[index - PAYMENTS.length] as (typeof OPEN_RECEIPTS)[number]);
  const { project } = deal;
  // noon in China: so the day is the same as in the claim, whatever the hour of `now`
  const receiptTime = new Date(now.getTime() - daysAgo * 86_400_000);
  receiptTime.setUTCHours(4);
  const day = tools.day(receiptTime);
  return {
    by: 'finance',
    // `plainForm` creates a record `daysAgo + 2` days ago; the subtraction lets the receipt be created on its own day
    daysAgo: Math.max(0, daysAgo - 2),
    fields: {
      receiptNo: `DK-${day.slice(0, 4)}-${paddedNumber(index + 1)}`,
      receiptDate: day,
      payWay: tools.pick(['银行转账', '银行转账', '银行转账', '电子承兑']),
      payer: project.owner,
      customer: project.customer,
      amount,
      bank: '建设银行江城支行 6226',
      serialNo: `${day.replaceAll('-', '')}${tools.digits(8)}`,
    },
  };
});
