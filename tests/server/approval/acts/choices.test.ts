import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from '../../support/sealDemo.ts';
import { runDueTimers } from '../../../../src/server/approval/calls/scheduler.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { clientOf, edge, flowFile, publishStory, storyOf, task } from '../story.ts';

let server: TestServer;
/** apply → (amount > 100: big (chosen) | small (hr)) → check (chosen, all) → e */
const WAYS =
  task('big choice') +
  task('small user u-hr') +
  task('check choice', '<sf:sign mode="all"/>') +
  '<exclusiveGateway id="g" default="fs"/>' +
  edge('f1', 'apply', 'g') +
  edge('fb', 'g', 'big', 'amount > 100.0') +
  edge('fs', 'g', 'small') +
  edge('f2', 'big', 'check') +
  edge('f3', 'small', 'check') +
  edge('f4', 'check', 'e');

beforeAll(async () => {
  server = await startTestServer();
  await publishStory(server, 'chosen', flowFile('chosen', WAYS));
});
afterAll(() => server.dispose());

const submit = async (amount: number, choices: Record<string, string[]> = {}) =>
  recordsOf(await clientOf(server, 'staff'), 'chosen').run({ fieldsMap: { title: '采购', amount } }, 'submit', {
    choices,
  } as object);

describe('people the applicant chooses', () => {
  it('are asked for at the submission, for every node on the way at once, and nothing is stored without them', async () => {
    const count = async () =>
      Number(
        (
          await server.context.db
            .selectFrom(await recordsIn(server, 'chosen'))
            .select((of) => of.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    const before = await count();
    const refused = await submit(500);
    expect(refused).toMatchObject({
      code: 'FLOW_CHOICE',
      msg: '请选择“big”“check”的办理人',
      data: {
        nodes: [
          { nodeId: 'big', taskNode: 'big', isMultiple: false },
          { nodeId: 'check', taskNode: 'check', isMultiple: true },
        ],
      },
    });
    expect((await submit(500, { check: ['u-hr'] })).data).toMatchObject({ nodes: [{ nodeId: 'big' }] });
    expect((await submit(500, { big: [], check: ['u-hr'] })).code).toBe('FLOW_PEOPLE');
    expect((await submit(500, { big: ['u-nobody'], check: ['u-hr'] })).code).toBe('FLOW_PEOPLE');
    expect(await count()).toBe(before);
  });

  it('are never whoever applied, neither by their own choice nor by that of somebody on the way', async () => {
    expect(await submit(500, { big: ['u-staff'], check: ['u-hr'] })).toMatchObject({
      code: 'FLOW_PEOPLE',
      msg: expect.stringContaining('不能选择自己'),
    });
    expect((await submit(500, { big: ['u-leader'], check: ['u-hr', 'u-staff'] })).code).toBe('FLOW_PEOPLE');
    const story = storyOf(server, 'chosen', (await submit(5, { check: ['u-finance'] })).data.id ?? '');
    await server.context.db
      .updateTable('flw_instance')
      .set({ choices: '{}' })
      .where('record_id', '=', story.id)
      .execute();
    expect(await story.act('hr', 'approve', { choices: { check: ['u-staff'] } })).toMatchObject({
      code: 'FLOW_PEOPLE',
      msg: expect.stringContaining('不能选择申请人'),
    });
    expect((await story.act('hr', 'approve', { choices: { check: ['u-hr'] } })).code).toBe('1');
  });

  it('of a node on a way that is not taken are not asked for', async () => {
    expect((await submit(5)).data).toMatchObject({ nodes: [{ nodeId: 'check' }] });
  });

  it('get their tasks when the node is reached', async () => {
    const first = await submit(500, { big: ['u-leader'], check: ['u-hr', 'u-finance'] });
    const story = storyOf(server, 'chosen', first.data.id ?? '');
    expect(await story.holders()).toEqual(['leader']);
    await story.act('leader', 'approve');
    expect(await story.holders()).toEqual(['finance', 'hr']);
  });

  it('a way that only a later change opens asks whoever sends it there', async () => {
    const first = await submit(5, { check: ['u-finance'] });
    const story = storyOf(server, 'chosen', first.data.id ?? '');
    await story.act('hr', 'return', { opinion: '金额有误' });
    const staff = recordsOf(await story.client('staff'), 'chosen');
    const { data } = await staff.get(story.id);
    const again = { id: story.id, revision: data.revision ?? 0, fieldsMap: { amount: 900 } };
    expect(await staff.run(again, 'submit')).toMatchObject({
      code: 'FLOW_CHOICE',
      data: { nodes: [{ nodeId: 'big' }] },
    });
    expect((await staff.run(again, 'submit', { choices: { big: ['u-manager'] } } as object)).code).toBe('1');
    expect(await story.holders()).toEqual(['manager']);
  });

  it('are asked for again where whoever was chosen can no longer sign in', async () => {
    const { db } = server.context;
    const disable = (isDisabled: boolean) =>
      db.updateTable('sys_user').set({ is_disabled: isDisabled }).where('id', '=', 'u-device').execute();
    const begun = async () => storyOf(server, 'chosen', (await submit(5, { check: ['u-device'] })).data.id ?? '');
    const [passed, returned] = [await begun(), await begun()];
    await disable(true);
    try {
      const asked = { code: 'FLOW_CHOICE', data: { nodes: [{ nodeId: 'check' }] } };
      expect(await passed.act('hr', 'approve')).toMatchObject(asked);
      expect((await passed.act('hr', 'approve', { choices: { check: ['u-finance'] } })).code).toBe('1');
      expect(await passed.holders()).toEqual(['finance']);
      await returned.act('hr', 'return', { opinion: '另选' });
      expect(await returned.act('staff', 'submit')).toMatchObject(asked);
      expect((await returned.act('staff', 'submit', { choices: { check: ['u-finance'] } })).code).toBe('1');
    } finally {
      await disable(false);
    }
  });

  it('are not put aside by who decides before them, and nothing else is kept of what is sent', async () => {
    const first = await submit(500, { big: ['u-leader'], check: ['u-hr'], small: ['u-device'], nowhere: ['u-device'] });
    const story = storyOf(server, 'chosen', first.data.id ?? '');
    expect((await story.act('leader', 'approve', { choices: { check: ['u-device'] } })).code).toBe('403');
    expect(await story.holders()).toEqual(['leader']);
    const { choices } = await server.context.db
      .selectFrom('flw_instance')
      .select('choices')
      .where('record_id', '=', story.id)
      .executeTakeFirstOrThrow();
    expect(choices).toEqual({ big: ['u-leader'], check: ['u-hr'] });
    expect((await story.act('leader', 'approve')).code).toBe('1');
    expect(await story.holders()).toEqual(['hr']);
  });
});

describe('people chosen for nodes that only an event reaches', () => {
  const timer = '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>';
  const boundary = (id: string, on: string, target: string): string =>
    `<boundaryEvent id="${id}" name="${id}" attachedToRef="${on}" cancelActivity="false">${timer}</boundaryEvent>${edge(`${id}f`, id, target)}`;
  /** check, then a race between a message and a time; a boundary event and an event sub-process beside them */
  const EVENTS =
    task('check user u-hr') +
    boundary('slow', 'check', 'g') +
    '<exclusiveGateway id="g" default="gd"/>' +
    task('late choice') +
    task('never choice') +
    edge('gd', 'g', 'late') +
    edge('gn', 'g', 'never', 'amount > 100.0') +
    boundary('slower', 'late', 'latest') +
    task('latest choice') +
    '<eventBasedGateway id="r"/>' +
    '<intermediateCatchEvent id="m" name="m"><messageEventDefinition messageRef="到"/></intermediateCatchEvent>' +
    `<intermediateCatchEvent id="t" name="t">${timer}</intermediateCatchEvent>` +
    task('told user u-hr') +
    task('untold choice') +
    `<subProcess id="es" name="es" triggeredByEvent="true"><startEvent id="ess"><messageEventDefinition messageRef="停"/></startEvent>${task('stopped choice')}<endEvent id="ese"/>${edge('es1', 'ess', 'stopped')}${edge('es2', 'stopped', 'ese')}</subProcess>` +
    edge('f1', 'apply', 'check') +
    edge('f2', 'check', 'r') +
    edge('f3', 'r', 'm') +
    edge('f4', 'r', 't') +
    edge('f5', 'm', 'told') +
    edge('f6', 't', 'untold') +
    ['late', 'never', 'latest', 'told', 'untold'].map((id) => edge(`e${id}`, id, 'e')).join('');

  it('are asked for at the submission, because nobody can be asked when the event happens', async () => {
    await publishStory(server, 'events', flowFile('events', EVENTS));
    const staff = recordsOf(await clientOf(server, 'staff'), 'events');
    const submitWith = (choices: Record<string, string[]>) =>
      staff.run({ fieldsMap: { title: '采购', amount: 5 } }, 'submit', { choices } as object);
    const refused = await submitWith({});
    expect(refused.code).toBe('FLOW_CHOICE');
    const { nodes } = refused.data as unknown as { nodes: { nodeId: string }[] };
    expect(nodes.map(({ nodeId }) => nodeId).sort()).toEqual(['late', 'latest', 'stopped', 'untold']);
    const people = ['u-finance'];
    const { data } = await submitWith({ late: people, latest: people, stopped: people, untold: people });
    const story = storyOf(server, 'events', data.id ?? '');
    expect(await story.holders()).toEqual(['hr']);
    await server.context.db
      .updateTable('flw_timer')
      .set({ due_at: new Date(0) })
      .where('kind', '=', 'boundary')
      .execute();
    await runDueTimers(server.context, (error) => {
      throw error;
    });
    expect(await story.holders()).toEqual(['finance', 'hr']);
  });
});
