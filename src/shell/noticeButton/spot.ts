import { readJson, type StorageLike } from '../../session/keys.ts';

/**
 * Position of the floating button or its panel: distances in pixels from the right and the lower edge of the window, so
 * that it stays visible when the window shrinks.
 */
export interface Spot {
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

// sizes in pixels
export const BUTTON_SIZE = 48;
/** Maximum size of the iframe in the panel (TB-009). */
export const FRAME_SIZE = { width: 300, height: 450 } as const;
/** Height of the panel's title. */
export const HEAD_HEIGHT = 44;
const EDGE_MARGIN = 8;
const PANEL_GAP = 12;

/** Position of the button before the user moves it: docked at the right edge, where it is half hidden. */
const DEFAULT_SPOT: Spot = { right: 0, bottom: 160 };
/** A button that is dropped closer to the right edge than this docks there. */
const SNAP_DISTANCE = 16;
const STORAGE_KEY = 'noticeButton';

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high));

export const isDocked = ({ right }: Spot): boolean => right === 0;
/** Returns the position of a button after a drag: a position near the right edge is moved to the edge. */
export const snapToRightEdge = (spot: Spot): Spot => (spot.right < SNAP_DISTANCE ? { ...spot, right: 0 } : spot);

/** Returns the nearest position at which the whole button is inside the window. */
export const clampToWindow = ({ right, bottom }: Spot, { width, height }: Size): Spot => ({
  right: clamp(right, 0, width - BUTTON_SIZE - EDGE_MARGIN),
  bottom: clamp(bottom, EDGE_MARGIN, height - BUTTON_SIZE - EDGE_MARGIN),
});

/** Returns the height of the iframe, which is reduced in a low window. */
export const frameHeight = (windowHeight: number): number =>
  Math.min(FRAME_SIZE.height, windowHeight - HEAD_HEIGHT - 2 * EDGE_MARGIN);

/**
 * Returns the position of the panel: above the button if it fits, else below, else next to the button; always inside
 * the window.
 */
export function panelSpot(spot: Spot, { width, height }: Size): Spot {
  const panelHeight = frameHeight(height) + HEAD_HEIGHT;
  const bottomIfAbove = spot.bottom + BUTTON_SIZE + PANEL_GAP;
  const bottomIfBelow = spot.bottom - PANEL_GAP - panelHeight;
  const fitsAbove = bottomIfAbove + panelHeight + EDGE_MARGIN <= height;
  const fitsBelow = bottomIfBelow >= EDGE_MARGIN;
  const bottomIfNotAbove = fitsBelow ? bottomIfBelow : spot.bottom;
  const right = fitsAbove || fitsBelow ? spot.right : spot.right + BUTTON_SIZE + PANEL_GAP;
  return {
    right: clamp(right, EDGE_MARGIN, width - FRAME_SIZE.width - EDGE_MARGIN),
    bottom: clamp(fitsAbove ? bottomIfAbove : bottomIfNotAbove, EDGE_MARGIN, height - panelHeight - EDGE_MARGIN),
  };
}

export function readSpot(storage: Pick<StorageLike, 'getItem'>): Spot {
  const savedSpot = readJson<Partial<Spot>>(storage, STORAGE_KEY);
  return typeof savedSpot?.right === 'number' && typeof savedSpot.bottom === 'number'
    ? { right: savedSpot.right, bottom: savedSpot.bottom }
    : DEFAULT_SPOT;
}

export const saveSpot = (storage: Pick<StorageLike, 'setItem'>, spot: Spot): void =>
  storage.setItem(STORAGE_KEY, JSON.stringify(spot));
