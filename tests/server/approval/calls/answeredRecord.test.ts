import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { author } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type TestServer } from '../../support.ts';
import { begin, edge, FIELDS, flowFile, task, type Story } from '../story.ts';

let server: TestServer;

const receives = (id: string, name: string, answers: Record<string, string>): string =>
  `<receiveTask id="${id}" name="${id}" messageRef="${name}"><extensionElements>${Object.entries(answers)
    .map(([field, from]) => `<sf:answer field="${field}" from="${from}"/>`)
    .join('')}</extensionElements></receiveTask>`;

const stored = async ({ id }: Story) =>
  server.context.db
    .selectFrom(await recordsIn(server, 'answered'))
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  server = await startTestServer();
  const body =
    receives('grade', '定级', { level: 'level' }) +
    task('one user u-leader') +
    receives('pay', '付款完成', { amount: 'paid' });
  const edges = edge('f1', 'apply', 'grade') + edge('f2', 'grade', 'one') + edge('f3', 'one', 'pay');
  await publishFlow(server.context, {
    xml: flowFile('answered', body + edges + edge('f4', 'pay', 'e')),
    note: '',
    author,
  });
  await publishForm(server.context, {
    formKey: 'answered',
    formName: '付款申请',
    note: '',
    author,
    definition: {
      flowKey: 'answered',
      urgentWhen: "level == '特急'",
      fields: [
        ...FIELDS,
        { tag: 'el-input', __vModel__: 'level', label: '等级' },
        { tag: 'el-input-number', __vModel__: 'doubled', label: '两倍' },
      ],
      effects: [{ on: 'finished', set: 'this', fields: { doubled: 'amount * 2.0' } }],
    },
  });
});
afterAll(() => server.dispose());

describe('the values of a message', () => {
  it('are read and kept by the effects of the step that they lead to', async () => {
    const story = await begin(server, 'answered', { title: '事项', amount: 1 });
    await story.do('admin', 'message', { message: '定级', data: { level: '普通' } });
    await story.act('leader', 'approve');
    expect((await story.do('admin', 'message', { message: '付款完成', data: { paid: 88 } })).code).toBe('1');
    expect(await story.state()).toBe('3');
    expect((await stored(story)).fields).toMatchObject({ amount: 88, doubled: 176 });
    const effect = await server.context.db
      .selectFrom('frm_record_audit')
      .select('user_name')
      .where('record_id', '=', story.id)
      .where('action', '=', 'effect')
      .executeTakeFirstOrThrow();
    expect(effect.user_name).toBe((await story.history()).findLast(({ action }) => action === 'message')?.userName);
  });

  it.each([
    ['普通', '特急', true],
    ['特急', '普通', false],
  ])('that change the grade from %s to %s change the urgency of the to-dos', async (from, level, isUrgent) => {
    const story = await begin(server, 'answered', { title: '事项', level: from });
    await story.do('admin', 'message', { message: '定级', data: { level } });
    expect(((await story.todo('leader')) as { isUrgent?: boolean } | undefined)?.isUrgent ?? false).toBe(isUrgent);
    expect(await story.holders()).toEqual(['leader']);
  });
});
