import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { today } from '../../../src/domain/dates.ts';
import { compileExpression } from '../../../src/expressions/expressions.ts';
import type { ExpressionTypes } from '../../../src/expressions/types.ts';
import { constantOf, withoutNull, translate, type SqlKind, type SqlScope } from '../../../src/server/celSql/index.ts';
import fc from '../../support/fc.ts';
import { startTestServer, type TestServer } from '../support.ts';

const TYPES: ExpressionTypes = {
  name: 'string',
  amount: 'double',
  due: 'string',
  at: 'string',
  tags: 'list',
  items: { rows: { price: 'double', kind: 'string' } },
  params: { fields: { limit: 'double', word: 'string', period: 'list' } },
};
const KINDS: Readonly<Record<string, SqlKind>> = {
  name: 'text',
  amount: 'number',
  due: 'date',
  at: 'time',
  tags: 'list',
};
const PARAMS: Readonly<Record<string, unknown>> = { limit: 10, word: '检测', period: ['2026-01-01', '2026-12-31'] };

const scope: SqlScope = {
  today: today(),
  read: ([name = '', member]) => {
    if (name === 'params') return member && Object.hasOwn(PARAMS, member) ? constantOf(PARAMS[member]) : null;
    const kind = member === undefined ? KINDS[name] : undefined;
    return kind ? { kind, sql: sql`r.${sql.ref(name)}` } : null;
  },
  rows: ([name]) =>
    name === 'items'
      ? {
          from: sql`jsonb_to_recordset(r.items) as i(price numeric, kind text)`,
          row: {
            today: today(),
            read: ([column]) =>
              column === 'price'
                ? { kind: 'number', sql: sql`i.price` }
                : column === 'kind'
                  ? { kind: 'text', sql: sql`i.kind` }
                  : null,
          },
        }
      : null,
};

interface Row {
  name: string | null;
  amount: number | null;
  due: string | null;
  at: string | null;
  tags: string[] | null;
  items: { price: number | null; kind: string | null }[];
}

const ROWS: readonly Row[] = [
  {
    name: '检测合同',
    amount: 12.5,
    due: '2026-11-23',
    at: '2026-11-23 08:30:00',
    tags: ['a', 'b'],
    items: [
      { price: 5, kind: 'x' },
      { price: 7.5, kind: 'y' },
    ],
  },
  { name: null, amount: null, due: null, at: null, tags: null, items: [] },
  { name: '', amount: 0, due: '2026-02-28', at: '2026-01-05 00:00:00', tags: [], items: [{ price: null, kind: null }] },
  {
    name: 'Abc',
    amount: -3,
    due: today(),
    at: '2025-12-31 23:59:59',
    tags: ['检测'],
    items: [{ price: 20, kind: 'x' }],
  },
  {
    name: '检测',
    amount: 10,
    due: '2027-01-01',
    at: '2026-11-23 00:00:00',
    tags: ['b'],
    items: [{ price: 1, kind: '' }],
  },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

/** The expression's value for each row as the database computes it. */
async function asked(text: string): Promise<unknown[]> {
  const result = translate(text, TYPES, scope);
  if (!result.ok) throw new Error(`${text}: ${result.problems.map(({ message }) => message).join()}`);
  const rows = ROWS.map(
    (row, index) =>
      sql`(${index}::int, ${row.name}::text, ${row.amount === null ? null : String(row.amount)}::numeric, ${row.due}::date, ${row.at}::timestamp, ${row.tags}::text[], ${JSON.stringify(row.items)}::jsonb)`,
  );
  const found = await sql<{ value: unknown }>`
    select ${withoutNull(result.value)} as value from (values ${sql.join(rows)}) as r(number, name, amount, due, at, tags, items)
    order by r.number`.execute(server.context.db);
  return found.rows.map(({ value }) => (result.value.kind === 'number' ? Number(value) : value));
}

/** The same by the expression engine. */
function evaluated(text: string): unknown[] {
  const run = compileExpression(text, TYPES);
  return ROWS.map((row) => run((name) => (name === 'params' ? PARAMS : row[name as keyof Row]))).map(
    (value) => (value === 0 ? 0 : value), // -0 is 0 to a database
  );
}

const CASES = [
  'name == "检测"',
  'name != "检测"',
  'name == ""',
  'name < "B"',
  'name >= "检测"',
  'name + "!"',
  'size(name)',
  'name.contains("检测")',
  'name.startsWith("检")',
  'name.endsWith("同")',
  'isEmpty(name)',
  '!isEmpty(amount)',
  'isEmpty(tags)',
  'amount > 10',
  'amount >= 10',
  'amount < 10',
  'amount <= -3',
  'amount == 0',
  'amount != 0',
  'amount * 2 - 1',
  '-amount',
  'abs(amount)',
  'round(amount, 0)',
  'min(amount, 5)',
  'max(amount, params.limit)',
  'amount > params.limit ? "多" : "少"',
  'amount / 4',
  'due < "2026-11-24"',
  'due >= "2026-03-01"',
  'due == "2026-02-28"',
  'due != "2026-02-28"',
  'due > today()',
  'due == ""',
  'due < "2026-13-99"',
  'at > "2026-11-23"',
  'at < "2026-11-23"',
  'at >= "2026-01-05"',
  'at <= "2026-01-05 00:00:00"',
  'at == "2026-01-05"',
  'daysUntil(due)',
  'daysBetween(due, today())',
  'addDays(due, 3)',
  'addMonths(due, -1)',
  'monthOf(due)',
  'yearOf(at)',
  'within(due, params.period)',
  'within(due, thisMonth())',
  'within(due, nextDays(30))',
  'within(due, lastYear())',
  'within(due, yearToDate())',
  'within(due, lastMonths(3))',
  'within(at, thisQuarter())',
  'name in ["检测", "Abc"]',
  'name in ["", "Abc"]',
  '"b" in tags',
  'tags.contains("a")',
  'size(tags)',
  'amount in [10, 0]',
  'items.exists(i, i.price > 5)',
  'items.all(i, i.kind == "x")',
  'sum(items.map(i, i.price))',
  'size(items)',
  'size(items.filter(i, i.kind == "x"))',
  'max(items.map(i, i.price))',
  'sum(items.filter(i, i.kind == "x").map(i, i.price * 2))',
  'items.exists(i, i.price > amount)',
  '!(name == "检测" && amount > 5) || due < today()',
  'concat(name, ":", amount)',
  'text(amount)',
  'text(amount / 4, 2)',
  'number(name)',
  'name.trim() == ""',
];

it.each(CASES)('%s gives in the database what it gives in memory', async (text) => {
  expect(await asked(text)).toEqual(evaluated(text));
});

const REFUSED: [string, string][] = [
  ['name.split(",")', 'DOC_EXPRESSION_SQL'],
  ['capital(amount) == ""', 'DOC_EXPRESSION_SQL'],
  ['daysBetween(name, due) > 1', 'DOC_EXPRESSION_SQL'],
  ['within(due, tags)', 'DOC_EXPRESSION_SQL'],
  ['size(items.map(i, i.price)) > 1', 'DOC_EXPRESSION_SQL'],
  ['{"1": "男", "2": "女"}[name] == "男"', 'DOC_EXPRESSION_SQL'],
  ['{"a": amount}.a > 1.0', 'DOC_EXPRESSION_SQL'],
  ['size({"a": 1}) > 0', 'DOC_EXPRESSION_SQL'],
  ['(amount > 1.0 ? {"a": name} : {"a": "b"}).a == "b"', 'DOC_EXPRESSION_SQL'],
  ['missing == "x"', 'DOC_EXPRESSION_NAME'],
  ['amount > "5"', 'DOC_EXPRESSION'],
];

it.each(REFUSED)('%s is refused with %s instead of being asked differently', (text, code) => {
  const result = translate(text, TYPES, scope);
  expect(result.ok ? [] : result.problems.map((one) => one.code)).toEqual([code]);
});

const text = fc.oneof(
  fc.constantFrom('name', 'params.word', 'monthOf(due)'),
  fc.constantFrom('"检测"', '""', '"b"', '"Z"'),
);
const number = fc.letrec<{ number: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('amount', 'params.limit', 'size(name)', 'sum(items.map(i, i.price))', 'daysUntil(due)'),
    fc.integer({ min: -20, max: 20 }).map(String),
    fc.tuple(tie('number'), fc.constantFrom('+', '-', '*'), tie('number')).map((parts) => `(${parts.join(' ')})`),
  ),
})).number;
const date = fc.constantFrom('due', 'at', 'today()', '"2026-11-23"', 'addDays(due, 2)', '""');
const comparison = fc.constantFrom('==', '!=', '<', '<=', '>', '>=');
const condition = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(text, comparison, text).map((parts) => parts.join(' ')),
    fc.tuple(number, comparison, number).map((parts) => parts.join(' ')),
    fc.tuple(date, comparison, date).map((parts) => parts.join(' ')),
    fc.constantFrom('isEmpty(name)', 'isEmpty(due)', 'isEmpty(tags)', '"b" in tags', 'items.exists(i, i.price > 5)'),
    fc.tuple(tie('condition'), fc.constantFrom('&&', '||'), tie('condition')).map((parts) => `(${parts.join(' ')})`),
    tie('condition').map((inner) => `!(${inner})`),
  ),
})).condition;

it('any condition holds for the same rows in the database and in memory', async () => {
  await fc.assert(
    fc.asyncProperty(condition, async (one) => {
      expect(await asked(one), one).toEqual(evaluated(one).map((value) => value === true));
    }),
    { numRuns: 200 },
  );
});
