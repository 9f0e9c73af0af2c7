import type { FieldNode } from '../grammar/nodes.ts';
import { type CompiledField, relationOf } from '../kernel/index.ts';
import { companionKey } from '../domain/companionKey.ts';
import type { RequestConfig } from './requests.ts';

/** Message at a field whose call finds nothing. */
export const NOTHING_FOUND = '没有查到对应的数据';

/** A request whose answer fills other fields. */
export interface FillCall {
  request: RequestConfig;
  /** Position of the values in the answer (`readAnswer`); undefined: the whole answer. */
  position: string | undefined;
  /** For each key to fill (of a field or of its companion), the name of the value in the answer. */
  names: Readonly<Record<string, string>>;
  /**
   * True for the call of a relation: if the relation becomes empty, all fields that it fills are emptied. The call of
   * another field may also fill fields into which people type; only the values that the call filled are emptied then.
   */
  isRelation: boolean;
}

/**
 * Returns the call for 更新带出, which reads the filled values again. Its answer omits values that the person may not
 * see, so the stored values stay.
 */
export const toFillUpdateCall = (call: FillCall): FillCall => ({
  ...call,
  request: { ...call.request, params: { ...call.request.params, isUpdate: true } },
});

/**
 * Returns the request that a field sends when its value changes: its own call (OD-057), or for a relation the call that
 * reads the target record. Null for a field that fills nothing. `fieldOf`: finds a field that may be filled.
 */
export function fillCallOf(node: FieldNode, fieldOf: (key: string) => CompiledField | undefined): FillCall | null {
  if (node.openWatch === '1' && node.watchApiUrl)
    return {
      request: { url: node.watchApiUrl, method: node.watchApiMethod ?? 'GET', params: node.watchApiParams ?? {} },
      position: node.watchApiDataPosition,
      names: node.watchApiHash ?? {},
      isRelation: false,
    };
  const relation = relationOf(node);
  const targets = Object.entries(relation?.fill ?? {}).filter(([key]) => fieldOf(key) !== undefined);
  if (!relation || targets.length === 0) return null;
  // `isText`: the field has no companion, so the server returns the display text as its value
  const fill: Record<string, { name: string; isText: boolean }> = {};
  const names: Record<string, string> = {};
  for (const [key, name] of targets) {
    const isText = fieldOf(key)?.hasCompanion !== true;
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
    isRelation: true,
  };
}
