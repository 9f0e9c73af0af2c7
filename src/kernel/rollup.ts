import type { FieldNode } from '../grammar/nodes.ts';
import { readsIn } from './expressions/expressions.ts';
import type { FormDefinition } from './form.ts';
import { isTableNode } from './nodes.ts';
import { fieldsOf } from './relationPath.ts';

export type RollupFunction = 'sum' | 'count' | 'avg' | 'min' | 'max' | 'first' | 'last' | 'list';

/** What a field is kept from: records of another form that point here, rows of their sub-table, or rows of its own form. */
export interface Rollup {
  /** Key of the form whose records count; null: the rows of the field's own form. */
  form: string | null;
  /** Key of the sub-table whose rows count; null: the records themselves. */
  table: string | null;
  /** The relation of the source that points here; '' for rows of the own form. */
  via: string;
  fn: RollupFunction;
  /** The field (column) that is summed up; '' for a count. */
  of: string;
  /** CEL over the source (`it.`) and its row (`row.`); empty: no condition. */
  where: string;
  /** The field by which first, last and list are ordered; '': when the source was made. */
  by: string;
}

/** What a node says of the records it is kept from; null for a node that is no roll-up. */
export function rollupOf(node: FieldNode): Rollup | null {
  const { rollup } = node;
  if (!rollup) return null;
  const { from, via = '', fn, of = '', where = '', by = '' } = rollup;
  const [form = '', table = null] = via === '' ? [null, from] : from.split('.', 2);
  return { form, table, via, fn, of, where, by };
}

/** Field keys of the same form that an expression reads. */
export function ownReads(text: string, keys: ReadonlySet<string>): string[] {
  const { names, members } = readsIn(text);
  const all = [...names, ...members.filter(([root]) => root === 'form').map(([, member]) => member)];
  return [...new Set(all)].filter((key) => keys.has(key));
}

const keptOf = new WeakMap<FormDefinition, ReadonlySet<string>>();

/**
 * Keys of the fields whose values stand in columns alone: roll-ups, and computed fields that read one, directly or
 * through another computed field. Each after those it reads, so that they can be computed in this order.
 */
export function keptKeys(definition: FormDefinition): ReadonlySet<string> {
  const known = keptOf.get(definition);
  if (known) return known;
  const fields = fieldsOf(definition);
  const keys = new Set(fields.keys());
  const kept = new Set([...fields.values()].filter((node) => node.rollup).map((node) => node.__vModel__));
  const formulas = [...fields.values()]
    .filter((node) => !isTableNode(node) && node.computed && !node.rollup)
    .map((node) => ({ key: node.__vModel__, reads: ownReads(node.computed ?? '', keys) }));
  const reads = new Map(formulas.map((one) => [one.key, one.reads]));
  let hasChanged = kept.size > 0;
  const derived = new Set<string>();
  while (hasChanged) {
    hasChanged = false;
    for (const { key, reads: names } of formulas)
      if (!derived.has(key) && names.some((name) => kept.has(name) || derived.has(name))) {
        derived.add(key);
        hasChanged = true;
      }
  }
  // a formula follows the kept formulas that it reads; members of a cycle stay out, publishing refuses them
  const ordered = new Set(kept);
  for (let before = -1; before !== ordered.size;) {
    before = ordered.size;
    for (const key of derived)
      if (!ordered.has(key) && (reads.get(key) ?? []).every((name) => !derived.has(name) || ordered.has(name)))
        ordered.add(key);
  }
  keptOf.set(definition, ordered);
  return ordered;
}
