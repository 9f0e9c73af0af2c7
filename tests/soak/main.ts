/**
 * `npm run soak`: SOAK_USERS (200) people do the main job over HTTP for SOAK_SECONDS (300): sign in, list, open, save, upload,
 * submit, approve, with SOAK_THINK_MS (2000) of thought between two things. On the embedded database and, with
 * SOAK_DATABASE_URL or TEST_DATABASE_URL (a server whose role may create databases), on PostgreSQL; SOAK_STORE=embedded or
 * postgres tries one. The exit code tells whether anything failed, was lost or was done twice.
 */
import { soak, type Spent } from './run.ts';

const number = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const adminUrl = process.env['SOAK_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'] ?? null;
const only = process.env['SOAK_STORE'];
let faults = 0;

async function run(url: string | null): Promise<void> {
  const {
    faults: found,
    all,
    perCall,
    ...figures
  } = await soak({
    adminUrl: url,
    people: number('SOAK_USERS', 200),
    seconds: number('SOAK_SECONDS', 300),
    thinkMs: number('SOAK_THINK_MS', 2000),
  });
  console.log(
    `${figures.store}: ${figures.people} people, ${figures.seconds} s, ${all.requests} requests, ${figures.perSecond} a second; p50 ${all.p50} ms, p95 ${all.p95} ms, p99 ${all.p99} ms`,
  );
  console.log(
    `  ${figures.records} records, ${figures.approvals} approvals, ${figures.files} files, ${figures.refusedDoubles} second saves of one revision refused`,
  );
  console.table(Object.fromEntries(Object.entries(perCall).map(([call, spent]): [string, Spent] => [call, spent])));
  for (const fault of found.slice(0, 30)) console.log(`  FAULT: ${fault}`);
  console.log(found.length === 0 ? '  no error, nothing lost, nothing twice' : `  ${found.length} faults`);
  faults += found.length;
}

if (only !== 'postgres') await run(null);
if (only !== 'embedded') {
  if (adminUrl) await run(adminUrl);
  else console.log('PostgreSQL: SOAK_DATABASE_URL is not set, not tried');
}
process.exit(faults === 0 ? 0 : 1);
