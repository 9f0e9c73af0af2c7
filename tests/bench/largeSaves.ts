import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn, type Client } from '../server/support.ts';
import { startProcess } from '../server/support/process.ts';
import { LARGE_FORMS, largeRows as rows } from '../support/largeForms.ts';

/*
 * How long /health waits while one person saves what is large: `npx tsx tests/bench/largeSaves.ts`. The server is a process
 * of its own with a fresh embedded store (DATABASE_URL: a PostgreSQL that is empty).
 */

const CASES: readonly (readonly [
  name: string,
  form: keyof typeof LARGE_FORMS,
  saves: number,
  rows: ReturnType<typeof rows>,
])[] = [
  ['nothing is saved', 'plainRows', 0, []],
  ['nested formula, 2,500 rows', 'nestedRows', 1, rows(2_500, (n) => ({ n }))],
  ['the same four times at once', 'nestedRows', 4, rows(2_500, (n) => ({ n }))],
  ['nested formula that is refused, 8,000 rows', 'nestedRows', 1, rows(8_000, (n) => ({ n }))],
  ['20,000 empty rows of 12 columns', 'plainRows', 1, rows(20_000, () => ({}))],
  ['the same twice at once', 'plainRows', 2, rows(20_000, () => ({}))],
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
  for (const [formKey, definition] of Object.entries(LARGE_FORMS)) {
    await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition });
    const published = await admin.post('/api/system/frmDef/publish', { formKey, note: '' });
    if (published.code !== '1') throw new Error(published.msg);
  }
  // the thread is started before anything is measured
  await measure(
    staff,
    'nestedRows',
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
