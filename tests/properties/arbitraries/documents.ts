import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from '../../support/fc.ts';
import { formDefinition } from './definition.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Documents that people have written: those that ship, and the real ones of other systems where this machine has them. */
const WRITTEN: readonly string[] = [
  ...filesIn(join(ROOT, 'schemas', 'business')),
  ...filesIn(join(ROOT, '..', 'shared', 'cases', 'forms')),
].filter((text) => text.length < 60_000);

const FAMILY_KEYS = [
  'tag',
  'fields',
  '__config__',
  'children',
  '__vModel__',
  'vModel',
  '__slot__',
  'options',
  'regList',
  'layout',
  'computed',
  'visibleWhen',
  'items',
  'staticJson',
  '__proto__',
  'constructor',
  'conf',
  'label',
  'style',
  'props',
  'list',
  'drawingList',
  'defaultValue',
  'form',
  'formData',
  'span',
];
const FAMILY_WORDS = [
  'el-input',
  'el-select',
  'subTable',
  'row',
  'el-tabs',
  'el-card',
  'opColumn',
  'placeholder',
  'nope',
  'el-collapse',
  'rowFormItem',
  'colFormItem',
  '{{ 1 }}',
  'function(){}',
  '{"tag":"el-input"}',
  '[]',
];

/** Any JSON, leaning towards the words of the family: nonsense that is nearly a form. */
const nonsense: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(...FAMILY_WORDS),
    fc.dictionary(fc.oneof(fc.constantFrom(...FAMILY_KEYS), fc.string({ maxLength: 4 })), tie('any'), { maxKeys: 6 }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.record({ tag: fc.constantFrom(...FAMILY_WORDS), children: fc.array(tie('any'), { maxLength: 3 }) }),
  ),
})).any;

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push({ holder: value as Record<string, unknown>, key });
    placesIn((value as Record<string, unknown>)[key], found);
  }
  return found;
}

type Change = (place: Place, other: Place) => void;
const changes: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>(({ holder, key }) => {
    delete holder[key];
  }),
  nonsense.map((value): Change => ({ holder, key }) => {
    holder[key] = value;
  }),
  fc.constantFrom(...FAMILY_KEYS).map((name): Change => ({ holder, key }) => {
    if (name !== '__proto__') holder[name] = holder[key];
  }),
  fc.constant<Change>(({ holder, key }, other) => {
    holder[key] = structuredClone(other.holder[other.key]);
  }),
  fc.constant<Change>(({ holder, key }) => {
    holder[key] = JSON.stringify(holder[key] ?? null);
  }),
  fc.constant<Change>(({ holder, key }) => {
    holder[key] = [holder[key]];
  }),
);

/** A document with some of its places changed; the same document otherwise. */
const mutated = (base: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(base, fc.array(fc.tuple(changes, fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }))
    .map(([document, list]) => {
      const root = { document: structuredClone(document) };
      for (const [change, first, second] of list) {
        const places = placesIn(root);
        if (places.length > 0) change(places[first % places.length] as Place, places[second % places.length] as Place);
      }
      return root.document;
    });

const written = fc.constantFrom(...WRITTEN.map((text) => JSON.parse(text) as unknown));

/** The dialects in which other designers write the same form. */
const dialects: fc.Arbitrary<unknown> = fc
  .tuple(formDefinition, fc.constantFrom('flat', 'nested', 'texts', 'list', 'wrapped'))
  .map(([form, dialect]): unknown => {
    const nested = form.fields.map(({ tag, label, __vModel__, ...rest }) => ({
      __config__: { tag, label },
      __vModel__,
      ...rest,
    }));
    switch (dialect) {
      case 'nested':
        return { ...form, fields: nested };
      case 'texts':
        return { ...form, fields: form.fields.map((field) => JSON.stringify(field)) };
      case 'list':
        return form.fields;
      case 'wrapped':
        return { formData: JSON.stringify(form) };
      default:
        return form;
    }
  });

/** What may arrive where a form is expected: nonsense, forms in every dialect, damaged forms, and text cut anywhere. */
const documents: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: nonsense },
  { weight: 2, arbitrary: nonsense.map((value) => ({ fields: [value] })) },
  { weight: 2, arbitrary: dialects },
  { weight: 3, arbitrary: mutated(dialects) },
  { weight: 3, arbitrary: mutated(written) },
  {
    weight: 1,
    arbitrary: fc.tuple(dialects, fc.double({ min: 0, max: 1, noNaN: true })).map(([document, part]) => {
      const text = JSON.stringify(document);
      return text.slice(0, Math.floor(text.length * part));
    }),
  },
  { weight: 1, arbitrary: fc.string() },
);

/** As JSON has it: no undefined, no -0. */
export const rawDocument: fc.Arbitrary<unknown> = documents.map(
  (document) => JSON.parse(JSON.stringify(document) ?? 'null') as unknown,
);
