import { createTools } from './tools.ts';
import { OWNERS, PROJECTS } from './words.ts';

/**
 * The money of the demo company as one story: every contract belongs to a project of its customer, what was settled
 * is what was invoiced, and what was received was claimed for one settlement. The records of all forms of this chain
 * are made from here, so that figures add up. Days are counted back from today; nothing here reads the clock.
 */
export interface Line {
  itemName: string;
  standard: string;
  unit: string;
  quantity: number;
  price: number;
}

export interface StoryProject {
  id: string;
  name: string;
  owner: string;
  customer: string;
  dept: string;
  leader: string;
  daysAgo: number;
  state: string;
}

export interface Settlement {
  id: string;
  index: number;
  deal: Deal;
  daysAgo: number;
  stage: string;
  items: readonly Line[];
  amount: number;
  /** What was received for it, and how long ago; 0 where nothing came yet. */
  paid: number;
  paidDaysAgo: number;
}

export interface Deal {
  id: string;
  index: number;
  project: StoryProject;
  name: string;
  amount: number;
  changeAmount: number;
  finalAmount: number;
  /** Days since it was signed. */
  age: number;
  state: string;
  quote: Line[];
  /** What was settled by finished settlements, and what was received for them. */
  settled: number;
  received: number;
}

const ITEMS: readonly (readonly [name: string, standard: string, unit: string, price: number])[] = [
  ['混凝土立方体抗压强度', 'GB/T 50081-2019', '组', 120],
  ['钢筋力学性能', 'GB/T 1499.2-2024', '组', 180],
  ['砌筑砂浆抗压强度', 'JGJ/T 70-2009', '组', 100],
  ['回弹法检测混凝土强度', 'JGJ/T 23-2011', '构件', 260],
  ['钢筋保护层厚度', 'JGJ/T 152-2019', '构件', 220],
  ['低应变法桩身完整性', 'JGJ 106-2014', '根', 180],
  ['单桩竖向抗压静载', 'JGJ 106-2014', '根', 16_800],
  ['路基压实度', 'JTG 3450-2019', '点', 90],
  ['防水卷材', 'GB 18242-2008', '组', 650],
  ['室内空气污染物', 'GB 50325-2020', '点', 420],
];
const DEPTS = ['dept-cl', 'dept-jg', 'dept-dj', 'dept-sz'] as const;
const LEADERS = ['dengguoqiang', 'hanlei', 'fanzhigang', 'caoweimin'] as const;
const WORKS = ['主体结构', '地基基础', '建筑节能', '室内环境', '市政道路', '基坑监测', '见证取样'] as const;

const PROJECT_COUNT = 46;
const DEAL_COUNT = 48;
/** Contracts younger than this have no settlement yet. */
const FIRST_SETTLEMENT = 45;

const tools = createTools(20_280_000);
export const numberText = (number: number, width = 4): string => String(number).padStart(width, '0');
const amountOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/** Lines that come to about `target`, and never to more. */
function linesFor(target: number, count: number): Line[] {
  const chosen = tools.some(
    ITEMS.filter(([, , , price]) => price < target / count),
    count,
  );
  return chosen.map(([itemName, standard, unit, price]) => ({
    itemName,
    standard,
    unit,
    quantity: Math.max(1, Math.floor(target / chosen.length / price)),
    price,
  }));
}

function projectAt(index: number): StoryProject {
  const base = index % PROJECTS.length;
  const daysAgo = Math.round(400 * (1 - (index + 1) / PROJECT_COUNT)) + 4;
  const dept = tools.int(0, DEPTS.length - 1);
  return {
    id: `projectRegister-${numberText(index + 1)}`,
    name: `${PROJECTS[base]}${index >= PROJECTS.length ? '（补充检测）' : ''}`,
    owner: OWNERS[base % OWNERS.length] as string,
    customer: `customerProfile-${numberText((base % OWNERS.length) + 1)}`,
    dept: DEPTS[dept] as string,
    leader: LEADERS[dept] as string,
    daysAgo,
    state: daysAgo < 20 ? '待进场' : daysAgo < 330 ? '检测中' : tools.pick(['已完工', '检测中', '已中止']),
  };
}

export const STORY_PROJECTS: readonly StoryProject[] = Array.from({ length: PROJECT_COUNT }, (_none, index) =>
  projectAt(index),
);

function dealAtIndex(index: number): Deal {
  // the last ones are further contracts of projects that already have one
  const project = STORY_PROJECTS[index < 40 ? index : (index - 40) * 3] as StoryProject;
  const age = index < 40 ? Math.max(2, project.daysAgo - tools.int(3, 12)) : tools.int(30, 120);
  const quote = linesFor(tools.money(40_000, 900_000, 1000), tools.int(3, 6));
  const amount = amountOf(quote);
  const changeAmount = tools.chance(0.15) ? tools.money(2000, 40_000, 1000) : 0;
  return {
    id: `contractLedger-${numberText(index + 1)}`,
    index,
    project,
    name: `${project.name}${tools.pick(WORKS)}检测服务合同`,
    amount,
    changeAmount,
    finalAmount: amount + changeAmount,
    age,
    state: age < 8 ? '待生效' : '履行中',
    quote,
    settled: 0,
    received: 0,
  };
}

/** The project that bears this name. */
export const projectNamed = (name: string): StoryProject | undefined =>
  STORY_PROJECTS.find((project) => project.name === name);

/** Every finished contract, the oldest first; contracts under review come after them and are in no story. */
export const DEALS: readonly Deal[] = Array.from({ length: DEAL_COUNT }, (_none, index) => dealAtIndex(index));

/** What was settled of a contract: in one to three parts, the last of old ones closes it to the last fen. */
function settlementsOf(deal: Deal): Omit<Settlement, 'id' | 'index'>[] {
  if (deal.age < FIRST_SETTLEMENT) return [];
  const isClosed = deal.age > 300 && deal.index % 2 === 0;
  const parts = isClosed ? 2 : deal.age > 220 && deal.index % 3 === 0 ? 2 : 1;
  const share = isClosed ? 1 : Math.min(0.8, deal.age / 400 + 0.15);
  let left = deal.finalAmount;
  return Array.from({ length: parts }, (_none, part) => {
    const daysAgo = Math.max(9, Math.round((deal.age - 30) * (1 - (part + 0.3) / parts)));
    const isLast = isClosed && part === parts - 1;
    const items = linesFor(Math.min(left, (deal.finalAmount * share) / parts), tools.int(2, 4));
    const rest = left - amountOf(items);
    if (isLast && rest > 0)
      items.push({ itemName: '竣工结算尾款', standard: '合同约定', unit: '项', quantity: 1, price: rest });
    const amount = amountOf(items);
    left -= amount;
    const isPaid = daysAgo > 40 && !tools.chance(0.15);
    const paid = isPaid ? (tools.chance(0.75) ? amount : Math.round(amount * tools.pick([0.4, 0.5, 0.6]))) : 0;
    deal.settled += amount;
    deal.received += paid;
    if (isLast) deal.state = '已履行完毕';
    return {
      deal,
      daysAgo,
      stage: isLast ? '竣工结算' : '进度结算',
      items,
      amount,
      paid,
      paidDaysAgo: paid > 0 ? Math.max(6, daysAgo - tools.int(20, 34)) : 0,
    };
  });
}

/** Every finished settlement, the oldest first. */
export const SETTLEMENTS: readonly Settlement[] = DEALS.flatMap(settlementsOf)
  .toSorted((a, b) => b.daysAgo - a.daysAgo)
  .map((settlement, index) => ({ ...settlement, index, id: `projectSettlement-${numberText(index + 1)}` }));

/** Settlements for which money came, in the order in which it came: receipts and claims bear the same numbers. */
export const PAYMENTS: readonly Settlement[] = SETTLEMENTS.filter(({ paid }) => paid > 0).toSorted(
  (a, b) => b.paidDaysAgo - a.paidDaysAgo || a.index - b.index,
);

/** Contracts on which work was done and money is due. */
export const ACTIVE_DEALS: readonly Deal[] = DEALS.filter(
  ({ age, state }) => age >= FIRST_SETTLEMENT && state === '履行中',
);

/** The contract of the n-th document; they go round. */
export const dealAt = (index: number): Deal => ACTIVE_DEALS[index % ACTIVE_DEALS.length] as Deal;

/** Lines of work on a contract that come to about `target`. */
export const workFor = linesFor;
