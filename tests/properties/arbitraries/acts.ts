import { isTable, type CompiledForm } from '../../../src/kernel/form.ts';
import fc from '../../support/fc.ts';
import type { Act } from '../browser.ts';
import { valueOf } from './records.ts';

/** What somebody may try in a form: any field, any row, any cell, allowed or not. */
export function actOf(compiled: CompiledForm): fc.Arbitrary<Act> {
  const row = fc.nat({ max: 3 });
  const acts = [...compiled.fields.values()].flatMap((field): fc.MaybeWeightedArbitrary<Act>[] => {
    if (!isTable(field))
      return [{ weight: 2, arbitrary: valueOf(field).map((value): Act => ({ kind: 'type', key: field.key, value })) }];
    const rows = fc.record({
      kind: fc.constantFrom('add', 'copy', 'remove'),
      table: fc.constant(field.key),
      row,
    }) as fc.Arbitrary<Act>;
    const cells = field.columns.map(
      (column) =>
        fc.record({
          kind: fc.constant('cell'),
          table: fc.constant(field.key),
          row,
          column: fc.constant(column.key),
          value: valueOf(column),
        }) as fc.Arbitrary<Act>,
    );
    return [{ weight: 3, arbitrary: rows }, ...cells.map((arbitrary) => ({ weight: 1, arbitrary }))];
  });
  return fc.oneof(...acts);
}

/** A sitting: several of them, one after the other. */
export const actsOf = (compiled: CompiledForm): fc.Arbitrary<Act[]> =>
  compiled.fields.size === 0 ? fc.constant([]) : fc.array(actOf(compiled), { minLength: 1, maxLength: 6 });
