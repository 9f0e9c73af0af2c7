import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import {
  staticOptions,
  type OptionKeys,
  placeholderNames,
  type PlaceholderValues,
  type Option,
} from '../../kernel/index.ts';
import { isSearched, buildRequest, hasNoPageNumber, pageOfWholeList } from '../../requests/index.ts';

/** The keys of a node that define where its options come from (RD, FK-014, FK-015, FK-027…032). */
interface OptionNode {
  isDict?: string;
  dictCode?: string;
  /** True for filters and for read-only fields: retired items of the dictionary are loaded, too. */
  withRetired?: boolean;
  /** '1': the options are requested with `resourseApi`. */
  isRemote?: string;
  /** True, with `isRemote` '1': only the options that match the typed text are requested (a search). */
  remote?: boolean;
  resourseApi?: string;
  resourseApiType?: 'GET' | 'POST';
  resourseApiParams?: Record<string, unknown>;
  dataPath?: string;
  hashArr?: OptionKeys;
}

/** Where the options of a field come from, with filled placeholders. */
export type OptionSource =
  | { kind: 'static'; options: readonly Option[] }
  | { kind: 'dictionary'; code: string; withRetired: boolean }
  /** The document contains a request that is not allowed. */
  | { kind: 'refused'; message: string }
  | {
      kind: 'remote';
      url: string;
      method: 'GET' | 'POST';
      params: Record<string, unknown>;
      dataPath: string;
      keys: OptionKeys;
    };

const staticOptionsCache = new WeakMap<object, readonly Option[]>();

/** Returns the options written in the document. Cached per node: each call returns the same array. */
function cachedStaticOptions(node: object): readonly Option[] {
  let options = staticOptionsCache.get(node);
  if (!options) staticOptionsCache.set(node, (options = staticOptions(node as AnyNode) ?? []));
  return options;
}

/** Returns the options written in the document; null if they come from a request, a dictionary or a search. */
export function documentOptions(field: FieldNode | object): readonly Option[] | null {
  const node = field as OptionNode;
  return node.isRemote === '1' || (node.isDict === '1' && node.dictCode) || isSearched(node)
    ? null
    : cachedStaticOptions(field);
}

const nodesWithRetired = new WeakMap<object, object>();

/**
 * Returns the node with an option source that also contains the retired items of its dictionary (FK-015, EN-018). Each
 * call returns the same object.
 */
export function withRetired<N extends object>(node: N): N {
  const { isDict, dictCode } = node as OptionNode;
  if (isDict !== '1' || !dictCode) return node;
  let copy = nodesWithRetired.get(node);
  if (!copy) nodesWithRetired.set(node, (copy = { ...node, withRetired: true }));
  return copy as N;
}

/** Returns the current source of a node's options. Placeholders (PH-001…003) are filled from `values`. */
export function optionSource(field: FieldNode | object, values: PlaceholderValues): OptionSource {
  const node = field as OptionNode;
  // If a field's options are searched (`remote`), its control requests them while the user types. Stored values are
  // shown with their stored labels.
  if (isSearched(node)) return { kind: 'static', options: cachedStaticOptions(field) };
  if (node.isRemote === '1') {
    const call = buildRequest(
      { url: node.resourseApi, method: node.resourseApiType, params: node.resourseApiParams },
      values,
    );
    // without a page, a list of records would return only the first ten options
    return call.ok
      ? {
          kind: 'remote',
          ...(hasNoPageNumber(call.value) ? pageOfWholeList(call.value, 1) : call.value),
          dataPath: node.dataPath ?? '',
          keys: node.hashArr ?? {},
        }
      : { kind: 'refused', message: call.problems.map((problem) => problem.message).join('；') };
  }
  if (node.isDict === '1' && node.dictCode)
    return { kind: 'dictionary', code: node.dictCode, withRetired: node.withRetired === true };
  return { kind: 'static', options: cachedStaticOptions(node) };
}

/**
 * Returns the keys of the fields whose values are in the options request: a change of such a field sends a new request.
 */
export const optionPlaceholders = (field: FieldNode | object): readonly string[] => {
  const node = field as OptionNode;
  return node.isRemote === '1' ? placeholderNames([node.resourseApi, node.resourseApiParams]) : [];
};

/**
 * Returns the key of a source in the shared cache: equal sources have equal keys. '' for static options (not cached).
 */
export const sourceKey = (source: OptionSource): string => (source.kind === 'static' ? '' : JSON.stringify(source));
