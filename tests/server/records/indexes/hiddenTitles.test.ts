import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import type { ServerContext } from '../../../../src/server/context.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { continueTitleRecomputation } from '../../../../src/server/records/indexes/recomputeTitles.ts';
import { edge, flowFile, publishStory, task } from '../../approval/story.ts';
import { author, recordsOf, tasksOf } from '../../support/sealDemo.ts';
import { recordsIn } from '../../support/recordsIn.ts';
import { startTestServer, type Client, type TestServer } from '../../support.ts';
import { recordTable } from '../../../../src/server/records/columns/recordSource.ts';
import { storeMany } from '../../../support/storeMany.ts';

interface Paged {
  data: { id: string; title: string; fieldsMap: Record<string, unknown> }[];
  page: { total: number };
}

let server: TestServer;
let staff: Client;
let hr: Client;
let leader: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, hr, leader] = await Promise.all([server.api('staff'), server.api('hr'), server.api('leader')]);
});
afterAll(() => server.dispose());

const list = async (client: Client, key: string, data: object = {}): Promise<Paged> =>
  (await client.post<Paged>(`/api/system/frmCrud/list/${key}`, { data, page: { pageNum: 1, pageSize: 20 } })).data;
const titleField = { tag: 'el-input', __vModel__: 'title', label: '事由', isTitle: '1', isList: '1', isSearch: '1' };
const bidder = (more: object = {}) => ({
  tag: 'el-input',
  __vModel__: 'bidder',
  label: '中标人',
  isTitle: '1',
  isList: '1',
  isSearch: '1',
  ...more,
});

describe('a hidden field with a display text of its own', () => {
  it('stands in no title, neither by its value nor by its text, nor by a template that names the text', async () => {
    const who = { tag: 'userSelector', __vModel__: 'who', label: '被举报人', isTitle: '1', isSearch: '1' };
    const kind = {
      tag: 'el-select',
      __vModel__: 'kind',
      label: '类别',
      isTitle: '1',
      isSearch: '1',
      flowVisible: '0',
      defaultValue: 'x',
      options: [{ label: '受贿', value: 'x' }],
    };
    const hidden = '<sf:field key="who" visible="0"/>';
    await publishStory(
      server,
      'told',
      flowFile('told', `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`),
      [titleField, who, kind],
    );
    const template = {
      flowKey: 'told',
      titleTemplate: '${title} ${who} ${whoLabel} ${kindLabel}',
      fields: [titleField, who, kind],
    };
    for (const definition of [undefined, template]) {
      if (definition)
        await publishForm(server.context, { formKey: 'told', formName: 'told', note: '', author, definition });
      const { data, code, msg } = await recordsOf(staff, 'told').run(
        { fieldsMap: { title: '举报', who: 'u-leader', whoLabel: '李卫东' }, childTables: {} } as never,
        'submit',
      );
      expect(code, msg).toBe('1');
      const row = await server.context.db
        .selectFrom(await recordsIn(server, 'told'))
        .select(['title', 'search_text', 'fields'])
        .where('id', '=', data.id ?? '')
        .executeTakeFirstOrThrow();
      // the label is the server's own, of whoever is named
      const name = String(row.fields['whoLabel']);
      expect(name.length).toBeGreaterThan(1);
      expect([row.title, row.search_text]).toEqual(['举报', expect.not.stringContaining(name)]);
      expect((await tasksOf(hr, 'listMyTodo')).find(({ recordId }) => recordId === data.id)?.title).toBe('举报');
    }
  });
});

describe('a field that a newer version hides', () => {
  it('leaves titles, lists, searches, the past and files of records that are in no approval', async () => {
    const file = { tag: 'el-upload', __vModel__: 'paper', label: '标书' };
    const publish = (fields: object[]) =>
      publishForm(server.context, {
        formKey: 'bids',
        formName: '投标',
        note: '',
        author,
        definition: { unitReads: '1', fields },
      });
    await publish([titleField, bidder(), file]);
    const upload = new FormData();
    upload.append('file', new Blob(['标书']), '标书.txt');
    const paper = (await staff.post<{ id: string }>('/api/file/sys/file/upload', upload)).data.id;
    const saved = await recordsOf(staff, 'bids').save({ fieldsMap: { title: '一标段', bidder: '滨江公司', paper } });
    expect(saved.code, saved.msg).toBe('1');
    const id = saved.data.id ?? '';
    const readFile = async (client: Client): Promise<string> =>
      (await client.get(`/api/file/att/getById?id=${paper}`)).code;
    expect((await list(leader, 'bids')).data[0]).toMatchObject({
      title: '一标段 滨江公司',
      fieldsMap: { bidder: '滨江公司' },
    });
    expect([(await list(leader, 'bids', { keyword: '滨江公司' })).page.total, await readFile(leader)]).toEqual([
      1,
      '1',
    ]);

    await publish([titleField, bidder({ flowVisible: '0' }), { ...file, flowVisible: '0' }]);
    for (const client of [leader, staff]) {
      const told = [
        await list(client, 'bids'),
        (await recordsOf(client, 'bids').get(id)).data,
        (await client.get(`/api/system/frmCrud/history/bids?id=${id}`)).data,
        (await client.get(`/api/system/frmCrud/getRevision/bids?id=${id}&revision=1`)).data,
      ];
      expect(JSON.stringify(told)).not.toContain('滨江公司');
      expect(told[0]).toMatchObject({ data: [{ title: '一标段' }] });
      expect((await list(client, 'bids', { keyword: '滨江公司' })).page.total).toBe(0);
      expect(
        (await list(client, 'bids', { conditions: [{ field: 'title', op: 'contains', value: '滨江' }] })).page.total,
      ).toBe(0);
    }
    expect(await readFile(leader)).toBe('404');
  });

  it('leaves them also when it was no part of the title any more by then', async () => {
    const publish = (fields: object[]) =>
      publishForm(server.context, { formKey: 'twice', formName: '两次', note: '', author, definition: { fields } });
    await publish([titleField, bidder()]);
    await recordsOf(staff, 'twice').save({ fieldsMap: { title: '一', bidder: '滨江公司' } });
    await publish([titleField, { ...bidder(), isTitle: '0', isSearch: '0' }]);
    expect((await list(staff, 'twice')).data.map(({ title }) => title)).toEqual(['一 滨江公司']);
    await publish([titleField]);
    expect((await list(staff, 'twice')).data.map(({ title }) => title)).toEqual(['一']);
  });
});

describe('a field that the nodes of a process hide', () => {
  it('leaves titles and searches of the records from before the form had the process', async () => {
    const definition = { unitReads: '1', fields: [titleField, bidder()] };
    const publish = (more: object) =>
      publishForm(server.context, {
        formKey: 'joined',
        formName: '后有流程',
        note: '',
        author,
        definition: { ...definition, ...more },
      });
    await publish({});
    const saved = await recordsOf(staff, 'joined').save({ fieldsMap: { title: '一标段', bidder: '滨江公司' } });
    expect(saved.code, saved.msg).toBe('1');
    expect((await list(staff, 'joined')).data.map(({ title }) => title)).toEqual(['一标段 滨江公司']);
    const hidden = '<sf:field key="bidder" visible="0"/>';
    const steps = `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`;
    await publishFlow(server.context, { xml: flowFile('joined', steps), note: '', author });
    await publish({ flowKey: 'joined' });
    expect((await list(staff, 'joined')).data.map(({ title }) => title)).toEqual(['一标段']);
    expect((await list(leader, 'joined', { keyword: '滨江公司' })).page.total).toBe(0);
  });
});

describe('a field that is hidden in more records than a publication titles anew', () => {
  const ROWS = 2_600;
  const titles = async (form: string): Promise<(string | number)[][]> =>
    (
      await server.context.db
        .selectFrom(await recordsIn(server, form))
        .select((eb) => ['title', eb.fn.countAll().as('count')])
        .groupBy('title')
        .orderBy('title')
        .execute()
    ).map(({ title, count }) => [title, Number(count)]);
  const publish = (form: string, fields: object[]) =>
    publishForm(server.context, { formKey: form, formName: '多', note: '', author, definition: { fields } });
  const fill = (form: string, ids: string, rows: number) =>
    storeMany(server.context, form, rows, (n) => ({
      id: `${ids}${String(n).padStart(6, '0')}`,
      flw_state: '3',
      title: '一 滨江公司',
      update_by: 'u-staff',
      fieldsMap: { title: '一', bidder: '滨江公司' },
    }));

  it('leaves them piece by piece afterwards, whatever server goes on and however often one dies between two pieces', async () => {
    await publish('many', [titleField, bidder()]);
    await fill('many', 'm', ROWS);
    await publish('many', [titleField, bidder({ flowVisible: '0' })]);
    expect(await titles('many')).toEqual([
      ['一', 2_000],
      ['一 滨江公司', ROWS - 2_000],
    ]);
    const second: ServerContext = { ...server.context };
    await Promise.all([
      continueTitleRecomputation(server.context),
      continueTitleRecomputation(second),
      continueTitleRecomputation(server.context),
    ]);
    await continueTitleRecomputation(second);
    expect(await titles('many')).toEqual([['一', ROWS]]);
  });

  it('leaves at last also those that were stored by the version before while the newer one was published', async () => {
    await publish('late', [titleField, bidder()]);
    await publish('late', [titleField, bidder({ flowVisible: '0' })]);
    // as saves that began before store them afterwards: more than one piece
    await fill('late', 'a', 1_100);
    await continueTitleRecomputation(server.context);
    expect(await titles('late')).toEqual([['一 滨江公司', 1_100]]);
    await sql`update frm_retitle set since = since - interval '3 minutes'`.execute(server.context.db);
    await sql`update ${recordTable('late')} set update_time = update_time - interval '3 minutes'`.execute(
      server.context.db,
    );
    // the server's own periodic work may be at it just then
    const left = async (): Promise<unknown[]> => {
      await continueTitleRecomputation(server.context);
      return server.context.db.selectFrom('frm_retitle').select('form_key').where('form_key', '=', 'late').execute();
    };
    await expect.poll(left, { timeout: 30_000 }).toEqual([]);
    expect(await titles('late')).toEqual([['一', 1_100]]);
  });
});

describe('an approval that is moved to a version whose nodes hide a field', () => {
  it('is called without it from then on, in to-dos, lists and searches', async () => {
    const xml = (hidden: string) =>
      flowFile(
        'moving',
        `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`,
      );
    await publishStory(server, 'moving', xml(''), [titleField, bidder()]);
    const { data } = await recordsOf(staff, 'moving').run(
      { fieldsMap: { title: '一标段', bidder: '滨江公司' } },
      'submit',
    );
    const todo = async () => (await tasksOf(hr, 'listMyTodo')).find(({ recordId }) => recordId === data.id)?.title;
    expect(await todo()).toBe('一标段 滨江公司');
    const { version } = await publishFlow(server.context, {
      xml: xml('<sf:field key="bidder" visible="0"/>'),
      note: '',
      author,
    });
    // what is under way keeps its version, and there the field is open
    expect(await todo()).toBe('一标段 滨江公司');
    const { id } = await server.context.db
      .selectFrom('flw_instance')
      .select('id')
      .where('record_id', '=', data.id ?? '')
      .executeTakeFirstOrThrow();
    const admin = await server.api('admin');
    const moved = await admin.post('/api/task/flow/admin/move', {
      instanceIds: [id],
      flowVersion: version,
      isDryRun: false,
      reason: '中标人不公开',
    });
    expect(moved.code, JSON.stringify(moved)).toBe('1');
    expect(await todo()).toBe('一标段');
    expect((await list(hr, 'moving')).data.map(({ title }) => title)).toEqual(['一标段']);
    expect((await list(hr, 'moving', { keyword: '滨江公司' })).page.total).toBe(0);
  });
});
