import { propertySchemas } from '../../editor/grammarDocs.ts';
import type { Design } from './design.ts';
import { findNode, withKeys } from './edits.ts';
import { isField, type RawNode } from './nodes.ts';

/** Heights are multiples of this many pixels when they are set with the mouse or the keyboard. */
export const HEIGHT_STEP = 8;

/** Which heights the grammar allows for a block, in pixels. */
export interface HeightBounds {
  least: number;
  /** Infinity where the grammar has no upper bound. */
  most: number;
  /** The height of a block whose document gives none; undefined where it follows the content. */
  usual: number | undefined;
}

/**
 * The bounds of the key `height` of a block; null for a tag whose grammar has no such number. A sub-table has one too, but
 * it stands on the canvas without rows, so that no height could be seen.
 */
export function heightBoundsOf(node: RawNode): HeightBounds | null {
  const schema = propertySchemas(node.tag).height;
  if (schema === undefined || isField(node) || (schema.type !== 'number' && schema.type !== 'integer')) return null;
  return {
    least: schema.minimum ?? HEIGHT_STEP,
    most: schema.maximum ?? Number.POSITIVE_INFINITY,
    usual: typeof schema.default === 'number' ? schema.default : undefined,
  };
}

/** The nearest allowed height that is a multiple of `HEIGHT_STEP`. */
export function snapHeight(height: number, { least, most }: HeightBounds): number {
  const snapped = Math.round(height / HEIGHT_STEP) * HEIGHT_STEP;
  return Math.min(most, Math.max(least, snapped));
}

/** The height that the document gives a block, else the usual one; undefined where it follows the content. */
export const heightOf = (node: RawNode, { usual }: HeightBounds): number | undefined =>
  typeof node.height === 'number' ? node.height : usual;

/** Writes a block's height. `about`: as for `Design.edit`. */
export function setHeight(design: Design, id: number, height: number, about?: string): void {
  design.edit((doc) => {
    const found = findNode(doc, id);
    if (!found || found.node.height === height) return null;
    return { doc: withKeys(doc, found.path, { height }), said: `高度 ${height} 像素` };
  }, about);
}
