import type { LabelPrintNode } from '../../grammar/nodes.ts';

export interface LabelSize {
  width: number;
  height: number;
}

/**
 * Print settings; lengths in mm. `roll`: label printer with one label per page; `sheet`: several labels on an A4 page.
 */
export interface LabelSettings extends LabelSize {
  paper: 'roll' | 'sheet';
  copies: number;
}

/** [minimum, maximum] of each setting; lengths in mm. */
export const LIMITS = { width: [20, 200], height: [15, 280], copies: [1, 20] } as const;
const DEFAULT_SIZES: readonly LabelSize[] = [
  { width: 60, height: 40 },
  { width: 70, height: 50 },
  { width: 80, height: 60 },
  { width: 100, height: 70 },
];

/** Returns the label sizes that the user can select. */
export const sizesOf = (node: LabelPrintNode): readonly LabelSize[] =>
  node.sizes && node.sizes.length > 0 ? node.sizes : DEFAULT_SIZES;

/** Returns the number within the limits, or `fallback` for a missing or invalid value. */
const clampOr = (value: unknown, [min, max]: readonly [number, number], fallback: number): number => {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? Math.min(max, Math.max(min, number)) : fallback;
};

const storageKeyOf = ({ formKey }: LabelPrintNode): string => `labelPrint:${formKey}`;

/** Returns the settings of the last print in this browser; missing or invalid values get defaults. */
export function readSettings(node: LabelPrintNode, storage: Pick<Storage, 'getItem'>): LabelSettings {
  const defaultSize = sizesOf(node)[0] ?? { width: 60, height: 40 };
  let stored: Partial<Record<keyof LabelSettings, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(storage.getItem(storageKeyOf(node)) ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) stored = parsed;
  } catch {
    /* invalid JSON: use the defaults */
  }
  return {
    width: clampOr(stored.width, LIMITS.width, defaultSize.width),
    height: clampOr(stored.height, LIMITS.height, defaultSize.height),
    paper: stored.paper === 'sheet' ? 'sheet' : 'roll',
    copies: Math.round(clampOr(stored.copies, LIMITS.copies, 1)),
  };
}

export function storeSettings(node: LabelPrintNode, settings: LabelSettings, storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(storageKeyOf(node), JSON.stringify(settings));
  } catch {
    /* storage full: the next print starts with the defaults */
  }
}

/** Returns the CSS `@page` rule for the paper. */
export const pageRule = ({ paper, width, height }: LabelSettings): string =>
  paper === 'roll' ? `@page { size: ${width}mm ${height}mm; margin: 0; }` : '@page { size: A4 portrait; margin: 8mm; }';

/** Padding of a label, in mm. */
const PADDING = 2;
/** Height of a line, relative to the font size. */
const LINE_HEIGHT = 1.3;
/** Smallest readable and largest sensible font size, in mm. */
const MIN_FONT_SIZE = 1.7;
const MAX_FONT_SIZE = 4;
/** Height of title and number, and additional height for long field values, in lines. */
const HEAD_LINES = 2.6;
const EXTRA_LINES = 2;

/**
 * Returns the font size and the side length of the QR code, in mm, with which a label has space for this number of
 * fields.
 */
export function fitSizes({ width, height }: LabelSize, fieldCount: number): { fontSize: number; codeSize: number } {
  const fontSize = Math.min(
    MAX_FONT_SIZE,
    Math.max(MIN_FONT_SIZE, (height - 2 * PADDING) / ((fieldCount + EXTRA_LINES + HEAD_LINES) * LINE_HEIGHT)),
  );
  const codeSize = Math.max(10, Math.min(width * 0.32, height - 2 * PADDING - fontSize * LINE_HEIGHT * HEAD_LINES));
  return { fontSize: Math.round(fontSize * 100) / 100, codeSize: Math.round(codeSize * 100) / 100 };
}
