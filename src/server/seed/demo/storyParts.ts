import type { Tools } from './tools.ts';

/** One line of a quotation or settlement: a quantity of one kind of test. `price`: for one unit, in yuan. */
export interface Line {
  itemName: string;
  standard: string;
  unit: string;
  quantity: number;
  price: number;
}

/**
 * A project of the demo company. `owner`: the name of the client; `customer`: the id of the client's record; `leader`:
 * a username.
 */
export interface StoryProject {
  id: string;
  name: string;
  owner: string;
  customer: string;
  /** Province and city of the project. */
  region: readonly [province: string, city: string];
  dept: string;
  leader: string;
  daysAgo: number;
  state: string;
}

/** A settlement of a contract. */
export interface Settlement {
  id: string;
  /** The index in the list of all settlements. */
  index: number;
  deal: Deal;
  daysAgo: number;
  stage: string;
  items: readonly Line[];
  amount: number;
  /** The amount received for the settlement; 0 if nothing was received yet. */
  paid: number;
  /** Days since the payment; 0 if nothing was received yet. */
  paidDaysAgo: number;
}

/** A contract. */
export interface Deal {
  id: string;
  index: number;
  project: StoryProject;
  name: string;
  /** The amount of the quotation; the change agreed later; and the sum of both. */
  amount: number;
  changeAmount: number;
  finalAmount: number;
  /** Days since the contract was signed. */
  signedDaysAgo: number;
  state: string;
  quote: Line[];
  /** The total of the finished settlements, and the amount received for these settlements. */
  settled: number;
  received: number;
}

/** The kinds of tests, with the price of one unit in yuan. */
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

export const paddedNumber = (number: number, width = 4): string => String(number).padStart(width, '0');
export const amountOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);

/**
 * Returns at most `count` lines of different kinds of tests. Each gets the same share of `target`, rounded down to
 * whole units, so that the total is at most `target`.
 */
export function createWorkLinesFor(tools: Tools, target: number, count: number): Line[] {
  const chosenItems = tools.pickSome(
    ITEMS.filter(([, , , price]) => price < target / count),
    count,
  );
  return chosenItems.map(([itemName, standard, unit, price]) => ({
    itemName,
    standard,
    unit,
    quantity: Math.max(1, Math.floor(target / chosenItems.length / price)),
    price,
  }));
}
