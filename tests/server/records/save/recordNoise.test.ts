import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoFormKeys } from '../../../../src/server/seed/demoRecords.ts';
import { isLong, usualOrLong } from '../../../support/tier.ts';
import { loadForm } from '../../../../src/server/documents/loadForm.ts';
import { recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';

let server: TestServer;
let staff: Client;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
});
afterAll(() => server.dispose());

const nested = (depth: number): unknown => (depth === 0 ? 'x' : [nested(depth - 1)]);
/** In as many fields as a form has, these are more values than a statement may have parameters. */
const MANY = Array.from({ length: usualOrLong(2_400, 5_000) }, (_none, index) => `v${index}`);
/** Values that nobody's page would send. */
const NOISE: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  -1e308,
  5e-324,
  0.1 + 0.2,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [{}],
  [1, 'a', null],
  nested(50),
  { a: { b: { c: 1 } } },
  { toString: 1 },
  { constructor: 'x' },
  { length: 1e9 },
  { id: 'x' },
  'x'.repeat(100_000),
  '，,，',
  '2026-02-31',
  '9999999-01-01',
  '0000-00-00',
  ['2026-01-02', '2026-01-01'],
  ['', ''],
  [0, 1],
  'NaN',
  'Infinity',
  '1e999',
  '\u202e\ufeff\u2028',
  '${curentUser}',
  '{{ 1 }}',
  "'; drop table frm_record; --",
  '\ud83d\ude00'.repeat(500),
  MANY,
  MANY.join(','),
  'a\u0000b',
  '\udc00',
];

const OPERATORS = ['eq', 'range', 'in'];
const DOCUMENTS = 'schemas/business';
const documents = readdirSync(DOCUMENTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

/** The tags of a shipped form. */
function tagsOf(formKey: string): string[] {
  const name = documents.find((one) => one.endsWith(`/${formKey}.json`));
  if (!name) throw new Error(formKey);
  return [...readFileSync(join(DOCUMENTS, name), 'utf8').matchAll(/"tag":\s*"([^"]+)"/g)].map((match) => match[1]!);
}

/** Forms that hold every tag between them: each adds one that the forms before do not have. */
function formsOfEveryTag(): string[] {
  const seen = new Set<string>();
  const byTags = [...demoFormKeys].sort((one, other) => new Set(tagsOf(other)).size - new Set(tagsOf(one)).size);
  return byTags.filter((formKey) => {
    const isNew = tagsOf(formKey).some((tag) => !seen.has(tag));
    for (const tag of tagsOf(formKey)) seen.add(tag);
    return isNew;
  });
}

const forms = usualOrLong<readonly string[]>(formsOfEveryTag(), demoFormKeys);
describe.each(forms)('in every field of %s', (formKey) => {
  it('no value is an error of the server, saved or submitted', async () => {
    const { form } = await loadForm(server.context, server.context.db, formKey);
    const keys = [...form.fields.keys()].filter((key) => !form.tables.has(key));
    const fields = (noise: unknown): Record<string, unknown> =>
      Object.fromEntries(
        keys.flatMap((key) => [[key, noise], ...(form.fields.get(key)?.hasCompanion ? [[`${key}Label`, noise]] : [])]),
      );
    const tables = (noise: unknown) =>
      Object.fromEntries(
        [...form.tables.values()].map((table) => [
          table.key,
          [{ id: 'r1', fieldsMap: Object.fromEntries(table.columns.map((column) => [column.key, noise])) }],
        ]),
      );
    for (const [at, noise] of NOISE.entries()) {
      // usually each value is in rows alone, and in a question, in every second form
      const isShort = !isLong && (at + forms.indexOf(formKey)) % 2 === 1;
      const bodies = [
        { fieldsMap: fields(noise), childTables: tables(noise) },
        ...(isShort ? [] : [{ fieldsMap: {}, childTables: tables(noise) }]),
      ];
      for (const [index, body] of bodies.entries()) {
        const calls = [
          () => recordsOf(staff, formKey).save(body as never),
          () => recordsOf(staff, formKey).run(body as never, 'submit'),
        ];
        // usually each value is saved in one of the bodies and submitted in the other
        for (const [way, call] of calls.entries()) {
          if (!isLong && way !== (at + index + Math.floor(forms.indexOf(formKey) / 2)) % 2) continue;
          const answer = await call();
          expect(answer.status, `${answer.msg}: ${JSON.stringify(body).slice(0, 300)}`).toBeLessThan(500);
          if (answer.code === '1') expect((await recordsOf(staff, formKey).get(answer.data.id ?? '')).code).toBe('1');
        }
      }
      if (isShort) continue;
      // usually each value is compared with one of the fields, with another one in the next form
      const asked = [keys[0] ?? '', 'createTime', 'version'];
      for (const field of usualOrLong(
        [asked[(at + Math.floor(forms.indexOf(formKey) / 2)) % asked.length] ?? ''],
        asked,
      )) {
        for (const op of usualOrLong([OPERATORS[at % OPERATORS.length] ?? ''], OPERATORS)) {
          const answer = await recordsOf(staff, formKey).list(
            { conditions: [{ field, op, value: noise }] },
            { pageSize: 1 },
          );
          expect(answer.status, `${answer.msg}: ${field} ${op} ${JSON.stringify(noise).slice(0, 300)}`).toBeLessThan(
            500,
          );
        }
      }
    }
  });
});
