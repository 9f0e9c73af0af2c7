import { propertySchemas } from '../../editor/grammarDocs.ts';
import type { Design } from './design.ts';
import { findNode, withKeys } from './edits.ts';
import { isField, type RawNode } from './nodes.ts';

/** Step in pixels for heights that are set with the mouse or the keyboard. */
export const HEIGHT_STEP_PX = 8;

/** The heights that the grammar allows for a block, in pixels. */
export interface HeightBounds {
  min: number;
  /** Infinity where the grammar has no upper bound. */
  max: number;
  /** The default height; undefined if a block without a height is as high as its content. */
  defaultHeight: number | undefined;
}

/**
 * Returns the bounds of the key `height` of a block; null if the grammar of the tag has no numeric key `height`, or if
 * the node is a field. The only field with such a key is the sub-table; the canvas shows it without rows, so a height
 * would have no effect.
 */
export function heightBoundsOf(node: RawNode): HeightBounds | null {
  const schema = propertySchemas(node.tag).height;
  if (schema === undefined || isField(node) || (schema.type !== 'number' && schema.type !== 'integer')) return null;
  return {
    min: schema.minimum ?? HEIGHT_STEP_PX,
    max: schema.maximum ?? Number.POSITIVE_INFINITY,
    defaultHeight: typeof schema.default === 'number' ? schema.default : undefined,
  };
}

/** Returns the nearest allowed height that is a multiple of `HEIGHT_STEP_PX`. */
export function snapHeight(height: number, { min, max }: HeightBounds): number {
  const snappedHeight = Math.round(height / HEIGHT_STEP_PX) * HEIGHT_STEP_PX;
  return Math.min(max, Math.max(min, snappedHeight));
}

/** Returns the height of a block: from the document, else the default; undefined if it is as high as its content. */
export const heightOf = (node: RawNode, { defaultHeight }: HeightBounds): number | undefined =>
  typeof node.height === 'number' ? node.height : defaultHeight;

/** Writes the height of a block into the document. `mergeKey`: see `Design.edit`. */
export function setHeight(design: Design, id: number, height: number, mergeKey?: string): void {
  design.edit((doc) => {
    const found = findNode(doc, id);
    if (!found || found.node.height === height) return null;
    return { doc: withKeys(doc, found.path, { height }), announcement: `高度 ${height} 像素` };
  }, mergeKey);
}
