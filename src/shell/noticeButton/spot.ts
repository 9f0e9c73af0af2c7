import { readJson, type KeyStore } from '../../session/keys.ts';

/** Where the button floats: pixels from the right and the lower edge, so that it stays in sight when the window changes. */
export interface Spot {
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const BUTTON = 48;
/** The panel's frame (TB-009), its title above. */
export const FRAME = { width: 300, height: 450 } as const;
export const HEAD = 44;
const EDGE = 8;
const GAP = 12;

/** At the edge it is half hidden, in the margin of the page: it covers nothing a person works with. */
const START: Spot = { right: 0, bottom: 160 };
/** Left there by dragging it so near. */
const DOCK = 16;
const KEY = 'noticeButton';

const between = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));

export const isDocked = ({ right }: Spot): boolean => right === 0;
export const docked = (spot: Spot): Spot => (spot.right < DOCK ? { ...spot, right: 0 } : spot);

/** The spot, brought back into the window. */
export const within = ({ right, bottom }: Spot, { width, height }: Size): Spot => ({
  right: between(right, 0, width - BUTTON - EDGE),
  bottom: between(bottom, EDGE, height - BUTTON - EDGE),
});

/** Where the panel opens: above the button where there is room, else below, else beside it; always inside the window. */
export function panelSpot(spot: Spot, { width, height }: Size): Spot {
  const whole = FRAME.height + HEAD;
  const above = spot.bottom + BUTTON + GAP;
  const below = spot.bottom - GAP - whole;
  const fitsAbove = above + whole + EDGE <= height;
  const fitsBelow = below >= EDGE;
  const right = fitsAbove || fitsBelow ? spot.right : spot.right + BUTTON + GAP;
  return {
    right: between(right, EDGE, width - FRAME.width - EDGE),
    bottom: between(fitsAbove ? above : fitsBelow ? below : spot.bottom, EDGE, height - whole - EDGE),
  };
}

export function savedSpot(storage: Pick<KeyStore, 'getItem'>): Spot {
  const saved = readJson<Partial<Spot>>(storage, KEY);
  return typeof saved?.right === 'number' && typeof saved.bottom === 'number'
    ? { right: saved.right, bottom: saved.bottom }
    : START;
}

export const saveSpot = (storage: Pick<KeyStore, 'setItem'>, spot: Spot): void =>
  storage.setItem(KEY, JSON.stringify(spot));
