import { type CompiledField, optionParts, relatedIds, relationOf, type Option } from '../../../kernel/index.ts';
import { recordOptions } from '../../../requests/index.ts';

/** The source of a field's options, for options that the server can look up. */
export type OptionSource =
  | { kind: 'static'; options: readonly Option[] }
  | { kind: 'dictionary'; code: string }
  | { kind: 'user' | 'dept' | 'unit' }
  /** The field's option call lists records of a form. `loadRecordOptions` looks up these records. */
  | { kind: 'records' }
  /** The field is a relation. `settleRelations` looks up the records. */
  | { kind: 'relation' };

interface OptionProperties {
  isDict?: string;
  dictCode?: string;
  isRemote?: string;
}

/**
 * Returns the option source of a field. Returns null if the server cannot verify the field's values: the options come
 * from a call that does not list records of a form, the field names no dictionary, or the field has no options.
 */
export function optionSourceOf({ node, definition, options }: CompiledField): OptionSource | null {
  if (relationOf(node)) return { kind: 'relation' };
  if (definition.references) return { kind: definition.references.to };
  const { isRemote, isDict, dictCode } = node as OptionProperties;
  if (isRemote === '1') return recordOptions(node) ? { kind: 'records' } : null;
  if (isDict === '1') return dictCode ? { kind: 'dictionary', code: dictCode } : null;
  return options && options.length > 0 ? { kind: 'static', options } : null;
}

/**
 * Returns the individual values in a field's value: for a multiple choice, each chosen value. A path through a tree of
 * options counts as one value, although it is stored as a list.
 */
export function singleValuesOf({ node, definition }: CompiledField, value: unknown): readonly unknown[] {
  if (relationOf(node)) return relatedIds(value);
  return definition.references?.ids(value) ?? optionParts(node, definition, value);
}
