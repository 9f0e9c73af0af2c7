import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, edge, flowFile, storyOf, task, type Story } from '../approval/story.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../src/server/flowDocuments/publishFlow.ts';
import { recordListeners } from '../../../src/server/records/index.ts';
import { author, recordsOf } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { usualOrLong } from '../../support/tier.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';

const access = { createRoles: ['*'] };
const text = (key: string, more: object = {}) => ({ tag: 'el-input', __vModel__: key, label: key, ...more });
const number = (key: string, more: object = {}) => ({ tag: 'el-input-number', __vModel__: key, label: key, ...more });
const contract = {
  formKey: 'ftContract',
  formName: '合同',
  access,
  unitReads: '1',
  titleTemplate: '${name}',
  fields: [
    text('name', { isTitle: '1' }),
    text('remark'),
    number('amount'),
    number('count'),
    {
      ...number('settled'),
      rollup: { from: 'ftSettlement', via: 'contract', fn: 'sum', of: 'sum' },
    },
  ],
};
const receipt = {
  formKey: 'ftReceipt',
  formName: '登记',
  access,
  unitReads: '1',
  fields: [text('no', { isTitle: '1' })],
};
const settlement = {
  formKey: 'ftSettlement',
  formName: '结算',
  access,
  flowKey: 'ftSettlement',
  titleTemplate: '${title}',
  fields: [
    text('title', { isTitle: '1' }),
    { tag: 'recordSelector', __vModel__: 'contract', label: '合同', to: 'ftContract' },
    number('sum'),
  ],
  effects: [
    { on: 'finished', set: 'contract', fields: { count: 'contract.count + 1' } },
    { on: 'finished', create: 'ftReceipt', fields: { no: 'title' } },
    {
      on: 'finished',
      require: 'contract.settled <= contract.amount',
      message: '结算合计将达 ${contract.settled} 元，超过 ${contract.name} 的 ${contract.amount} 元',
    },
  ],
};

let server: TestServer;
let staff: Client;
const publish = (definition: { formKey: string; formName: string }) =>
  publishForm(server.context, { ...definition, note: '', author, definition });
const made = async (fieldsMap: object): Promise<string> => {
  const answer = await recordsOf(staff, 'ftContract').save({ fieldsMap } as never);
  expect(answer.msg).toBe('保存成功');
  return answer.data.id ?? '';
};
const read = async (id: string) => (await recordsOf(staff, 'ftContract').get(id)).data;
const receipts = async (no: string): Promise<number> =>
  (
    await server.context.db
      .selectFrom(await recordsIn(server, 'ftReceipt'))
      .select('id')
      .where(sql`fields ->> 'no'`, '=', no)
      .execute()
  ).length;
const submitted = async (fieldsMap: object): Promise<Story> => {
  const answer = await recordsOf(await clientOf(server, 'staff'), 'ftSettlement').run({ fieldsMap } as never, 'submit');
  expect(answer.msg).toContain('成功');
  return storyOf(server, 'ftSettlement', answer.data.id ?? '');
};

/**
 * Ends the connection of the next step after its effects have run, before it is committed: as when its server dies
 * there.
 */
let kills = 0;

beforeAll(async () => {
  server = await startTestServer();
  staff = await server.api('staff');
  const flow = flowFile(
    'ftSettlement',
    task('check user u-leader') + edge('f1', 'apply', 'check') + edge('f2', 'check', 'e'),
  );
  await publishFlow(server.context, { xml: flow, note: '', author });
  await publish(receipt);
  await publish({ ...contract, fields: contract.fields.slice(0, 4) } as never);
  await publish({ ...settlement, effects: [] } as never);
  await publish(contract);
  await publish(settlement);
  recordListeners.add(server.context, async (_context, trx, { event, row }) => {
    if (event !== 'finished' || row.form_key !== 'ftSettlement' || kills === 0) return null;
    kills -= 1;
    if (process.env['DATABASE_URL']) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    throw new Error('the server died between the effects and the commit');
  });
});
afterAll(() => server.dispose());

describe('effects under faults', () => {
  it('let one of two people settle the rest of a contract, and tell the other one why not', async () => {
    const id = await made({ name: '甲', amount: 100, count: 0 });
    const both = await Promise.all([
      submitted({ title: '结算一', contract: id, sum: 60 }),
      submitted({ title: '结算二', contract: id, sum: 60 }),
    ]);
    const answers = await Promise.all(both.map((story) => story.act('leader', 'approve')));
    const codes = answers.map(({ code }) => code).toSorted();
    // who had to wait may be asked to press again; then the sentence of the condition is told
    const late = await Promise.all(
      both.map(async (story, index) =>
        answers[index]?.code === '1' ? answers[index] : story.act('leader', 'approve'),
      ),
    );
    expect(codes.filter((code) => code === '1').length).toBe(1);
    const refused = late.find(({ code }) => code !== '1');
    expect(refused).toMatchObject({
      code: 'EFFECT_REQUIRE',
      msg: '结算合计将达 120 元，超过 甲 的 100 元',
    });
    const stored = await read(id);
    expect(stored.fieldsMap).toMatchObject({ settled: 60, count: 1 });
    expect((await receipts('结算一')) + (await receipts('结算二'))).toBe(1);
  });

  it('tell who edits the record that it was changed, and lose nothing of either', async () => {
    const id = await made({ name: '乙', amount: 100, count: 0 });
    const opened = await read(id);
    const story = await submitted({ title: '结算三', contract: id, sum: 10 });
    expect((await story.act('leader', 'approve')).code).toBe('1');
    const mine = { ...opened.fieldsMap, remark: '我正在改' };
    const stale = await recordsOf(staff, 'ftContract').save({
      id,
      revision: opened.revision ?? 0,
      fieldsMap: mine,
    } as never);
    expect(stale.code).toBe('RECORD_STALE');
    expect((await read(id)).fieldsMap).toMatchObject({ count: 1, settled: 10 });
    const now = await read(id);
    const merged = await recordsOf(staff, 'ftContract').save({
      ...now,
      fieldsMap: { ...now.fieldsMap, remark: '我正在改' },
    } as never);
    expect(merged.msg).toBe('保存成功');
    expect((await read(id)).fieldsMap).toMatchObject({ count: 1, settled: 10, remark: '我正在改' });
  });

  it('happen once, or not at all, where the server dies between them and the commit', async () => {
    const id = await made({ name: '丙', amount: 1000, count: 0 });
    const rounds = Number(process.env['EFFECT_KILLS'] ?? usualOrLong(2, 8));
    for (let round = 0; round < rounds; round += 1) {
      const story = await submitted({ title: `杀${round}`, contract: id, sum: 1 });
      kills = 1;
      const died = await story.act('leader', 'approve');
      expect(died.code).not.toBe('1');
      expect(kills).toBe(0);
      expect(await story.state()).toBe('1');
      expect(await receipts(`杀${round}`)).toBe(0);
      expect((await read(id)).fieldsMap).toMatchObject({ count: round, settled: round });
      await expect.poll(async () => (await story.act('leader', 'approve')).code, { timeout: 20_000 }).toBe('1');
      expect(await receipts(`杀${round}`)).toBe(1);
      expect((await read(id)).fieldsMap).toMatchObject({ count: round + 1, settled: round + 1 });
    }
  }, 600_000);
});
