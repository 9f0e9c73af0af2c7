import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadForm } from '../../../../src/server/documents/index.ts';
import { publishForm } from '../../../../src/server/documents/publishForm.ts';
import { publishFlow } from '../../../../src/server/flowDocuments/publishFlow.ts';
import { loadOldRuleConditions } from '../../../../src/server/records/access/oldRules.ts';
import { edge, flowFile, publishStory, task } from '../../approval/story.ts';
import { author, publishFields, recordsOf } from '../../support/sealDemo.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../support.ts';

interface Paged {
  data: { id: string; title: string; fieldsMap: Record<string, unknown> }[];
  page: { total: number };
}

let server: TestServer;
let staff: Client;
let hr: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [staff, hr, admin] = await Promise.all([server.api('staff'), server.api('hr'), server.api('admin')]);
});
afterAll(() => server.dispose());

const ask = (client: Client, key: string, data: object): Promise<Answer<Paged>> =>
  client.post<Paged>(`/api/system/frmCrud/list/${key}`, { data, page: { pageNum: 1, pageSize: 20 } });
const found = async (client: Client, key: string, data: object): Promise<string[]> =>
  (await ask(client, key, data)).data.data.map(({ title }) => title);
const fields = (more: object = {}) => [
  { tag: 'el-input', __vModel__: 'title', label: '事由', isTitle: '1', isList: '1' },
  { tag: 'el-input', __vModel__: 'bid', label: '底价', isList: '1', isSearch: '1', ...more },
  { tag: 'el-input-number', __vModel__: 'price', label: '价格', isList: '1', isSearch: '1', ...more },
  {
    tag: 'el-checkbox-group',
    __vModel__: 'kinds',
    label: '类别',
    isList: '1',
    isSearch: '1',
    ...more,
    options: [{ label: '甲', value: 'a' }],
  },
];
const flow = (hidden: string) =>
  flowFile('opened', `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`);
/** The applicant fills in what the form hides from everybody else. */
const ownFields = (xml: string): string =>
  xml.replace(
    '<sf:candidates type="initiator"/>',
    `<sf:candidates type="initiator"/>${['bid', 'price', 'kinds'].map((key) => `<sf:field key="${key}" visible="1" editable="1"/>`).join('')}`,
  );
const HIDDEN = ['bid', 'price', 'kinds'].map((key) => `<sf:field key="${key}" visible="0"/>`).join('');
const begin = async (key: string, title: string, price: number): Promise<void> => {
  const { code, msg } = await recordsOf(staff, key).run(
    { fieldsMap: { title, bid: `价${price}`, price, kinds: ['a'] }, childTables: {} } as never,
    'submit',
  );
  expect(code, msg).toBe('1');
};

const GUESSES: object[] = [
  { conditions: [{ field: 'bid', op: 'eq', value: '价88' }] },
  { conditions: [{ field: 'bid', op: 'contains', value: '88' }] },
  { conditions: [{ field: 'bid', op: 'in', value: ['价88', 'x'] }] },
  { conditions: [{ field: 'price', op: 'gte', value: 80 }] },
  { conditions: [{ field: 'price', op: 'range', value: [80, 90] }] },
  { conditions: [{ field: 'kinds', op: 'eq', value: 'a' }] },
  { keyword: '价88' },
];

it.each(['process', 'form'])(
  'what an earlier version of the %s hid stays hidden in what runs by it: no filter finds it and no order tells it',
  async (which) => {
    const key = which === 'process' ? 'opened' : 'shown';
    if (which === 'process') await publishStory(server, key, flow(HIDDEN), fields());
    else {
      await publishFlow(server.context, { xml: ownFields(flow('')), note: '', author });
      await publishForm(server.context, {
        formKey: key,
        formName: key,
        definition: { flowKey: 'opened', fields: fields({ flowVisible: '0' }) },
        note: '',
        author,
      });
    }
    await begin(key, '旧甲', 88);
    await begin(key, '旧乙', 11);
    if (which === 'process') await publishFlow(server.context, { xml: flow(''), note: '', author });
    await publishForm(server.context, {
      formKey: key,
      formName: key,
      definition: { flowKey: 'opened', fields: fields() },
      note: '',
      author,
    });
    await begin(key, '新', 50);

    // what runs by the new version answers
    expect(await found(hr, key, { conditions: [{ field: 'price', op: 'lte', value: 60 }] })).toEqual(['新']);
    for (const guess of GUESSES) expect(await found(hr, key, guess), JSON.stringify(guess)).not.toContain('旧甲');
    const orders = await Promise.all(
      ['asc', 'desc'].map((order) => found(hr, key, { sort: { field: 'price', order } })),
    );
    // the old ones stand together, one way round and the other, whatever they hold
    expect(orders.map((titles) => titles.filter((title) => title !== '新'))).toEqual([
      ['旧甲', '旧乙'],
      ['旧乙', '旧甲'],
    ]);
    const exported = await hr.post(`/api/system/frmCrud/exportRows/${key}`, {
      data: { conditions: [{ field: 'price', op: 'gte', value: 80 }] },
    });
    expect(exported.headers.get('x-row-count')).toBe('0');
    // a map counts only what its conditions list
    const areas = await hr.post(`/api/system/relation/areas/${key}`, { field: 'bid', data: {} });
    expect(areas.data).toEqual({ areas: [], rest: 1, empty: 0 });
    expect(await found(admin, key, { conditions: [{ field: 'price', op: 'gte', value: 80 }] })).toEqual(['旧甲']);
  },
);

it('the records behind a roll-up do not tell what an earlier version of their form hid from the person', async () => {
  const paid = (more: object) =>
    publishForm(server.context, {
      formKey: 'rolledPaid',
      formName: 'rolledPaid',
      definition: {
        flowKey: 'rolledFlow',
        fields: [{ tag: 'recordSelector', __vModel__: 'deal', label: '合同', to: 'rolledDeal' }, ...fields(more)],
      },
      note: '',
      author,
    });
  const deal = (more: object[]) =>
    publishFields(server, 'rolledDeal', [
      { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1' },
      ...more,
    ]);
  await deal([]);
  await publishFlow(server.context, {
    xml: ownFields(flow('')).replaceAll('"opened"', '"rolledFlow"').replaceAll('u-hr', 'u-leader'),
    note: '',
    author,
  });
  await paid({ flowVisible: '0' });
  const rollup = { from: 'rolledPaid', via: 'deal', fn: 'count', where: "it.price >= 80 && it.flwState != '4'" };
  await deal([{ tag: 'el-input-number', __vModel__: 'dear', label: '高价', precision: 0, rollup }]);
  const { data } = await recordsOf(staff, 'rolledDeal').save({ fieldsMap: { name: '合同' } });
  const pay = async (title: string, price: number): Promise<void> => {
    const values = { fieldsMap: { title, bid: 'x', price, deal: data.id }, childTables: {} };
    const { code, msg } = await recordsOf(staff, 'rolledPaid').run(values as never, 'submit');
    expect(code, msg).toBe('1');
  };
  await pay('旧', 88);
  await paid({});
  await pay('新', 90);
  await pay('便宜', 10);
  const behind = async (client: Client) => {
    const answer = await client.post<{ rows: { title: string }[] }>('/api/system/relation/behind/rolledPaid', {
      data: { behind: { rollup: { formKey: 'rolledDeal', field: 'dear', id: data.id } } },
    });
    expect(answer.code, answer.msg).toBe('1');
    return answer.data.rows.map(({ title }) => title);
  };
  expect(await behind(admin)).toEqual(['新', '旧']);
  expect(await behind(await server.api('leader'))).toEqual(['新']);
});

it('what earlier versions hide is looked up again a minute after it was, also while it is asked for all the time', async () => {
  const key = 'minute';
  const publish = (more: object) =>
    publishForm(server.context, {
      formKey: key,
      formName: key,
      definition: { flowKey: 'minuteFlow', fields: fields(more) },
      note: '',
      author,
    });
  await publishFlow(server.context, {
    xml: ownFields(flow('')).replaceAll('"opened"', '"minuteFlow"'),
    note: '',
    author,
  });
  await publish({ flowVisible: '0' });
  await begin(key, '旧', 88);
  await publish({});
  const loaded = await loadForm(server.context, server.context.db, key);
  const isHidden = async (): Promise<boolean> =>
    (await loadOldRuleConditions(server.context, server.context.db, key, { ...loaded, flow: null }))('price') !== null;
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now');
  try {
    clock.mockReturnValue(now);
    expect(await isHidden()).toBe(true);
    await server.context.db.updateTable('flw_instance').set({ form_version: 2 }).where('form_key', '=', key).execute();
    clock.mockReturnValue(now + 40_000);
    expect(await isHidden()).toBe(true);
    clock.mockReturnValue(now + 70_000);
    expect(await isHidden()).toBe(false);
  } finally {
    clock.mockRestore();
  }
});
