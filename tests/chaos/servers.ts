import { createCaller, type Calls } from './caller.ts';
import { CHANGING, untilFilled } from './changingForm.ts';
import { brokenInvariants, filesAndRows } from './invariants.ts';
import { createProduct, prepareGround, type Product } from './product.ts';
import { lostContents, lostWrites } from './verdict.ts';
import { countsOf, createLedger, firstRecord, type Ledger } from './ledger.ts';
import { livingTokens } from './moreVerdict.ts';
import { publishMore } from './moreWork.ts';
import { approve, publish, write } from './work.ts';

export interface ServersReport extends ReturnType<typeof countsOf> {
  kills: number;
  calls: Calls;
  seconds: number;
  outageSeconds?: number;
  faults: string[];
}

export interface Trial {
  adminUrl: string;
  servers: number;
  /** What goes wrong while people work. Answers how many times something was killed, and for how long nothing could be answered. */
  harm(products: readonly Product[], ledger: Ledger): Promise<{ kills: number; outageSeconds?: number }>;
}

/** Several server processes behind a balancer that takes them in turn; every request goes to the next one. */
export async function runServers({ adminUrl, servers, harm }: Trial): Promise<ServersReport> {
  const ground = await prepareGround(adminUrl, publishMore);
  const began = Date.now();
  const products: Product[] = [];
  try {
    for (let index = 0; index < servers; index += 1) products.push(await createProduct(ground));
    await Promise.all(products.map((product) => product.start()));
    const calls: Calls = { sent: 0, answered: 0, repeated: 0, replayed: 0, longestMs: 0 };
    let turn = 0;
    const balanced = (): string => products[(turn += 1) % products.length]!.url;
    const [leader, admin, ...writers] = await Promise.all(
      ['leader', 'admin', 'staff', 'hr', 'finance', 'manager'].map((name) => createCaller(balanced, name, calls)),
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
    const harmed = await harm(products, ledger).finally(() => {
      isOver = true;
    });
    await work;
    await untilFilled(ledger, admin!);
    const contents = [...(await lostContents(ledger)), ...(await livingTokens(leader!, ledger))];
    await Promise.all(products.map((product) => product.stop()));
    const store = await ground.open();
    const { broken } = await filesAndRows(store, ground.dataDir);
    const faults = [
      ...ledger.surprises,
      ...contents,
      ...(await lostWrites(store, ledger)),
      ...(await brokenInvariants(store)),
      ...broken,
    ];
    await store.close();
    return { ...harmed, ...countsOf(ledger), calls, seconds: Math.round((Date.now() - began) / 1000), faults };
  } finally {
    for (const product of products) await product.kill().catch(() => undefined);
    await ground.remove();
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((wake) => {
    setTimeout(wake, ms);
  });

/** Kills one of two servers after the other, under load; the other goes on meanwhile. */
export const killInTurn =
  (rounds: number): Trial['harm'] =>
  async (products) => {
    for (let round = 0; round < rounds; round += 1) {
      await pause(500 + Math.random() * 1_500);
      const victim = products[round % products.length]!;
      await victim.kill();
      await pause(500);
      await victim.start();
    }
    await pause(1_000);
    return { kills: rounds };
  };
