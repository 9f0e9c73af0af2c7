import { MIN_PAST_DEAL_AGE, MORE_DEALS, MORE_PROJECTS } from './moreProjects.ts';
import {
  amountOf,
  paddedNumber,
  createWorkLinesFor,
  type Deal,
  type Line,
  type Settlement,
  type StoryProject,
} from './storyParts.ts';
import { createTools } from './tools.ts';
import { OWNERS, PROJECTS, REGIONS } from './words.ts';

export { paddedNumber, type Deal, type Settlement, type StoryProject };

/*
 * The projects, contracts, settlements and payments of the demo company (the story): every contract belongs to a
 * project of its customer, settled amounts are invoiced, and each receipt is assigned to one settlement. The records of
 * all forms about them are created from this data, so that their amounts are consistent. Times are numbers of days
 * before today, so the data do not depend on the current date.
 */

/** The departments. `LEADERS`: their leaders in the same order. */
const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const LEADERS = ['dengguoqiang', 'hanlei', 'fanzhigang', 'caoweimin'] as const;
const WORKS = ['主体结构', '地基基础', '建筑节能', '室内环境', '市政道路', '基坑监测', '见证取样'] as const;

const PROJECT_COUNT = 46;
const DEAL_COUNT = 48;
/** Minimum age in days of a contract with settlements, and of the settlements of a contract of the previous year. */
const MIN_DAYS_TO_SETTLEMENT = 45;
/** Minimum age in days of a contract whose settlements are for work done. In younger ones they are advance payments. */
const MIN_DAYS_TO_WORK = 100;

// the fixed seed makes the random values the same at every start
const tools = createTools(20_280_000);

/**
 * Returns the project with this index. The projects are distributed evenly, from 395 to 4 days ago. When all names are
 * used, they are used again with a suffix, for the same client. The factor 5 spreads the projects over the regions.
 * A project younger than 20 days has not begun, one younger than 330 days is in progress, and the state of an older one
 * is random. The records of the clients are numbered from 1 in the order of `OWNERS`.
 */
function projectAt(index: number): StoryProject {
  const nameIndex = index % PROJECTS.length;
  const daysAgo = Math.round(400 * (1 - (index + 1) / PROJECT_COUNT)) + 4;
  const dept = tools.int(0, DEPTS.length - 1);
  return {
    id: `projectRegister-${paddedNumber(index + 1)}`,
    name: `${PROJECTS[nameIndex]}${index >= PROJECTS.length ? '（补充检测）' : ''}`,
    owner: OWNERS[nameIndex % OWNERS.length] as string,
    customer: `customerProfile-${paddedNumber((nameIndex % OWNERS.length) + 1)}`,
    region: REGIONS[(index * 5) % REGIONS.length] as (typeof REGIONS)[number],
    dept: DEPTS[dept] as string,
    leader: LEADERS[dept] as string,
    daysAgo,
    state: daysAgo < 20 ? '待进场' : daysAgo < 330 ? '检测中' : tools.pick(['已完工', '检测中', '已中止']),
  };
}

export const STORY_PROJECTS: readonly StoryProject[] = [
  ...Array.from({ length: PROJECT_COUNT }, (_none, index) => projectAt(index)),
  ...MORE_PROJECTS.map((project, index) => ({
    ...project,
    id: `projectRegister-${paddedNumber(PROJECT_COUNT + index + 1)}`,
  })),
];

/**
 * Returns the contract with this index. The first 40 belong to the project with the same index and were signed 3 to 12
 * days after its registration, but at least 2 days ago. The others were signed 30 to 120 days ago: they are second
 * contracts of every third project, beginning with the first. A contract takes effect 8 days after it was signed.
 */
function createDeal(index: number): Deal {
  const project = STORY_PROJECTS[index < 40 ? index : (index - 40) * 3] as StoryProject;
  const age = index < 40 ? Math.max(2, project.daysAgo - tools.int(3, 12)) : tools.int(30, 120);
  const quote = createWorkLinesFor(tools, tools.money(40_000, 900_000, 1000), tools.int(3, 6));
  const amount = amountOf(quote);
  const changeAmount = tools.chance(0.15) ? tools.money(2000, 40_000, 1000) : 0;
  return {
    id: `contractLedger-${paddedNumber(index + 1)}`,
    index,
    project,
    name: `${project.name}${tools.pick(WORKS)}检测服务合同`,
    amount,
    changeAmount,
    finalAmount: amount + changeAmount,
    signedDaysAgo: age,
    state: age < 8 ? '待生效' : '履行中',
    quote,
    settled: 0,
    received: 0,
  };
}

/** Returns the project with this name; undefined if there is none. */
export const projectNamed = (name: string): StoryProject | undefined =>
  STORY_PROJECTS.find((project) => project.name === name);

/** All contracts with a finished approval. Contracts in approval have higher numbers and are not part of the story. */
export const DEALS: readonly Deal[] = [
  ...Array.from({ length: DEAL_COUNT }, (_none, index) => createDeal(index)),
  ...MORE_DEALS.map((deal, itemIndex) => ({
    ...deal,
    id: `contractLedger-${paddedNumber(DEAL_COUNT + itemIndex + 1)}`,
    index: DEAL_COUNT + itemIndex,
    project: STORY_PROJECTS[PROJECT_COUNT + itemIndex] as StoryProject,
  })),
];

/**
 * Returns the settlements of a contract of the previous year: three of about equal size, 45, 110 and 200 days after the
 * contract was signed or up to 12 days later, the last for the exact rest. They are paid in full 25 to 38 days after
 * the settlement, except that a fifth of the last settlements are paid to 70%.
 */
function earlierSettlements(deal: Deal): Omit<Settlement, 'id' | 'index'>[] {
  const settlementDays = [45, 110, 200];
  let unsettledAmount = deal.finalAmount;
  const settlements = settlementDays.map((days, settlementIndex) => {
    const isLast = settlementIndex === settlementDays.length - 1;
    const items = createWorkLinesFor(
      tools,
      Math.min(unsettledAmount, deal.finalAmount / settlementDays.length),
      tools.int(2, 3),
    );
    const remainder = unsettledAmount - amountOf(items);
    if (isLast && remainder > 0)
      items.push({ itemName: '竣工结算尾款', standard: '合同约定', unit: '项', quantity: 1, price: remainder });
    const amount = amountOf(items);
    unsettledAmount -= amount;
    const daysAgo = Math.max(MIN_DAYS_TO_SETTLEMENT, deal.signedDaysAgo - days - tools.int(0, 12));
    const paid = isLast && tools.chance(0.2) ? Math.round(amount * 0.7) : amount;
    deal.settled += amount;
    deal.received += paid;
    return {
      deal,
      daysAgo,
      stage: isLast ? '竣工结算' : '进度结算',
      items,
      amount,
      paid,
      paidDaysAgo: Math.max(6, daysAgo - tools.int(25, 38)),
    };
  });
  return markIfFulfilled(deal, settlements);
}

/** Marks a contract that is settled and paid in full as fulfilled. Returns the settlements unchanged. */
function markIfFulfilled<T>(deal: Deal, settlements: T): T {
  if (deal.settled >= deal.finalAmount && deal.received >= deal.settled) deal.state = '已履行完毕';
  return settlements;
}

/**
 * Returns the settlements of a contract; none if it is younger than `MIN_DAYS_TO_SETTLEMENT`. For a contract of the
 * previous year, see `earlierSettlements`. Every second contract older than 300 days is closed: it has two settlements,
 * the last for the exact rest. Of the others, every third contract older than 220 days has two settlements, any other
 * contract has one; they cover a part of the amount that grows with the age of the contract, at most 80%. The
 * settlements are spread from 30 days after the signing until today. Of those older than 26 days 85% are paid, in full
 * or in part, 20 to 34 days after the settlement.
 */
function settlementsOf(deal: Deal): Omit<Settlement, 'id' | 'index'>[] {
  if (deal.signedDaysAgo < MIN_DAYS_TO_SETTLEMENT) return [];
  if (deal.signedDaysAgo >= MIN_PAST_DEAL_AGE) return earlierSettlements(deal);
  const isClosed = deal.signedDaysAgo > 300 && deal.index % 2 === 0;
  const settlementCount = isClosed ? 2 : deal.signedDaysAgo > 220 && deal.index % 3 === 0 ? 2 : 1;
  const share = isClosed ? 1 : Math.min(0.8, deal.signedDaysAgo / 400 + 0.15);
  let unsettledAmount = deal.finalAmount;
  const settlements = Array.from({ length: settlementCount }, (_none, settlementIndex) => {
    const daysAgo = Math.max(
      9,
      Math.round((deal.signedDaysAgo - 30) * (1 - (settlementIndex + 0.3) / settlementCount)),
    );
    const isLast = isClosed && settlementIndex === settlementCount - 1;
    const items = createWorkLinesFor(
      tools,
      Math.min(unsettledAmount, (deal.finalAmount * share) / settlementCount),
      tools.int(2, 4),
    );
    const remainder = unsettledAmount - amountOf(items);
    if (isLast && remainder > 0)
      items.push({ itemName: '竣工结算尾款', standard: '合同约定', unit: '项', quantity: 1, price: remainder });
    const amount = amountOf(items);
    unsettledAmount -= amount;
    const isPaid = daysAgo > 26 && !tools.chance(0.15);
    const paid = isPaid ? (tools.chance(0.75) ? amount : Math.round(amount * tools.pick([0.4, 0.5, 0.6]))) : 0;
    deal.settled += amount;
    deal.received += paid;
    return {
      deal,
      daysAgo,
      stage: isLast ? '竣工结算' : deal.signedDaysAgo < MIN_DAYS_TO_WORK ? '预付款' : '进度结算',
      items,
      amount,
      paid,
      paidDaysAgo: paid > 0 ? Math.max(3, daysAgo - tools.int(20, 34)) : 0,
    };
  });
  return markIfFulfilled(deal, settlements);
}

/** All settlements with a finished approval, the oldest first. */
export const SETTLEMENTS: readonly Settlement[] = DEALS.flatMap(settlementsOf)
  .toSorted((a, b) => b.daysAgo - a.daysAgo)
  .map((settlement, index) => ({ ...settlement, index, id: `projectSettlement-${paddedNumber(index + 1)}` }));

/**
 * Settlements that are paid in full or in part, in the order of payment. The n-th record of the receipts and the n-th
 * record of their claims (收款认领) belong to the n-th of these settlements.
 */
export const PAYMENTS: readonly Settlement[] = SETTLEMENTS.filter(({ paid }) => paid > 0).toSorted(
  (a, b) => b.paidDaysAgo - a.paidDaysAgo || a.index - b.index,
);

/** Days from the date of a settlement until it is payable. */
export const DAYS_TO_PAY = 30;

/** An overdue debt: the contract, and the days since its oldest settlement that is not fully paid was payable. */
export interface Debt {
  deal: Deal;
  overdueDays: number;
  /** Returns the part of the amount unpaid today that was already overdue `daysAgo` days ago. */
  amountAt(daysAgo: number): number;
}

/** Contracts with a settlement that is more than two months overdue, the oldest debt first. */
export const DEBTS: readonly Debt[] = DEALS.flatMap((deal): Debt[] => {
  const unpaidSettlements = SETTLEMENTS.filter(
    (settlement) => settlement.deal === deal && settlement.paid < settlement.amount,
  );
  const overdueDays = Math.max(0, ...unpaidSettlements.map(({ daysAgo }) => daysAgo - DAYS_TO_PAY));
  const amountAt = (daysAgo: number): number =>
    unpaidSettlements
      .filter((settlement) => settlement.daysAgo - DAYS_TO_PAY > daysAgo)
      .reduce((sum, { amount, paid }) => sum + amount - paid, 0);
  return overdueDays > 60 ? [{ deal, overdueDays, amountAt }] : [];
}).toSorted((a, b) => b.overdueDays - a.overdueDays);

/** Contracts in which work was done that is not completely settled. */
export const ACTIVE_DEALS: readonly Deal[] = DEALS.filter(
  ({ signedDaysAgo, settled, finalAmount, state }) =>
    signedDaysAgo >= MIN_DAYS_TO_SETTLEMENT && state === '履行中' && settled < finalAmount,
);

/** Returns an active contract for the record with this index of another form. The contracts repeat. */
export const activeDealAt = (index: number): Deal => ACTIVE_DEALS[index % ACTIVE_DEALS.length] as Deal;

/** Returns `count` lines of work on a contract, or fewer, with a total of about `target`, but not more. */
export const createWorkLines = (target: number, count: number): Line[] => createWorkLinesFor(tools, target, count);
