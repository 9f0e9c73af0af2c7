import {
  isTable,
  type CompiledField,
  type CompiledForm,
  type CompiledTable,
  type Row,
} from '../../../src/kernel/form.ts';
import { companionKey } from '../../../src/domain/companionKey.ts';
import fc from '../../support/fc.ts';
import { amount, fromSchema, word } from './fromSchema.ts';
import { schemaFor } from './grammar.ts';

export interface GeneratedRecord {
  fieldsMap: Record<string, unknown>;
  childTables: Record<string, Row[]>;
}

const people = fc.constantFrom('u1', 'u2');

/** A value that the field's widget stores: often one of its options, a word that conditions know, or a person. */
export function valueOf({ node, options }: Pick<CompiledField, 'node' | 'options'>): fc.Arbitrary<unknown> {
  const any = fromSchema(schemaFor(node.tag)['x-value'] ?? {});
  if (node.tag === 'el-input')
    return fc.oneof(
      { weight: 5, arbitrary: word },
      { weight: 1, arbitrary: people },
      { weight: 1, arbitrary: fc.constant(null) },
    );
  if (node.tag === 'el-input-number')
    return fc.oneof({ weight: 6, arbitrary: amount }, { weight: 1, arbitrary: fc.constant(null) });
  if (node.tag.endsWith('Selector')) return fc.oneof(people, any);
  if (!options || options.length === 0) return any;
  const one = fc.constantFrom(...options.map(({ value }) => value));
  const isList = node.tag === 'el-checkbox-group' || ('multiple' in node && node.multiple === true);
  return fc.oneof(
    { weight: 4, arbitrary: isList ? fc.uniqueArray(one, { maxLength: 3 }) : one },
    { weight: 1, arbitrary: any },
  );
}

/** Values by key; some keys are absent, as in records of an older version. */
function valuesOf(fields: readonly CompiledField[]): fc.Arbitrary<Record<string, unknown>> {
  const parts = fields.flatMap((field): [string, fc.Arbitrary<unknown>][] => [
    [field.key, fc.oneof({ weight: 5, arbitrary: valueOf(field) }, { weight: 1, arbitrary: fc.constant(undefined) })],
    ...(field.hasCompanion
      ? [[companionKey(field.key), fc.oneof(fc.constant(undefined), word)] as [string, fc.Arbitrary<unknown>]]
      : []),
  ]);
  return fc
    .record(Object.fromEntries(parts), { noNullPrototype: true })
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

export const rowValues = (table: CompiledTable): fc.Arbitrary<Record<string, unknown>> => valuesOf(table.columns);

/** A stored record of a form. */
export function recordOf(compiled: CompiledForm): fc.Arbitrary<GeneratedRecord> {
  const fields = [...compiled.fields.values()];
  const tables = fc.record(
    Object.fromEntries(
      [...compiled.tables.values()].map((table) => [
        table.key,
        fc
          .array(rowValues(table), { maxLength: 3 })
          .map((rows) => rows.map((fieldsMap, index): Row => ({ id: `row${index + 1}`, fieldsMap }))),
      ]),
    ),
    { noNullPrototype: true },
  );
  return fc.record(
    { fieldsMap: valuesOf(fields.filter((field) => !isTable(field))), childTables: tables },
    { noNullPrototype: true },
  ) as fc.Arbitrary<GeneratedRecord>;
}
