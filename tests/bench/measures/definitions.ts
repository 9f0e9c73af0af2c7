import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileForm } from '../../../src/kernel/compile.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { createVocabulary } from '../../../src/kernel/registry.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';
import { median } from '../statistics.ts';
import { figure, note } from '../table.ts';

const SIZES = [50, 500, 5000] as const;
const ROUNDS = 15;
const vocabulary = createVocabulary(definitions);

const KINDS = [
  { tag: 'el-input' },
  { tag: 'el-select', __slot__: { options: [{ label: '甲', value: '1' }] } },
  { tag: 'el-input-number', min: 0, max: 100 },
  { tag: 'el-date-picker' },
  { tag: 'el-switch' },
  { tag: 'el-input', type: 'textarea' },
];

const textOf = (count: number): string =>
  JSON.stringify({
    formKey: 'bench',
    formName: '基准',
    fields: Array.from({ length: count }, (_v, i) => ({
      __vModel__: `f${i}`,
      label: `字段${i}`,
      required: i % 5 === 0,
      ...(i % 10 === 9 ? { visibleWhen: `f${i - 9} != ''` } : {}),
      ...KINDS[i % KINDS.length],
    })),
  });

/** From text to closures, ms. */
function timed(text: string): number {
  const start = performance.now();
  const parsed = parseFormDefinition(text, vocabulary);
  if (!parsed.ok) throw new Error('the bench definition does not parse');
  compileForm(parsed.value, vocabulary);
  return performance.now() - start;
}

/** Definitions that the product ships, over and over: what a server reads in a day. */
function shipped(): string[] {
  const folder = 'schemas/business';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .map((text) => {
      const file = JSON.parse(text) as { form?: unknown };
      return file.form === undefined ? null : JSON.stringify(file.form);
    })
    .filter((text) => text !== null);
}

export function measureDefinitions(): void {
  const texts = shipped();
  for (const text of texts) timed(text);
  const start = performance.now();
  for (let i = 0; i < 1000; i += 1) timed(texts[i % texts.length] as string);
  const each = (performance.now() - start) / 1000;
  figure(
    'parse + compile of 1,000 definitions (the shipped ones in turn)',
    `${(each * 1000).toFixed(0)} ms, ${each.toFixed(2)} ms each`,
  );

  const times = new Map<number, number[]>(SIZES.map((size) => [size, []]));
  const bySize = SIZES.map((size) => ({ size, text: textOf(size) }));
  for (let round = -3; round < ROUNDS; round += 1) {
    for (const { size, text } of bySize) {
      // of the small ones several, so that each turn takes about as long
      const repeats = 5000 / size;
      let sum = 0;
      for (let i = 0; i < repeats; i += 1) sum += timed(text);
      if (round >= 0) times.get(size)?.push((sum / repeats / size) * 1000);
    }
  }
  const perField = (size: number): number => median(times.get(size) ?? []);
  note('parse + compile per field, 5,000 fields / 500 fields', perField(5000), perField(500), 1.5, 'µs');
  note('parse + compile per field, 5,000 fields / 50 fields', perField(5000), perField(50), 1.5, 'µs');
}
