import type { FieldNode } from '../grammar/nodes.ts';
import type { FormDefinition } from '../kernel/index.ts';
import { fieldsOf } from '../relations/index.ts';
import { CREATED_PREFIX, type Effect } from './effect.ts';
import { rowPrefixFields, type PrefixFields } from './effectExpression.ts';

/** Returns the prefix that makes the stored key of an effect unique: its event, and its node if it has one. */
export const keyPrefixOf = ({ on, node }: { on?: string | undefined; node?: string | undefined }): string =>
  node === undefined ? (on ?? '') : `${on}/${node}`;

/**
 * Returns the creating effects, by key: the effects whose created records another effect may use. `each`: the sub-table
 * for whose rows the other effect runs; undefined: it runs once for the whole record. A creating effect has a key, is
 * not triggered by time, and creates records either once for the whole record or for the rows of the same sub-table.
 * Empty if the form has a field named `made`.
 */
export function creatingEffects(definition: FormDefinition, each: string | undefined): ReadonlyMap<string, Effect> {
  if (fieldsOf(definition).has(CREATED_PREFIX)) return new Map();
  const creators = new Map<string, Effect>();
  for (const effect of definition.effects ?? []) {
    const { key, on, create, start } = effect;
    const createsRecords = key !== undefined && on !== 'time' && (create ?? start) !== undefined;
    if (createsRecords && (effect.each === undefined || effect.each === each) && !creators.has(key))
      creators.set(key, effect);
  }
  return creators;
}

/**
 * Returns the fields of the prefix `made`, for type checking: one relation for each effect, to the record that it
 * creates. Null if there are no creating effects.
 */
export function createdRecordsPrefix(creators: ReadonlyMap<string, Effect>): PrefixFields | null {
  if (creators.size === 0) return null;
  const nodes = [...creators].map(([key, { create, start }]): [string, FieldNode] => [
    key,
    { tag: 'recordSelector', __vModel__: key, label: `${CREATED_PREFIX}.${key}`, to: create ?? start ?? '' },
  ]);
  return rowPrefixFields(new Map(nodes));
}
