import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller, type Caller } from '../../chaos/caller.ts';
import { brokenInvariants } from '../../chaos/invariants.ts';
import { createLedger, type Ledger } from '../../chaos/ledger.ts';
import { livingTokens } from '../../chaos/moreVerdict.ts';
import { doMore, publishMore, reorganise } from '../../chaos/moreWork.ts';
import { lostContents, lostWrites } from '../../chaos/verdict.ts';
import { publishSealDemo } from '../support/sealDemo.ts';
import { startTestServer, type TestServer } from '../support.ts';
import { rebuildColumns } from '../../../src/server/records/columns/compareColumns.ts';
import { valuesTable } from '../../../src/server/records/columns/recordSource.ts';

let server: TestServer;
let caller: Caller;
let ledger: Ledger;
/** Of a session that nobody ended. */
let open: string;
const kinds = (): number[] => [
  ledger.numbers.size,
  ledger.mails.size,
  ledger.endedTokens.length,
  ledger.departments.size,
  ledger.imports.size,
];
const verdict = async (): Promise<string[]> => [
  ...(await lostWrites(server.context as never, ledger)),
  ...(await lostContents(ledger)),
  ...(await livingTokens(caller, ledger)),
];
beforeAll(async () => {
  server = await startTestServer();
  await publishSealDemo(server);
  await publishMore(server);
  const calls = { sent: 0, answered: 0, repeated: 0, replayed: 0, longestMs: 0 };
  caller = await createCaller(() => server.url, 'staff', calls);
  ledger = createLedger();
  open = await caller.openAnother();
  await reorganise(ledger, await createCaller(() => server.url, 'admin', calls));
  while (kinds().some((count) => count === 0)) await doMore(ledger, caller);
}, 120_000);
afterAll(() => server.dispose());

it('the verdict over the chaos finds nothing where nothing was lost', async () => {
  expect([...ledger.surprises, ...(await verdict())]).toEqual([]);
});

const [LOST, NONE] = ['0'.repeat(32), 'none'];
it.each<[string, (told: Ledger) => void]>([
  [
    'a record',
    (told) => {
      told.records.set(LOST, { revision: 1, title: NONE, flwState: '0' });
    },
  ],
  [
    'a draft',
    (told) => {
      told.drafts.set('draft-that-is-lost', { revision: 1, text: NONE, owner: caller });
    },
  ],
  [
    'a file',
    (told) => {
      told.files.set(LOST, { sha256: NONE, owner: caller });
    },
  ],
  [
    'a version',
    (told) => {
      told.versions.set('chaosForm', 2);
    },
  ],
  [
    'an approval',
    (told) => {
      told.approvals.add(LOST);
    },
  ],
  [
    'a number',
    (told) => {
      told.numbers.set(LOST, 'N999999');
    },
  ],
  [
    'a mail',
    (told) => {
      told.mails.add(randomUUID());
    },
  ],
  [
    'the end of a session',
    (told) => {
      told.endedTokens.push(open);
    },
  ],
  [
    'a department',
    (told) => {
      told.departments.set(LOST, NONE);
    },
  ],
  [
    'the rows of an import',
    (told) => {
      told.imports.set(LOST, { prefix: randomUUID(), rows: 1 });
    },
  ],
])('it finds %s that was acknowledged and is not there', async (_what, lose) => {
  const sound = ledger;
  ledger = {
    ...structuredClone({ ...sound, drafts: new Map(), files: new Map() }),
    drafts: new Map(sound.drafts),
    files: new Map(sound.files),
  };
  lose(ledger);
  expect(await verdict()).not.toEqual([]);
  ledger = sound;
});

it('it finds what was done twice: a mail, a number left out, rows of an import that nobody was told of', async () => {
  const { db } = server.context;
  await db.transaction().execute(async (trx) => {
    await sql`insert into mail_message select * from jsonb_populate_record(null::mail_message, (select to_jsonb(m) || '{"id":"twice"}' from mail_message m where subject = ${[...ledger.mails][0]}))`.execute(
      trx,
    );
    await sql`update ${valuesTable('chaosNumbered')} set fields = fields || '{"no":"N000099"}' where fields ->> 'no' = 'N000001'`.execute(
      trx,
    );
  });
  ledger.imports.clear();
  const told = (await verdict()).join('\n');
  expect(told).toContain('was sent 2 times');
  expect(told).toContain('number');
  expect(told).toContain('rows of an import that nobody was told of');
  // the document was changed behind the server's back, which the columns tell
  expect((await brokenInvariants(server.context)).join('\n')).toMatch(/chaosNumbered \w+: no \(text\)/);
  await rebuildColumns(db, 'chaosNumbered');
});
