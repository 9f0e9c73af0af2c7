import type { ScreenDefinition } from '../../grammar/documents.ts';
import { basicErrorMessage, type Result } from '../../domain/problem/index.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses a served screen: an object, or its JSON text. The server has validated published screens against the grammar;
 * the browser checks only for a root node with a tag. Unknown tags and throwing widgets are handled per node.
 */
export function readScreen(document: unknown): Result<ScreenDefinition> {
  const value = typeof document === 'string' ? parseJson(document) : document;
  if (isObject(value) && isObject(value.root) && typeof value.root.tag === 'string')
    return { ok: true, value: value as unknown as ScreenDefinition, problems: [] };
  // `basicErrorMessage` keeps the complete error table out of the first download, which includes the sign-in page
  const params = { where: '界面定义', detail: '没有根节点' };
  return {
    ok: false,
    problems: [
      { code: 'DOC_SHAPE', path: ['root'], message: basicErrorMessage('DOC_SHAPE', params), params, level: 'error' },
    ],
  };
}

/** Returns the value of a JSON text; null if it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
