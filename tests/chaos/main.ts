/**
 * `npm run chaos`: what must hold while servers and databases die. `npm run chaos -- writes servers` runs these parts alone.
 * CHAOS_ROUNDS (100) kills; CHAOS_APPROVALS (200) steps of approvals, during which the server is killed CHAOS_KILLS (1) times at least;
 * CHAOS_DATABASE_URL, or TEST_DATABASE_URL, is a PostgreSQL server whose role may create databases:
 * without it only the embedded database is tried. The exit code tells whether anything was lost.
 */
import { runApprovals, STEPS } from './approvals.ts';
import { postgresPrograms, startCluster } from './cluster.ts';
import { killInTurn, runServers } from './servers.ts';
import { runWrites } from './writes.ts';

const rounds = Number(process.env['CHAOS_ROUNDS'] ?? 100);
const steps = Number(process.env['CHAOS_APPROVALS'] ?? 200);
const adminUrl = process.env['CHAOS_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'] ?? null;
const say = (line: string): void => {
  console.log(`  ${line}`);
};
const kills = Number(process.env['CHAOS_KILLS'] ?? 1);
let faults = 0;

function conclude(name: string, report: { faults: readonly string[] }): void {
  const { faults: found, ...figures } = report;
  console.log(`${name}: ${JSON.stringify(figures)}`);
  for (const fault of found.slice(0, 30)) console.log(`  LOST OR BROKEN: ${fault}`);
  if (found.length === 0) console.log(`${name}: nothing lost, nothing done twice, nothing half written`);
  faults += found.length;
}

const PARTS: Readonly<Record<string, () => Promise<void>>> = {
  async writes() {
    if (process.env['CHAOS_STORE'] !== 'postgres')
      conclude('writes, embedded database', await runWrites(null, rounds, say));
    if (adminUrl) conclude('writes, PostgreSQL', await runWrites(adminUrl, rounds, say));
    else console.log('writes, PostgreSQL: CHAOS_DATABASE_URL is not set, not tried');
  },
  async approvals() {
    const applications = Math.ceil(steps / STEPS);
    if (process.env['CHAOS_STORE'] !== 'postgres')
      conclude(
        'approvals, embedded database',
        await runApprovals({ adminUrl: null, applications, leastKills: kills, say }),
      );
    if (adminUrl)
      conclude('approvals, PostgreSQL', await runApprovals({ adminUrl, applications, leastKills: kills, say }));
    else console.log('approvals, PostgreSQL: CHAOS_DATABASE_URL is not set, not tried');
  },
  async servers() {
    if (adminUrl)
      conclude(
        'two servers, one killed after the other',
        await runServers({ adminUrl, servers: 2, harm: killInTurn(Math.ceil(rounds / 5)) }),
      );
    else console.log('servers: CHAOS_DATABASE_URL is not set, not tried');
  },
  async failover() {
    const bin = postgresPrograms();
    if (!bin) {
      console.log('failover: no PostgreSQL programs under /usr/lib/postgresql, not tried');
      return;
    }
    const cluster = await startCluster(bin);
    const load = (ms: number): Promise<void> =>
      new Promise((wake) => {
        setTimeout(wake, ms);
      });
    try {
      conclude(
        'failover',
        await runServers({
          adminUrl: cluster.adminUrl,
          servers: 2,
          async harm(_products, ledger) {
            await load(10_000);
            const before = ledger.records.size;
            const outageSeconds = await cluster.failOver();
            // the people must have gone on by themselves
            const gone = Date.now();
            while (ledger.records.size === before && Date.now() - gone < 120_000) await load(100);
            say(
              `standby promoted in ${outageSeconds} s, work went on ${((Date.now() - gone) / 1000).toFixed(1)} s later`,
            );
            await load(5_000);
            return { kills: 1, outageSeconds };
          },
        }),
      );
    } finally {
      cluster.close();
    }
  },
};

const asked = process.argv.slice(2);
for (const name of asked) if (!(name in PARTS)) throw new Error(`no part "${name}": ${Object.keys(PARTS).join(', ')}`);
for (const [name, part] of Object.entries(PARTS)) if (asked.length === 0 || asked.includes(name)) await part();
process.exit(faults === 0 ? 0 : 1);
