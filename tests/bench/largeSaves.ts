import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, type Client } from '../server/support.ts';
import { startProcess } from '../server/support/process.ts';

/*
 * How long /health waits while one person saves what is large: `npx tsx tests/bench/largeSaves.ts`. The server is a process
 * of its own with a fresh embedded store (DATABASE_URL: a PostgreSQL that is empty).
 */

const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });
const form = (own: object) => ({
  access: { createRoles: ['*'] },
  fields: [
    own,
    {
      tag: 'subTable',
      __vModel__: 'items',
      label: '明细',
      commonAdd: '1',
      children: Array.from({ length: 12 }, (_none, at) => number(at === 0 ? 'n' : `c${at}`)),
    },
  ],
});
const FORMS = {
  nested: form(number('ok', { computed: 'items.all(a, items.exists(b, b.n == a.n)) ? 1 : 0' })),
  plain: form(number('ok')),
};
const rows = (length: number, value: (index: number) => object) =>
  Array.from({ length }, (_none, index) => ({ id: `r${index}`, fieldsMap: value(index) }));

const CASES: readonly (readonly [
  name: string,
  form: keyof typeof FORMS,
  saves: number,
  rows: ReturnType<typeof rows>,
])[] = [
  ['nothing is saved', 'plain', 0, []],
  ['nested formula, 2,500 rows', 'nested', 1, rows(2_500, (n) => ({ n }))],
  ['the same four times at once', 'nested', 4, rows(2_500, (n) => ({ n }))],
  ['nested formula that is refused, 8,000 rows', 'nested', 1, rows(8_000, (n) => ({ n }))],
  ['20,000 empty rows of 12 columns', 'plain', 1, rows(20_000, () => ({}))],
  ['the same twice at once', 'plain', 2, rows(20_000, () => ({}))],
];

const dataDir = mkdtempSync(join(tmpdir(), 'large-saves-'));
const server = await startProcess({
  DATA_DIR: dataDir,
  ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
});

/** The longest wait for /health, in ms, until the work is over. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let longest = 0;
  const ending = work.finally(() => {
    isOver = true;
  });
  do {
    const start = performance.now();
    await (await fetch(`${server.url}/health`)).text();
    longest = Math.max(longest, performance.now() - start);
    await new Promise((next) => {
      setTimeout(next, 10);
    });
  } while (!isOver);
  await ending;
  return longest;
}

async function measure(
  staff: Client,
  formKey: string,
  saves: number,
  items: object[],
): Promise<[string, number, number]> {
  const start = performance.now();
  const save = () =>
    staff.post(`/api/system/frmCrud/saveOrUpdate/${formKey}`, { fieldsMap: {}, childTables: { items } });
  const work =
    saves === 0
      ? new Promise((next) => {
          setTimeout(() => next([]), 1_000);
        })
      : Promise.all(Array.from({ length: saves }, save));
  const longest = await longestWait(work);
  const codes = ((await work) as { code: string }[]).map(({ code }) => code);
  return [codes.join(' '), performance.now() - start, longest];
}

try {
  const [admin, staff] = [await signIn(server.url, 'admin'), await signIn(server.url, 'staff')];
  for (const [formKey, definition] of Object.entries(FORMS)) {
    await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition });
    const published = await admin.post('/api/system/frmDef/publish', { formKey, note: '' });
    if (published.code !== '1') throw new Error(published.msg);
  }
  // the thread is started before anything is measured
  await measure(
    staff,
    'nested',
    1,
    rows(1_200, (n) => ({ n })),
  );
  for (const [name, formKey, saves, items] of CASES) {
    const [codes, took, longest] = await measure(staff, formKey, saves, items);
    process.stdout.write(
      `${name}: ${Math.round(took)} ms, longest wait of /health ${Math.round(longest)} ms (${codes || 'none'})\n`,
    );
  }
} finally {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
