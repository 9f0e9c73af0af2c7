import type { LabelPrintNode } from '../../grammar/nodes.ts';

export interface LabelSize {
  width: number;
  height: number;
}

/** How labels are printed; lengths in mm. `roll`: a label printer, one label a page; `sheet`: several on A4. */
export interface LabelSettings extends LabelSize {
  paper: 'roll' | 'sheet';
  copies: number;
}

export const LIMITS = { width: [20, 200], height: [15, 280], copies: [1, 20] } as const;
const SIZES: readonly LabelSize[] = [
  { width: 60, height: 40 },
  { width: 70, height: 50 },
  { width: 80, height: 60 },
  { width: 100, height: 70 },
];

export const sizesOf = (node: LabelPrintNode): readonly LabelSize[] =>
  node.sizes && node.sizes.length > 0 ? node.sizes : SIZES;

const within = (value: unknown, [least, most]: readonly [number, number], otherwise: number): number => {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? Math.min(most, Math.max(least, number)) : otherwise;
};

const keyOf = ({ formKey }: LabelPrintNode): string => `labelPrint:${formKey}`;

/** What this browser printed with last; what is wrong in it is as if it were not there. */
export function readSettings(node: LabelPrintNode, storage: Pick<Storage, 'getItem'>): LabelSettings {
  const first = sizesOf(node)[0] ?? { width: 60, height: 40 };
  let kept: Partial<Record<keyof LabelSettings, unknown>> = {};
  try {
    const read: unknown = JSON.parse(storage.getItem(keyOf(node)) ?? '{}');
    if (typeof read === 'object' && read !== null) kept = read;
  } catch {
    /* not ours any more */
  }
  return {
    width: within(kept.width, LIMITS.width, first.width),
    height: within(kept.height, LIMITS.height, first.height),
    paper: kept.paper === 'sheet' ? 'sheet' : 'roll',
    copies: Math.round(within(kept.copies, LIMITS.copies, 1)),
  };
}

export function keepSettings(node: LabelPrintNode, settings: LabelSettings, storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(keyOf(node), JSON.stringify(settings));
  } catch {
    /* full: the next time begins with the usual size */
  }
}

/** The page that the printer gets. */
export const pageRule = ({ paper, width, height }: LabelSettings): string =>
  paper === 'roll' ? `@page { size: ${width}mm ${height}mm; margin: 0; }` : '@page { size: A4 portrait; margin: 8mm; }';

const PADDING = 2;
const LINE = 1.3;
/** mm of type: what can still be read, and what looks shouted. */
const SMALLEST = 1.7;
const LARGEST = 4;
/** Lines that the title and the number take beside the fields, and the second lines that the first two fields may have. */
const HEAD = 2.6;
const SECOND = 2;

/** Type and code sizes, in mm, so that `lines` fields fit on a label. */
export function measuresOf({ width, height }: LabelSize, lines: number): { type: number; code: number } {
  const type = Math.min(LARGEST, Math.max(SMALLEST, (height - 2 * PADDING) / ((lines + SECOND + HEAD) * LINE)));
  const code = Math.max(10, Math.min(width * 0.32, height - 2 * PADDING - type * LINE * HEAD));
  return { type: Math.round(type * 100) / 100, code: Math.round(code * 100) / 100 };
}
