import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';
import { publishTrustDemo, refusedUnstored, trusted, withRows } from '../../support/trustDemo.ts';

let server: TestServer;
let staff: Client;
let hr: Client;
beforeAll(async () => {
  server = await startTestServer();
  await publishTrustDemo(server);
  [staff, hr] = await Promise.all([server.api('staff'), server.api('hr')]);
});
afterAll(() => server.dispose());

/** Refused as the caller's fault, and nothing was stored. */
const refused = (call: Promise<Answer>): Promise<Answer> => refusedUnstored(server, call);

describe('one Idempotency-Key', () => {
  it('does not answer another body, another person or another form', async () => {
    const key = { 'idempotency-key': 'forged-1' };
    const first = await trusted(staff).save(withRows({ title: 'A' }), key);
    expect((await refused(trusted(staff).save(withRows({ title: 'B' }), key))).code).toBe('REQUEST_INVALID');
    expect((await refused(recordsOf(staff, 'trustPlain').save(withRows({ title: 'A' }), key))).code).toBe(
      'REQUEST_INVALID',
    );
    const other = await trusted(hr).save(withRows({ title: 'A' }), key);
    expect(other.data.createBy).toBe('u-hr');
    expect((await trusted(staff).save(withRows({ title: 'A' }), key)).data.id).toBe(first.data.id);
  });
});

describe('two at once', () => {
  it('submits of one draft start one process, whatever else happens to it', async () => {
    const { data } = await trusted(staff).save(withRows({ title: 'A' }));
    const id = data.id ?? '';
    const sent = { ...withRows({ title: 'A' }), id, revision: 1 };
    const answers = await Promise.all([
      trusted(staff).run(sent, 'submit'),
      trusted(staff).remove(id),
      trusted(staff).run(sent, 'submit'),
      trusted(staff).save(sent),
    ]);
    for (const answer of answers) expect(answer.status, answer.msg).toBeLessThan(500);
    const instances = await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', id)
      .execute();
    const records = await server.context.db
      .selectFrom(await recordsIn(server, 'trustDemo'))
      .select('flw_state')
      .where('id', '=', id)
      .execute();
    expect(instances.length).toBe(records[0]?.flw_state === '1' ? 1 : 0);
    expect(answers.filter((answer) => answer.code === '1')).toHaveLength(1);
  });
});

describe('two saves of one revision', () => {
  it('store one of them and tell the other', async () => {
    const { data } = await trusted(staff).save(withRows({ title: 'A' }));
    const answers = await Promise.all(
      ['B', 'C', 'D'].map((title) => trusted(staff).save({ ...withRows({ title }), id: data.id, revision: 1 })),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['1', 'RECORD_STALE', 'RECORD_STALE']);
    expect((await trusted(staff).get(data.id ?? '')).data.revision).toBe(2);
  });
});
