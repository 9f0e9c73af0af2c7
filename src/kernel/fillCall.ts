import type { FieldNode } from '../grammar/nodes.ts';
import type { CompiledField } from './form.ts';
import { companionKey } from '../domain/companionKey.ts';
import { relationOf } from './relation.ts';
import type { RequestConfig } from './requests.ts';

/** A call whose answer fills other fields. */
export interface FillCall {
  request: RequestConfig;
  /** Where in the answer the values stand. */
  position: string | undefined;
  /** Field -> name in the answer. */
  names: Readonly<Record<string, string>>;
  /** An empty value empties what it filled: a relation that points at nothing fills nothing. */
  clears: boolean;
}

/**
 * What a field asks for when its value changes: its own call (OD-057), or the values of the record that it points at. Null
 * for a field that fills nothing. `beside`: the fields it may fill.
 */
export function fillCallOf(node: FieldNode, beside: (key: string) => CompiledField | undefined): FillCall | null {
  if (node.openWatch === '1' && node.watchApiUrl)
    return {
      request: { url: node.watchApiUrl, method: node.watchApiMethod ?? 'GET', params: node.watchApiParams ?? {} },
      position: node.watchApiDataPosition,
      names: node.watchApiHash ?? {},
      clears: false,
    };
  const relation = relationOf(node);
  const targets = Object.entries(relation?.fill ?? {}).filter(([key]) => beside(key) !== undefined);
  if (!relation || targets.length === 0) return null;
  const fill: Record<string, { name: string; isText: boolean }> = {};
  const names: Record<string, string> = {};
  for (const [key, name] of targets) {
    const isText = beside(key)?.hasCompanion !== true;
    fill[key] = { name, isText };
    names[key] = key;
    if (!isText) names[companionKey(key)] = companionKey(key);
  }
  return {
    request: {
      url: `/relation/values/${relation.to}`,
      method: 'POST',
      params: { id: `\${${node.__vModel__}}`, fill },
    },
    position: undefined,
    names,
    clears: true,
  };
}
