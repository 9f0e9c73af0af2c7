import type { Path } from '../../../domain/problem/index.ts';
import { formPropertySchemas, propertySchemas } from '../../editor/grammarDocs.ts';
import { nameOfNode } from './designActions.ts';
import type { Design } from './design.ts';
import { isNode } from './nodes.ts';

/**
 * Returns the names on the canvas for a path in the text, “行程 › 目的地 › 必填条件”; null while the canvas does not show this
 * text.
 */
export function describePlace(design: Design, path: Path): string | null {
  const { isBroken, isOtherDialect } = design.get();
  if (isBroken || isOtherDialect) return null;
  const names: string[] = [];
  let value: unknown = design.doc();
  let schemas = formPropertySchemas();
  let key = '';
  for (const part of design.notation.canvasPath(design.doc(), path)) {
    if (key === '') key = String(part);
    value = typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[part] : undefined;
    if (!isNode(value)) continue;
    names.push(nameOfNode(value));
    schemas = propertySchemas(value.tag);
    key = '';
  }
  const property = schemas[key]?.['x-name'];
  return [...names, ...(property === undefined ? [] : [property])].join(' › ');
}
