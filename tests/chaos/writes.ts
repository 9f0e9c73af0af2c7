import { createCaller, type Calls } from './caller.ts';
import { CHANGING, untilFilled } from './changingForm.ts';
import { brokenInvariants, filesAndRows } from './invariants.ts';
import { createProduct, prepareGround } from './product.ts';
import { lostContents, lostWrites } from './verdict.ts';
import { countsOf, createLedger, firstRecord } from './ledger.ts';
import { livingTokens } from './moreVerdict.ts';
import { publishMore } from './moreWork.ts';
import { approve, publish, write } from './work.ts';

export interface WritesReport extends ReturnType<typeof countsOf> {
  store: string;
  kills: number;
  calls: Calls;
  strays: number;
  seconds: number;
  /** Empty when all is well. */
  faults: string[];
}

const pause = (ms: number): Promise<void> =>
  new Promise((wake) => {
    setTimeout(wake, ms);
  });

/** Waits until up to ten more requests have been answered; a minute at most. */
async function someMore(calls: Calls, isOver: () => boolean): Promise<void> {
  const [enough, began] = [calls.answered + Math.ceil(Math.random() * 10), Date.now()];
  while (calls.answered < enough && !isOver() && Date.now() - began < 60_000) await pause(10);
}

/**
 * Kills the server (embedded: or its database process, or both) `rounds` times at random moments while six people save,
 * submit, approve, upload and publish; each repeats what was not answered. Then everything acknowledged must be there, once.
 */
export async function runWrites(
  adminUrl: string | null,
  rounds: number,
  say: (line: string) => void,
): Promise<WritesReport> {
  const ground = await prepareGround(adminUrl, publishMore);
  const began = Date.now();
  try {
    const product = await createProduct(ground);
    await product.start();
    const calls: Calls = { sent: 0, answered: 0, repeated: 0, replayed: 0, longestMs: 0 };
    const caller = (name: string) => createCaller(() => product.url, name, calls);
    const [leader, admin, ...writers] = await Promise.all(
      ['leader', 'admin', 'staff', 'hr', 'finance', 'manager'].map(caller),
    );
    const ledger = createLedger();
    ledger.versions.set(CHANGING, 1);
    let isOver = false;
    const over = (): boolean => isOver;
    const work = Promise.all([
      ...writers.map((writer) => write(ledger, writer, over)),
      approve(ledger, leader!, over),
      publish(ledger, admin!, over),
    ]);
    work.catch(() => {
      isOver = true;
    });
    await firstRecord(ledger, over);
    for (let round = 1; round <= rounds && !isOver; round += 1) {
      await pause(100 + Math.random() * 1_400);
      // most kills hit work, on a slow machine, too; the others may hit a start
      if (Math.random() < 0.7) await someMore(calls, () => isOver);
      const chance = Math.random();
      await product.kill(chance < 0.6 ? 'server' : chance < 0.8 ? 'database' : 'both');
      if (adminUrl !== null || chance < 0.6 || chance >= 0.8) await product.start();
      if (round % 10 === 0)
        say(
          `${round} kills, ${ledger.records.size} records, ${ledger.files.size} files, ${calls.repeated} requests repeated`,
        );
    }
    // a server whose database was killed too often in a minute has ended, as it should, and nobody is there to start it again
    await product.kill();
    await product.start();
    isOver = true;
    await work;
    await untilFilled(ledger, admin!);
    const contents = [...(await lostContents(ledger)), ...(await livingTokens(leader!, ledger))];
    const code = await product.stop();
    const store = await ground.open();
    const { broken, strays } = await filesAndRows(store, ground.dataDir);
    const faults = [
      ...ledger.surprises.map((surprise) => `${surprise} ${product.errorOf(surprise)}`),
      ...contents,
      ...(await lostWrites(store, ledger)),
      ...(await brokenInvariants(store)),
      ...broken,
      ...(code === 0 ? [] : [`the last end had code ${code}\n${product.output()}`]),
    ];
    await store.close();
    return {
      store: adminUrl ? 'PostgreSQL' : 'embedded',
      kills: rounds,
      ...countsOf(ledger),
      calls,
      strays: strays.length,
      seconds: Math.round((Date.now() - began) / 1000),
      faults,
    };
  } finally {
    await ground.remove();
  }
}
