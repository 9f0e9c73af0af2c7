import type { Path } from '../../../domain/problem/index.ts';
import { formPropertySchemas, propertySchemas } from '../../editor/grammarDocs.ts';
import { nameOfNode } from './designActions.ts';
import type { Design } from './design.ts';
import { isNode } from './nodes.ts';

/**
 * Converts a path in the document's text to the names that the canvas shows: “行程 › 目的地 › 必填条件”. Null while the text
 * is not a valid document or is in another dialect, because the canvas then shows other content than the text.
 */
export function describePath(design: Design, path: Path): string | null {
  const { isBroken, isOtherDialect } = design.get();
  if (isBroken || isOtherDialect) return null;
  const names: string[] = [];
  let value: unknown = design.doc();
  let schemas = formPropertySchemas();
  let propertyKey = '';
  for (const part of design.notation.canvasPath(design.doc(), path)) {
    if (propertyKey === '') propertyKey = String(part);
    value = typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[part] : undefined;
    if (!isNode(value)) continue;
    names.push(nameOfNode(value));
    schemas = propertySchemas(value.tag);
    propertyKey = '';
  }
  const property = schemas[propertyKey]?.['x-name'];
  return [...names, ...(property === undefined ? [] : [property])].join(' › ');
}
