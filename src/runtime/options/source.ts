import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import {
  staticOptions,
  type OptionKeys,
  placeholderNames,
  type PlaceholderSource,
  isSearched,
  buildRequest,
  type Option,
} from '../../kernel/index.ts';

/** The keys of a node that say where its options come from (RD, FK-014, FK-015, FK-027…032). */
interface OptionNode {
  isDict?: string;
  dictCode?: string;
  isRemote?: string;
  remote?: boolean;
  resourseApi?: string;
  resourseApiType?: 'GET' | 'POST';
  resourseApiParams?: Record<string, unknown>;
  dataPath?: string;
  hashArr?: OptionKeys;
}

export type OptionSource =
  | { kind: 'static'; options: readonly Option[] }
  | { kind: 'dictionary'; code: string }
  /** The document asks for something that may not be asked for. */
  | { kind: 'refused'; message: string }
  | {
      kind: 'remote';
      url: string;
      method: 'GET' | 'POST';
      params: Record<string, unknown>;
      dataPath: string;
      keys: OptionKeys;
    };

const known = new WeakMap<object, readonly Option[]>();

/** Options that stand in the document, read once per node: the same list each time. */
function optionsOf(node: object): readonly Option[] {
  let options = known.get(node);
  if (!options) known.set(node, (options = staticOptions(node as AnyNode) ?? []));
  return options;
}

/** Options that stand in the document, where nothing has to be asked for: null for any other node. */
export function writtenOptions(field: FieldNode | object): readonly Option[] | null {
  const node = field as OptionNode;
  return node.isRemote === '1' || (node.isDict === '1' && node.dictCode) || isSearched(node) ? null : optionsOf(field);
}

/** Where the options come from now; placeholders (PH-001…003) are filled from `values`. */
export function optionSource(field: FieldNode | object, values: PlaceholderSource): OptionSource {
  const node = field as OptionNode;
  // asked for by its own control while somebody types; until then values show the text stored beside them
  if (isSearched(node)) return { kind: 'static', options: optionsOf(field) };
  if (node.isRemote === '1') {
    const call = buildRequest(
      { url: node.resourseApi, method: node.resourseApiType, params: node.resourseApiParams },
      values,
    );
    return call.ok
      ? { kind: 'remote', ...call.value, dataPath: node.dataPath ?? '', keys: node.hashArr ?? {} }
      : { kind: 'refused', message: call.problems.map((problem) => problem.message).join('；') };
  }
  if (node.isDict === '1' && node.dictCode) return { kind: 'dictionary', code: node.dictCode };
  return { kind: 'static', options: optionsOf(node) };
}

/** Field keys whose change asks for the options anew. */
export const optionPlaceholders = (field: FieldNode | object): readonly string[] => {
  const node = field as OptionNode;
  return node.isRemote === '1' ? placeholderNames([node.resourseApi, node.resourseApiParams]) : [];
};

/** Same source, same text: what the shared cache is keyed by. */
export const sourceKey = (source: OptionSource): string =>
  source.kind === 'static' ? '' : source.kind === 'dictionary' ? `dictionary ${source.code}` : JSON.stringify(source);
