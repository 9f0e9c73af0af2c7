import { brokenInvariants, filesAndRows } from '../chaos/invariants.ts';
import { createProduct, prepareGround } from '../chaos/product.ts';
import { percentile } from '../bench/statistics.ts';
import { FORM, hire } from './company.ts';
import { createLedger, livePerson, type Ledger } from './person.ts';
import type { Store } from '../../src/server/store/connect.ts';

export interface SoakOptions {
  /** null: the embedded database. */ adminUrl: string | null;
  people: number;
  seconds: number;
  /** Mean pause between two things a person does. */ thinkMs: number;
}
export interface Spent {
  requests: number;
  p50: number;
  p95: number;
  p99: number;
}
export interface SoakReport {
  store: string;
  people: number;
  seconds: number;
  perSecond: number;
  all: Spent;
  perCall: Record<string, Spent>;
  records: number;
  approvals: number;
  files: number;
  refusedDoubles: number;
  faults: string[];
}

const spentOf = (times: readonly number[]): Spent => ({
  requests: times.length,
  p50: Math.round(percentile(times, 0.5)),
  p95: Math.round(percentile(times, 0.95)),
  p99: Math.round(percentile(times, 0.99)),
});

/** What is stored otherwise than it was acknowledged: lost, twice, or with another content. */
async function differences(store: Store, dataDir: string, ledger: Ledger): Promise<string[]> {
  const { db } = store;
  const faults: string[] = [];
  const rows = await db
    .selectFrom('frm_record')
    .select(['id', 'revision', 'title', 'flw_state'])
    .where('form_key', '=', FORM)
    .execute();
  for (const row of rows) {
    const told = ledger.records.get(row.id);
    if (!told) faults.push(`record ${row.id} was made twice`);
    else if (told.revision !== row.revision || told.title !== row.title || told.state !== row.flw_state)
      faults.push(
        `record ${row.id}: ${row.revision} “${row.title}” ${row.flw_state} for ${told.revision} “${told.title}” ${told.state}`,
      );
  }
  if (rows.length < ledger.records.size) faults.push(`${ledger.records.size - rows.length} records are gone`);
  const approved = await db
    .selectFrom('flw_history')
    .select('record_id')
    .where('action', '=', 'approve')
    .where('node_id', '=', 'check')
    .execute();
  // processes of the demo company have nodes of this name, too
  const made = new Set(rows.map(({ id }) => id));
  const own = approved.filter(({ record_id }) => made.has(record_id ?? ''));
  if (own.length !== ledger.approvals.size || own.some(({ record_id }) => !ledger.approvals.has(record_id)))
    faults.push(`${own.length} approvals in the history for ${ledger.approvals.size}`);
  const files = new Map(
    (await db.selectFrom('att_file').select(['id', 'sha256']).execute()).map(({ id, sha256 }) => [id, sha256]),
  );
  for (const [id, sha256] of ledger.files) if (files.get(id) !== sha256) faults.push(`file ${id} is not what was sent`);
  const { broken } = await filesAndRows(store, dataDir);
  return [...faults, ...broken, ...(await brokenInvariants(store))];
}

/** So many people at work at once for so long; then every acknowledged write must be there exactly once. */
export async function soak({ adminUrl, people, seconds, thinkMs }: SoakOptions): Promise<SoakReport> {
  const ground = await prepareGround(adminUrl, (server) => hire(server, people));
  const product = await createProduct(ground);
  try {
    await product.start();
    const ledger = createLedger();
    const began = performance.now();
    const isOver = (): boolean => performance.now() - began > seconds * 1000;
    await Promise.all(
      Array.from({ length: people }, (_, index) =>
        livePerson({ url: product.url, index, people, thinkMs, ledger, isOver }),
      ),
    );
    const took = (performance.now() - began) / 1000;
    const code = await product.stop();
    const store = await ground.open();
    const faults = [
      ...ledger.errors,
      ...(await differences(store, ground.dataDir, ledger)),
      ...(code === 0 ? [] : [`the server ended with ${code}\n${product.output()}`]),
    ];
    await store.close();
    const every = [...ledger.spent.values()].flat();
    return {
      store: adminUrl ? 'PostgreSQL' : 'PGlite',
      people,
      seconds: Math.round(took),
      perSecond: Math.round(every.length / took),
      all: spentOf(every),
      perCall: Object.fromEntries([...ledger.spent].map(([what, times]) => [what, spentOf(times)])),
      records: ledger.records.size,
      approvals: ledger.approvals.size,
      files: ledger.files.size,
      refusedDoubles: ledger.refusedDoubles,
      faults,
    };
  } finally {
    await product.kill().catch(() => undefined);
    await ground.remove();
  }
}
