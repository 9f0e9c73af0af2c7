import type { FieldNode } from '../grammar/nodes.ts';
import type { FormDefinition } from '../kernel/index.ts';
import { fieldsOf } from '../relations/index.ts';
import { CREATED_PREFIX, type Effect } from './effect.ts';
import { rowPrefix, type PrefixFields } from './effectExpression.ts';

/** Returns the prefix of the keys of an event's effects: the event, and for effects of one node also the node. */
export const keyPrefixOf = ({ on, node }: { on?: string | undefined; node?: string | undefined }): string =>
  node === undefined ? (on ?? '') : `${on}/${node}`;

/**
 * Returns the effects, by key, whose created records another effect may use. Such an effect belongs to an event, has a
 * key and creates records, once for the whole record or for the rows of the same sub-table. Empty if the form has a
 * field named `made`.
 */
export function creatingEffects(definition: FormDefinition, each: string | undefined): ReadonlyMap<string, Effect> {
  if (fieldsOf(definition).has(CREATED_PREFIX)) return new Map();
  const makers = new Map<string, Effect>();
  for (const effect of definition.effects ?? []) {
    const { key, on, create, start } = effect;
    const isMaking = key !== undefined && on !== 'time' && (create ?? start) !== undefined;
    if (isMaking && (effect.each === undefined || effect.each === each) && !makers.has(key)) makers.set(key, effect);
  }
  return makers;
}

/** Returns the records of these effects as a prefix with relations, for type checking; null if there are none. */
export function createdRecordsPrefix(makers: ReadonlyMap<string, Effect>): PrefixFields | null {
  if (makers.size === 0) return null;
  const nodes = [...makers].map(([key, { create, start }]): [string, FieldNode] => [
    key,
    { tag: 'recordSelector', __vModel__: key, label: `${CREATED_PREFIX}.${key}`, to: create ?? start ?? '' },
  ]);
  return rowPrefix(new Map(nodes));
}
