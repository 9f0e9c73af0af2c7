import type { FieldNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../form.ts';
import { fieldsOf } from '../relationPath.ts';
import type { Effect } from './effect.ts';
import { rowGroup, type NameGroup } from './scopedText.ts';

/** Name of the group of records created by the form's other effects: `made.samples` is that of the effect with key `samples`. */
export const MADE = 'made';

/** How the keys of an event's effects begin: with the event, of an effect of one node with the node too. */
export const keyPrefixOf = ({ on, node }: { on?: string | undefined; node?: string | undefined }): string =>
  node === undefined ? (on ?? '') : `${on}/${node}`;

/**
 * The effects whose records an effect may name: those of events that have a key and make a record, once for the whole
 * record or for the rows of the same sub-table. A form with a field of this name has none.
 */
export function makersFor(definition: FormDefinition, each: string | undefined): ReadonlyMap<string, Effect> {
  if (fieldsOf(definition).has(MADE)) return new Map();
  const makers = new Map<string, Effect>();
  for (const effect of definition.effects ?? []) {
    const { key, on, create, start } = effect;
    const isMaking = key !== undefined && on !== 'time' && (create ?? start) !== undefined;
    if (isMaking && (effect.each === undefined || effect.each === each) && !makers.has(key)) makers.set(key, effect);
  }
  return makers;
}

/** The records of those effects as a group of relations for type checking; null if there are none. */
export function madeGroup(makers: ReadonlyMap<string, Effect>): NameGroup | null {
  if (makers.size === 0) return null;
  const nodes = [...makers].map(([key, { create, start }]): [string, FieldNode] => [
    key,
    { tag: 'recordSelector', __vModel__: key, label: `${MADE}.${key}`, to: create ?? start ?? '' },
  ]);
  return rowGroup(new Map(nodes));
}
