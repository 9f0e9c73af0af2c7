import fc from '../../support/fc.ts';
import { resolve, type Schema } from './grammar.ts';

/** Words that conditions compare with, so that they come true now and then, and what people and machines type. */
export const WORDS = [
  '甲',
  '是',
  '',
  '办公用品',
  'a',
  '1',
  '2026-01-02',
  'u1',
  ' x ',
  '，',
  '<b>',
  '${curentUser}',
] as const;

export const word: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<string>(...WORDS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

export const amount: fc.Arbitrary<number> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 1, 2, 3.5, -1, 100, 1234.56) },
  { weight: 1, arbitrary: fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100) },
);

function numberIn({ minimum, maximum, exclusiveMinimum }: Schema, isInteger: boolean): fc.Arbitrary<number> {
  const min = minimum ?? (exclusiveMinimum === undefined ? -1000 : exclusiveMinimum + 1);
  const max = Math.min(maximum ?? min + 2000, min + 2000);
  return isInteger
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.integer({ min: Math.ceil(min * 4), max: Math.floor(max * 4) }).map((quarter) => quarter / 4);
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const required = new Set(schema.required ?? []);
  const known = Object.entries(schema.properties ?? {});
  if (known.length === 0) {
    const inner =
      typeof schema.additionalProperties === 'object' ? fromSchema(schema.additionalProperties, depth - 1) : word;
    const minKeys = schema.minProperties ?? 0;
    return fc.dictionary(fc.constantFrom('a', 'width', '名称', 'id'), inner, {
      minKeys,
      maxKeys: Math.max(2, minKeys),
      noNullPrototype: true,
    });
  }
  const parts = Object.fromEntries(known.map(([key, inner]) => [key, fromSchema(inner, depth - 1)]));
  return fc.record(parts, { requiredKeys: [...required].filter((key) => key in parts), noNullPrototype: true });
}

function ofType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      if (typeof schema.pattern === 'string')
        return fc.stringMatching(new RegExp(schema.pattern)).map((text) => text.slice(0, schema.maxLength ?? 200));
      return word
        .map((text) => text.slice(0, schema.maxLength ?? 200))
        .filter((text) => text.length >= (schema.minLength ?? 0));
    case 'number':
      return numberIn(schema, false);
    case 'integer':
      return numberIn(schema, true);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return depth < 0
        ? fc.constant([])
        : fc.array(fromSchema(schema.items ?? {}, depth - 1), {
            minLength: schema.minItems ?? 0,
            maxLength: Math.min(3, schema.maxItems ?? 3),
          });
    default:
      return depth < 0 ? fc.constant({}) : objectOf(schema, depth);
  }
}

/** Values that a schema of the grammar allows. Small on purpose: many small cases find more than few large ones. */
export function fromSchema(given: Schema, depth = 2): fc.Arbitrary<unknown> {
  const schema = resolve(given);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const [shared] = schema.allOf ?? [];
  if (shared) return fromSchema({ ...resolve(shared), ...schema, allOf: undefined }, depth);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => fromSchema(part, depth)));
  if (schema.type === undefined) return fc.oneof(word, amount, fc.boolean());
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...types.map((type) => ofType(type, schema, depth)));
}
