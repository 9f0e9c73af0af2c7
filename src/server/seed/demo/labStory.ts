import { SAMPLE_KINDS, type SampleKind } from './forms/samples.ts';
import { usualOutcome } from './outcomes.ts';
import { activeDealAt, paddedNumber, type StoryProject } from './story.ts';
import { BUILDERS } from './words.ts';

/**
 * A sample of the demo company's laboratory. All forms of the laboratory use the same samples: the rows of an entrust
 * order (委托单) are its samples. `stage` says whether a sample has a task, a record and a report. Times are stored as
 * numbers of days before today, so the data do not depend on the current date.
 */
export interface LabSample {
  /** Index in `LAB_SAMPLES`. */
  index: number;
  id: string;
  sampleNo: string;
  /** Index of the entrust order, from 0. */
  order: number;
  project: StoryProject;
  kind: SampleKind;
  spec: string;
  grade: string;
  quantity: number;
  maker: string;
  /** The part of the building from which the sample was taken. */
  position: string;
  /** Days since the order was registered, or since the sample was added later (`ORDERS_WITH_ADDED_SAMPLE`). */
  daysAgo: number;
  /**
   * Progress. `received`: without a task; `assigned`: a tester has a task; `reviewed`: the record of the test is
   * finished, but there is no report; `tested`: with a report.
   */
  stage: 'received' | 'assigned' | 'reviewed' | 'tested';
  tester: string;
  /** Number of the test in the price list (`itemConfig`): 1 concrete, 2 steel bars and joints, 3 cement, 4 mortar. */
  priceListNumber: number;
  isTensile: boolean;
  /** Force in kN and strength in MPa at which each specimen broke. */
  specimens: readonly { load: number; strength: number }[];
  /** Side of a pressed specimen, or diameter of a bar, in mm. */
  sideOrDiameter: number;
  /** The minimum strength for the grade, and the mean strength of the specimens, in MPa. */
  requiredStrength: number;
  meanStrength: number;
  isPassed: boolean;
}

/** Index of the first finished order among the `FIRST_ORDER_COUNT` orders. */
const FIRST_FINISHED_ORDER = 31;
/** Number of the first orders, whose states are mixed (`usualOutcome`). All orders after them are finished. */
export const FIRST_ORDER_COUNT = 64;
/**
 * How many orders follow the first ones: `THIS_YEAR_COUNT` orders that are 20 to 330 days old, and after them
 * `LAST_YEAR_COUNT` orders that are 345 to 733 days old.
 */
const LAST_YEAR_COUNT = 52;
const THIS_YEAR_COUNT = 32;
/** Number of entrust orders. */
export const ORDER_COUNT = FIRST_ORDER_COUNT + THIS_YEAR_COUNT + LAST_YEAR_COUNT;
/** Number of drafts. They have the lowest indexes, as in `usualOutcome`. */
const DRAFT_COUNT = 7;
/**
 * The two youngest finished orders, to each of which a sample was added nine days ago. The record of this sample is
 * reviewed, and its report is missing.
 */
const ORDERS_WITH_ADDED_SAMPLE = [63, 64] as const;
const ADDED_SAMPLE_DAYS_AGO = 9;
const TESTERS = ['tester', 'tester2', 'lizhenhua', 'zhangwei'] as const;
const POSITIONS = ['三层柱', '地下室外墙', '5～8 层梁板', '基础筏板', '二次结构砌体', '桩基承台'] as const;
/** Kinds of samples whose tests are in the price list. */
const KINDS = SAMPLE_KINDS.filter(({ name }) => /混凝土抗压|砂浆|钢筋|接头|水泥/.test(name));
const round = (value: number): number => Math.round(value * 10) / 10;
const itemAt = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/**
 * Returns the age of an entrust order in days: 20 days to two years for finished orders, 2 to 8 days for drafts, 8 days
 * for running and returned orders (index below 28), 40 days for voided orders. Finished orders follow each other at
 * intervals of 7.6 to 10 days.
 */
export function orderDaysAgo(order: number): number {
  const furtherIndex = order - FIRST_ORDER_COUNT;
  if (furtherIndex >= THIS_YEAR_COUNT) return Math.round(345 + (furtherIndex - THIS_YEAR_COUNT) * 7.6);
  if (furtherIndex >= 0) return Math.round(20 + furtherIndex * 10);
  if (order >= FIRST_FINISHED_ORDER) return Math.round(24 + (FIRST_ORDER_COUNT - 1 - order) * 9.5);
  return order < DRAFT_COUNT ? 2 + order : order < 28 ? 8 : 40;
}

/**
 * Returns whether an order is very urgent: every ninth of the first orders, and every voided order. Such an order
 * passes an additional node before its samples are received: the confirmation. Orders become voided only when they are
 * refused there, so all voided orders are very urgent.
 */
export const isVeryUrgent = (order: number): boolean =>
  order < FIRST_ORDER_COUNT && (order % 9 === 6 || usualOutcome(order) === '4');

/**
 * Returns how many nodes an unfinished order has passed, without the confirmation: 0: the samples are not received yet,
 * 1: received, 2: assigned; -1: a very urgent order before its confirmation. Must agree with `progressOf` in
 * `createDemoRecord.ts`.
 */
function nodesPassed(order: number): number {
  const outcome = usualOutcome(order);
  const confirmationCount = isVeryUrgent(order) ? 1 : 0;
  const passedCount = outcome === '1' ? order % (3 + confirmationCount) : outcome === '2' && order % 3 === 0 ? 1 : 0;
  return passedCount - confirmationCount;
}

/**
 * Returns the number of samples of an order; 0 for an unfinished order before its samples are received.
 */
const sampleCountOf = (order: number): number => {
  if (order >= FIRST_FINISHED_ORDER) return order % 3 === 0 ? 2 : 1;
  return nodesPassed(order) > 0 ? 1 : 0;
};

/**
 * Returns the minimum strength in MPa that a grade requires. For concrete, mortar and cement it is the number in the
 * grade (C40, M7.5, 42.5R); for steel bars it is 630 for HRB500 and 540 for others (HRB400E). A joint must have the
 * strength of its bars.
 */
function requiredStrengthOf({ name }: SampleKind, grade: string): number {
  if (/钢筋|接头/.test(name)) return grade.startsWith('HRB500') ? 630 : 540;
  return Number(/[\d.]+/.exec(grade)?.[0] ?? 0);
}

/** Returns the side of a pressed specimen, or the diameter of a bar, in mm. */
function sideOrDiameterOf({ name }: SampleKind, spec: string): number {
  if (/水泥/.test(name)) return 40;
  return Number(/[\d.]+/.exec(spec)?.[0] ?? 0);
}

function stageInOrder(order: number): LabSample['stage'] {
  if (order >= FIRST_FINISHED_ORDER) return 'tested';
  return nodesPassed(order) > 1 ? 'assigned' : 'received';
}

/**
 * Returns a sample. One sample in eleven fails: its specimens have 84 to 96 % of the required strength. The specimens
 * of the others have 105 to 117 %.
 */
function sampleAt(index: number, order: number, indexInOrder: number, isAddedLater: boolean): LabSample {
  const kind = itemAt(KINDS, index);
  const isTensile = kind.items[0] === 'tensile';
  const isPassed = index % 11 !== 5;
  const spec = itemAt(kind.specs, index);
  const grade = itemAt(kind.grades, index);
  const limit = requiredStrengthOf(kind, grade);
  const side = sideOrDiameterOf(kind, spec);
  const area = isTensile ? (Math.PI * side * side) / 4 : side * side;
  const specimens = [0, 1, 2].map((specimen) => {
    const spread = ((index * 7 + specimen * 13) % 60) / 500;
    // in kN, rounded to two decimals
    const load = Math.round(limit * ((isPassed ? 1.05 : 0.84) + spread) * area * 0.1) / 100;
    return { load, strength: round((load * 1000) / area) };
  });
  const mean = round(specimens.reduce((sum, { strength }) => sum + strength, 0) / specimens.length);
  return {
    index,
    id: `sampleInfo-${paddedNumber(index + 1)}`,
    sampleNo: `YP-${paddedNumber(order + 1, 3)}-${paddedNumber(indexInOrder + 1, 2)}`,
    order,
    project: activeDealAt(order).project,
    kind,
    spec,
    grade,
    quantity: 1 + (index % 4),
    maker: itemAt(kind.makers, index),
    position: itemAt(POSITIONS, index),
    daysAgo: isAddedLater ? ADDED_SAMPLE_DAYS_AGO : orderDaysAgo(order),
    stage: isAddedLater ? 'reviewed' : stageInOrder(order),
    tester: itemAt(TESTERS, index),
    priceListNumber: isTensile ? 2 : /砂浆/.test(kind.name) ? 4 : /水泥/.test(kind.name) ? 3 : 1,
    isTensile,
    specimens,
    sideOrDiameter: side,
    requiredStrength: limit,
    meanStrength: mean,
    isPassed,
  };
}

/**
 * One entry for each sample: its order, its index in this order, and whether it was added later
 * (`ORDERS_WITH_ADDED_SAMPLE`).
 */
const SAMPLES_OF_ORDERS = [
  ...Array.from({ length: ORDER_COUNT }, (_none, order) => order).flatMap((order) =>
    Array.from({ length: sampleCountOf(order) }, (_none, indexInOrder) => ({
      order,
      part: indexInOrder,
      isLate: false,
    })),
  ),
  ...ORDERS_WITH_ADDED_SAMPLE.map((order) => ({ order, part: sampleCountOf(order), isLate: true })),
];

/** All samples of the demo company. */
export const LAB_SAMPLES: readonly LabSample[] = SAMPLES_OF_ORDERS.map(({ order, part, isLate }, index) =>
  sampleAt(index, order, part, isLate),
);

export const SAMPLES_WITH_TASK: readonly LabSample[] = LAB_SAMPLES.filter(({ stage }) => stage !== 'received');
/** Tested samples, the oldest first. */
export const TESTED_SAMPLES: readonly LabSample[] = LAB_SAMPLES.filter(({ stage }) => stage === 'tested').toSorted(
  (a, b) => b.daysAgo - a.daysAgo || a.index - b.index,
);
export const SAMPLES_UNDER_TEST: readonly LabSample[] = SAMPLES_WITH_TASK.filter(({ stage }) => stage === 'assigned');
/**
 * The samples with a finished record, in the order of the records: first those with a report, in the order of the
 * reports.
 */
export const SAMPLES_WITH_FINISHED_RECORD: readonly LabSample[] = [
  ...TESTED_SAMPLES,
  ...SAMPLES_WITH_TASK.filter(({ stage }) => stage === 'reviewed'),
];
/** Number of unfinished reports: running ones, one returned, one draft. The other reports were handed over. */
export const UNFINISHED_REPORT_COUNT = 12;

/**
 * Returns the age of a report in days. A report begins seven days after its order. An unfinished one is at most 30 days
 * old, so that it does not seem abandoned.
 */
export function reportDaysAgo(sample: LabSample): number {
  const index = TESTED_SAMPLES.indexOf(sample);
  return index < TESTED_SAMPLES.length - UNFINISHED_REPORT_COUNT
    ? sample.daysAgo - 7
    : Math.min(30, sample.daysAgo - 7);
}
/** Returns the report number of a sample (`BG-…`). `year`: the year in which the report began. */
export const reportNo = (sample: LabSample, year: string): string =>
  `BG-${year}-${paddedNumber(TESTED_SAMPLES.indexOf(sample) + 1, 5)}`;

/**
 * Returns the construction company that places an entrust order. The factor 5 and the offset 3 only vary the order of
 * the companies.
 */
export const clientOf = (order: number): (typeof BUILDERS)[number] => itemAt(BUILDERS, order * 5 + 3);
/** Returns the sample with this number; undefined if `LAB_SAMPLES` does not contain it. */
export const sampleNumbered = (sampleNo: unknown): LabSample | undefined =>
  LAB_SAMPLES.find((sample) => sample.sampleNo === sampleNo);

export const orderId = (order: number): string => `testEntrustRegistration-${paddedNumber(order + 1)}`;
export const taskId = (sample: LabSample): string => `testTask-${paddedNumber(SAMPLES_WITH_TASK.indexOf(sample) + 1)}`;
/** Returns the id of the record of a sample with a finished record. */
export const recordId = (sample: LabSample): string =>
  `testRecord-${paddedNumber(SAMPLES_WITH_FINISHED_RECORD.indexOf(sample) + 1)}`;
export const samplesOf = (order: number): readonly LabSample[] =>
  LAB_SAMPLES.filter((sample) => sample.order === order);
