import type { FieldNode } from '../grammar/nodes.ts';
import { readsIn } from '../expressions/index.ts';
import { type FormDefinition, isTableNode } from '../kernel/index.ts';
import { fieldsOf } from './relationPath.ts';

export type RollupFunction = 'sum' | 'count' | 'avg' | 'min' | 'max' | 'first' | 'last' | 'list';

/**
 * How the value of a field is aggregated: from records of another form that refer to this record, from rows of their
 * sub-table, or from rows of a sub-table of this record. The source is the record that is aggregated, or whose rows
 * are aggregated.
 */
export interface Rollup {
  /** Key of the form whose records are aggregated; null: rows of the field's own form. */
  form: string | null;
  /** Key of the sub-table whose rows are aggregated; null: the records themselves. */
  table: string | null;
  /** The relation of the source, or of its rows, that refers to this record; '' for rows of the field's own form. */
  via: string;
  fn: RollupFunction;
  /** The field (column) that is aggregated; '' for a count. */
  of: string;
  /**
   * CEL condition on the source (`it.`) and its row (`row.`); '': no condition. If `form` is not null, the source must
   * also be in force, unless the condition reads `it.flwState`.
   */
  where: string;
  /** The field by which first, last and list are sorted; '': by creation time of the source. */
  by: string;
}

/** Returns the roll-up of a node; null for a node without one. */
export function rollupOf(node: FieldNode): Rollup | null {
  const { rollup } = node;
  if (!rollup) return null;
  const { from, via = '', fn, of = '', where = '', by = '' } = rollup;
  const [form = '', table = null] = via === '' ? [null, from] : from.split('.', 2);
  return { form, table, via, fn, of, where, by };
}

/** Returns the fields that an expression reads. `keys`: the keys of all fields of the form. */
export function fieldsReadBy(text: string, keys: ReadonlySet<string>): string[] {
  const { names, members } = readsIn(text);
  const all = [...names, ...members.filter(([root]) => root === 'form').map(([, member]) => member)];
  return [...new Set(all)].filter((key) => keys.has(key));
}

const keysByDefinition = new WeakMap<FormDefinition, ReadonlySet<string>>();

/**
 * Returns the keys of the kept fields, whose values are stored in database columns only: roll-ups, and computed fields
 * that read a roll-up, directly or through another computed field. Each key comes after those of the fields that it
 * reads, so that the values can be computed in this order. Cached by definition.
 */
export function keptKeys(definition: FormDefinition): ReadonlySet<string> {
  const cached = keysByDefinition.get(definition);
  if (cached) return cached;
  const fields = fieldsOf(definition);
  const keys = new Set(fields.keys());
  const rollupKeys = new Set([...fields.values()].filter((node) => node.rollup).map((node) => node.__vModel__));
  const formulas = [...fields.values()]
    .filter((node) => !isTableNode(node) && node.computed && !node.rollup)
    .map((node) => ({ key: node.__vModel__, reads: fieldsReadBy(node.computed ?? '', keys) }));
  const reads = new Map(formulas.map((formula) => [formula.key, formula.reads]));
  let hasChanged = rollupKeys.size > 0;
  const derivedKeys = new Set<string>();
  while (hasChanged) {
    hasChanged = false;
    for (const { key, reads: names } of formulas)
      if (!derivedKeys.has(key) && names.some((name) => rollupKeys.has(name) || derivedKeys.has(name))) {
        derivedKeys.add(key);
        hasChanged = true;
      }
  }
  // a formula comes after the kept formulas that it reads; members of a cycle, which publishing refuses, are left out
  const orderedKeys = new Set(rollupKeys);
  for (let previousSize = -1; previousSize !== orderedKeys.size;) {
    previousSize = orderedKeys.size;
    for (const key of derivedKeys)
      if (
        !orderedKeys.has(key) &&
        (reads.get(key) ?? []).every((name) => !derivedKeys.has(name) || orderedKeys.has(name))
      )
        orderedKeys.add(key);
  }
  keysByDefinition.set(definition, orderedKeys);
  return orderedKeys;
}
