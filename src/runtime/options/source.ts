import type { FieldNode } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/widget.ts';
import { fillPlaceholders, namesInPlaceholders } from './placeholders.ts';
import { readStaticOptions } from './readOptions.ts';

/** The keys of a node that say where its options come from (RD, FK-005, FK-014…016, FK-027…034). */
export interface OptionNode {
  __slot__?: { options?: unknown };
  isDict?: string; dictCode?: string;
  isStatic?: string; staticJson?: unknown;
  isRemote?: string; resourseApi?: string; resourseApiType?: 'GET' | 'POST'; resourseApiParams?: Record<string, unknown>;
  dataPath?: string; hashArr?: { label?: string; value?: string; children?: string };
}

export type OptionSource =
  | { kind: 'static'; options: readonly Option[] }
  | { kind: 'dictionary'; code: string }
  | { kind: 'remote'; url: string; method: 'GET' | 'POST'; params: Record<string, unknown>; dataPath: string; keys: NonNullable<OptionNode['hashArr']> };

const staticOptions = new WeakMap<object, readonly Option[]>();

/** Options that stand in the document, read once per node. */
function optionsOf(node: OptionNode): readonly Option[] {
  let options = staticOptions.get(node);
  if (!options) staticOptions.set(node, (options = readStaticOptions(node.isStatic === '1' ? node.staticJson : node.__slot__?.options)));
  return options;
}

/** Where the options come from now; `read` gives the value of a placeholder (PH-001…003). */
export function optionSource(field: FieldNode | object, read: (name: string) => unknown): OptionSource {
  const node = field as OptionNode;
  if (node.isRemote === '1' && node.resourseApi) {
    const { resourseApi: url, resourseApiType: method = 'GET', resourseApiParams = {}, dataPath = '', hashArr: keys = {} } = node;
    return { kind: 'remote', url, method, params: fillPlaceholders(resourseApiParams, read), dataPath, keys };
  }
  if (node.isDict === '1' && node.dictCode) return { kind: 'dictionary', code: node.dictCode };
  return { kind: 'static', options: optionsOf(node) };
}

/** Field keys whose change asks for the options anew. */
export const optionPlaceholders = (field: FieldNode | object): readonly string[] => {
  const node = field as OptionNode;
  return node.isRemote === '1' ? namesInPlaceholders(node.resourseApiParams) : [];
};

/** Same source, same text: what the shared cache is keyed by. */
export const sourceKey = (source: OptionSource): string =>
  (source.kind === 'static' ? '' : source.kind === 'dictionary' ? `dictionary ${source.code}` : JSON.stringify(source));
