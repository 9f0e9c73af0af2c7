import {
  type CompiledField,
  recordOptions,
  optionParts,
  relatedIds,
  relationOf,
  type Option,
} from '../../../kernel/index.ts';

/** Where the values of a field come from, as far as the server can look them up. */
export type Source =
  | { kind: 'static'; options: readonly Option[] }
  | { kind: 'dictionary'; code: string }
  | { kind: 'user' | 'dept' | 'unit' }
  | { kind: 'records' }
  /** A relation: `settleRelations` knows what it names. */
  | { kind: 'relation' };

interface OptionNode {
  isDict?: string;
  dictCode?: string;
  isRemote?: string;
}

/** Null: not to be looked up. Options of a call that lists no records are another system's word, and a list without options says nothing. */
export function sourceOf({ node, definition, options }: CompiledField): Source | null {
  if (relationOf(node)) return { kind: 'relation' };
  if (definition.references) return { kind: definition.references.to };
  const { isRemote, isDict, dictCode } = node as OptionNode;
  if (isRemote === '1') return recordOptions(node) ? { kind: 'records' } : null;
  if (isDict === '1') return dictCode ? { kind: 'dictionary', code: dictCode } : null;
  return options && options.length > 0 ? { kind: 'static', options } : null;
}

/** The single values in a stored value, each of which is looked up. */
export function partsOf({ node, definition }: CompiledField, value: unknown): readonly unknown[] {
  if (relationOf(node)) return relatedIds(value);
  return definition.references?.ids(value) ?? optionParts(node, definition, value);
}
