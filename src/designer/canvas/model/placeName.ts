import type { Path } from '../../../domain/problem/index.ts';
import { formPropertySchemas, propertySchemas } from '../../editor/grammarDocs.ts';
import { nameOfNode } from './acts.ts';
import type { Design } from './design.ts';
import { isNode } from './nodes.ts';

/** A place of the document by the names on the canvas, “行程 › 目的地 › 必填条件”; null where the canvas shows another text. */
export function placeName(design: Design, path: Path): string | null {
  const { isBroken, isConverted } = design.get();
  if (isBroken || isConverted) return null;
  const names: string[] = [];
  let here: unknown = design.doc();
  let [schemas, key] = [formPropertySchemas(), ''];
  for (const part of design.notation.canvasPath(design.doc(), path)) {
    if (key === '') key = String(part);
    here = typeof here === 'object' && here !== null ? (here as Record<string | number, unknown>)[part] : undefined;
    if (!isNode(here)) continue;
    names.push(nameOfNode(here));
    [schemas, key] = [propertySchemas(here.tag), ''];
  }
  const property = schemas[key]?.['x-name'];
  return [...names, ...(property === undefined ? [] : [property])].join(' › ');
}
