import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishDataset } from '../../../src/server/datasets/index.ts';
import { REMINDERS } from '../../../src/server/hr/reminders.ts';
import { RECORD_OPERATIONS, type RecordOperation } from '../../../src/server/rights/index.ts';
import { begin, edge, flowFile, publishStory, task } from '../approval/story.ts';
import { author } from '../support/sealDemo.ts';
import { isLong, usualOrLong } from '../../support/tier.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../support.ts';

/*
 * What a person may not see must not move what they are told: the same questions are asked of two worlds that differ in
 * hidden values alone, and every answer (rows, totals, order, refusals) must be the same in both.
 */

const CRUD = '/api/system/frmCrud';
const RELATION = '/api/system/relation';
const RIGHTS = ['see', 'create', 'editOwn', 'editAll', 'delete', 'import', 'export', 'print'];

/** A field of each kind that lists compare in its own way, and its values in the two worlds, record by record. */
const KINDS = {
  text: {
    node: { tag: 'el-input', isTitle: '1', isSearch: '1', unique: true },
    worlds: [
      ['密甲', '密乙', '密丙'],
      ['暗丁', '暗戊', '暗己'],
    ],
  },
  count: {
    node: { tag: 'el-input-number', precision: 2 },
    worlds: [
      [1, 2, 3],
      [900, 80, 7],
    ],
  },
  day: {
    node: { tag: 'el-date-picker', type: 'date' },
    worlds: [
      ['2026-01-01', '2026-01-02', '2026-01-03'],
      ['2027-03-03', '2027-02-02', '2027-01-01'],
    ],
  },
  way: {
    node: {
      tag: 'el-select',
      isSearch: '1',
      options: [
        { label: '电汇', value: '1' },
        { label: '现金', value: '2' },
        { label: '支票', value: '3' },
      ],
    },
    worlds: [
      ['1', '2', '3'],
      ['3', '3', '1'],
    ],
  },
  several: {
    node: {
      tag: 'el-checkbox-group',
      options: [
        { label: '一', value: '1' },
        { label: '二', value: '2' },
      ],
    },
    worlds: [
      [['1'], ['2'], []],
      [['2'], [], ['1', '2']],
    ],
  },
  person: {
    node: { tag: 'userSelector' },
    worlds: [
      ['u-staff', 'u-hr', 'u-leader'],
      ['u-sealer', 'u-sealer', 'u-staff'],
    ],
  },
} as const satisfies Record<string, { node: object; worlds: readonly [readonly unknown[], readonly unknown[]] }>;
type Key = keyof typeof KINDS;
/** Kinds are stored and compared in three ways: as texts, as numbers and dates, and as lists. */
const KEYS = usualOrLong<Key[]>(['text', 'count', 'several'], Object.keys(KINDS) as Key[]);

const fieldsWith = (more: object): object[] => [
  { tag: 'el-input', __vModel__: 'name', label: '名称', isTitle: '1', isList: '1', isSearch: '1', flowEditable: '1' },
  ...KEYS.map((key) => ({
    ...KINDS[key].node,
    __vModel__: key,
    label: `隐藏${key}`,
    isList: '1',
    flowEditable: '1',
    ...more,
  })),
];
const valuesIn = (world: 0 | 1, at: number, keys: readonly Key[] = KEYS): Record<string, unknown> => ({
  name: `第${at + 1}条`,
  ...Object.fromEntries(KEYS.map((key) => [key, KINDS[key].worlds[keys.includes(key) ? world : 0][at]])),
});

let server: TestServer;
let admin: Client;
let staff: Client;
let hr: Client;

async function publish(formKey: string, definition: object): Promise<void> {
  await admin.post('/api/system/frmDef/saveDraft', { formKey, formName: formKey, definition });
  expect((await admin.post('/api/system/frmDef/publish', { formKey, note: '' })).msg).toBe('发布成功');
}
const give = (formKey: string, rules: object = {}, code = 'staff') =>
  admin.post('/api/system/sys/role/saveGrid', { code, forms: [{ formKey, rights: RIGHTS, ...rules }] });

/** Two datasets over a field: one that groups by it and one that counts where it has a value. */
async function datasetsOf(formKey: string): Promise<void> {
  for (const key of KEYS) {
    const common = { name: key, from: formKey, measures: [{ key: 'n', fn: 'count' }] };
    for (const [name, more] of [
      ['by', { groupBy: [{ key, of: key }] }],
      ['first', { where: `${key} == ${JSON.stringify(key === 'count' ? 1.5 : String(KINDS[key].worlds[0][0]))}` }],
    ] as const)
      await publishDataset(server.context, {
        datasetKey: `${formKey}/${key}/${name}`,
        definition: { datasetKey: `${formKey}/${key}/${name}`, ...common, ...more },
        note: '',
        author,
      }).catch(() => undefined);
  }
}

beforeAll(async () => {
  server = await startTestServer();
  [admin, staff, hr] = await Promise.all([server.api('admin'), server.api('staff'), server.api('hr')]);
  await admin.post('/api/system/sys/roleScope/save', { code: 'staff', scope: 'all', forms: [] });
});
afterAll(() => server.dispose());

interface Question {
  way: RecordOperation | 'dataset' | 'relation path';
  ask(): Promise<Answer>;
}

/** Every call that counts, sorts, filters, sums or looks for a value of a field; usually half of the comparisons. */
function questionsOf(client: Client, formKey: string, key: Key): Question[] {
  const tried = KINDS[key].worlds.map(([value]) => (typeof value === 'object' ? value[0] : value) ?? '2');
  const page = { pageNum: 1, pageSize: 20 };
  const conditions: object[] = [
    ...tried.flatMap((value) => [
      { field: key, op: 'eq', value },
      { field: key, op: 'in', value: [value] },
      { field: key, op: 'contains', value: String(value) },
      { field: key, op: 'gte', value },
      { field: key, op: 'lte', value },
      { field: `${key}Label`, op: 'contains', value: String(value) },
    ]),
    { field: key, op: 'empty' },
    { field: key, op: 'notEmpty' },
    { field: 'title', op: 'contains', value: String(tried[0]) },
  ];
  const list = (call: string, form: string, data: object) => client.post(`${CRUD}/${call}/${form}`, { data, page });
  const exported = async (form: string, data: object): Promise<Answer> => {
    const response = await fetch(`${server.url}${CRUD}/exportRows/${form}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isSheet = bytes.subarray(0, 2).toString() === 'PK';
    const book = isSheet ? read(bytes) : null;
    const sheets = book?.SheetNames.map((name) => utils.sheet_to_json(book.Sheets[name]!, { header: 1 }));
    return { status: response.status, headers: response.headers, code: '', msg: '', data: sheets ?? bytes.toString() };
  };
  const run = (name: string) =>
    client.post('/api/system/dataset/run', { questions: [{ datasetKey: `${formKey}/${key}/${name}` }] });
  const ask = (way: Question['way'], asking: () => Promise<Answer>): Question => ({ way, ask: asking });
  return [
    ...conditions.flatMap((condition, at) =>
      [
        ask('list', () => list('list', formKey, { conditions: [condition] })),
        ask('list', () => list('listNoAuth', formKey, { conditions: [condition] })),
        ask('options', () =>
          client.post(`${RELATION}/candidates/${formKey}`, { data: { conditions: [condition] }, page }),
        ),
        ask('sum', () => client.post(`${RELATION}/sums/${formKey}`, { fields: [], data: { conditions: [condition] } })),
      ].filter((_asked, way) => isLong || way % 2 === (at + Math.floor(at / 6)) % 2),
    ),
    ...tried.map((value) => ask('export', () => exported(formKey, { conditions: [{ field: key, op: 'eq', value }] }))),
    ask('export', () => exported(formKey, { keyword: String(tried[0]) })),
    ...(['asc', 'desc'] as const).flatMap((order) => [
      ask('list', () => list('list', formKey, { sort: { field: key, order } })),
      ask('list', () => list('listNoAuth', formKey, { sort: { field: key, order } })),
      ask('options', () =>
        client.post(`${RELATION}/candidates/${formKey}`, { data: { sort: { field: key, order } }, page }),
      ),
      ask('relation path', () => list('list', `${formKey}Point`, { sort: { field: `to.${key}`, order } })),
    ]),
    ...tried.map((value) => ask('list', () => list('list', formKey, { [key]: value }))),
    ...tried.flatMap((value) => [
      ask('list', () => list('list', formKey, { keyword: String(value) })),
      ask('search', () => client.get(`/api/system/search/records?text=${encodeURIComponent(String(value))}`)),
      ask('unique', () => client.post(`${CRUD}/checkUnique/${formKey}`, { field: key, value })),
      ask('relation path', () =>
        list('list', `${formKey}Point`, { conditions: [{ field: `to.${key}`, op: 'eq', value }] }),
      ),
    ]),
    ask('sum', () => client.post(`${RELATION}/sums/${formKey}`, { fields: [key] })),
    ask('list', () => list('list', formKey, {})),
    ask('dataset', () => run('by')),
    ask('dataset', () => run('first')),
  ];
}

/** The last questions: the whole list, and the datasets, whose answers hold the values themselves. */
const SHOWING = 3;

/** What an answer tells, apart from what any save moves. */
const told = ({ status, code, msg, data }: Answer): string =>
  JSON.stringify([status, code, msg.slice(0, 4_000), data], (name, value: unknown) =>
    ['revision', 'updateTime', 'traceId', 'createTime', 'id', 'lastUpdateBy', 'updateBy'].includes(name)
      ? undefined
      : value,
  );

async function answersTo(questions: readonly Question[]): Promise<string[]> {
  const answers: string[] = [];
  for (const { ask, way } of questions) answers.push(`${way} ${told(await ask())}`);
  return answers;
}

const WAYS_ASKED: readonly string[] = [
  'list',
  'search',
  'options',
  'sum',
  'export',
  'unique',
  'dataset',
  'relation path',
];
/** Ways that answer one record, or none: `fieldRules.test.ts` has a probe or a reason for each. */
const OF_ONE_RECORD: readonly RecordOperation[] = [
  'detail',
  'history',
  'file',
  'news',
  'comment',
  'timeline',
  'chain',
  'print',
  'create',
  'save',
  'act',
  'import',
  'importState',
  'rights',
  'delete',
];

it('every way of the table counts records and is asked here, or answers of one record alone', () => {
  const asked = new Set<string>([...WAYS_ASKED, ...OF_ONE_RECORD]);
  expect(Object.keys(RECORD_OPERATIONS).filter((way) => !asked.has(way))).toEqual([]);
  expect(new Set(questionsOf(staff, 'x', 'text').map(({ way }) => way))).toEqual(new Set(WAYS_ASKED));
});

describe('a field that a role never sees', () => {
  const formKey = 'blindRole';
  const ids: string[] = [];
  const store = async (world: 0 | 1, keys: readonly Key[]): Promise<void> => {
    for (const [at, id] of ids.entries()) {
      const { data } = await admin.get<{ revision: number }>(`${CRUD}/getById/${formKey}?id=${id}`);
      const body = { id, revision: data.revision, fieldsMap: valuesIn(world, at, keys), childTables: {} };
      expect(await admin.post(`${CRUD}/saveOrUpdate/${formKey}`, body)).toMatchObject({ code: '1' });
    }
  };

  beforeAll(async () => {
    await publish(formKey, { titleTemplate: '${name} ${text}', fields: fieldsWith({}) });
    await publish(`${formKey}Point`, {
      fields: [
        { tag: 'el-input', __vModel__: 'label', label: '名称', isTitle: '1' },
        { tag: 'recordSelector', __vModel__: 'to', label: '指向', to: formKey, isList: '1' },
      ],
    });
    await give(formKey);
    await give(`${formKey}Point`);
    await datasetsOf(formKey);
    for (const at of [0, 1, 2]) {
      const save = (key: string, fieldsMap: object) =>
        admin.post<{ id: string }>(`${CRUD}/saveOrUpdate/${key}`, { fieldsMap, childTables: {} });
      const made = await save(formKey, valuesIn(0, at));
      expect(made.msg).toBe('保存成功');
      ids.push(made.data.id);
      // the label of a relation is text of the record that points, so it is taken before anything is hidden in it
      await save(`${formKey}Point`, { label: `引用${at}`, to: made.data.id });
    }
  });

  it.each(KEYS)(
    'moves no answer: %s',
    async (key) => {
      const others = await admin.post('/api/system/sys/role/saveGrid', {
        code: 'staff',
        forms: [{ formKey, rights: RIGHTS, hidden: [key], locked: [] }],
      });
      expect(others.code).toBe('1');
      const questions = questionsOf(staff, formKey, key);
      await store(0, [key]);
      const before = await answersTo(questions);
      await store(1, [key]);
      const after = await answersTo(questions);
      expect(after).toEqual(before);
      // and to whom it is shown the worlds are two
      await give(formKey, { hidden: [], locked: [] });
      const open = questionsOf(staff, formKey, key).slice(-SHOWING);
      const shown = await answersTo(open);
      await store(0, [key]);
      expect(await answersTo(open)).not.toEqual(shown);
    },
    120_000,
  );
});

describe('a field that a node of the process hides, or the definition', () => {
  const hidden = KEYS.map((key) => `<sf:field key="${key}" visible="0"/>`).join('');
  const worlds = { node: ['blindNodeA', 'blindNodeB'], definition: ['blindDefA', 'blindDefB'] } as const;

  beforeAll(async () => {
    for (const [world, formKey] of worlds.node.entries()) {
      const xml = flowFile(
        formKey,
        `${task('check user u-hr', hidden)}${edge('f1', 'apply', 'check')}${edge('f2', 'check', 'e')}`,
      );
      await publishStory(server, formKey, xml, fieldsWith({}));
      await datasetsOf(formKey);
      for (const at of [0, 1, 2]) await begin(server, formKey, valuesIn(world as 0 | 1, at) as never);
    }
    for (const [world, formKey] of worlds.definition.entries()) {
      const form = { access: { createRoles: ['*'] }, titleTemplate: '${name} ${text}' };
      await publish(formKey, { ...form, fields: fieldsWith({}) });
      await give(formKey, {}, 'hr');
      await datasetsOf(formKey);
      for (const at of [0, 1, 2])
        expect(
          (
            await admin.post(`${CRUD}/saveOrUpdate/${formKey}`, {
              fieldsMap: valuesIn(world as 0 | 1, at),
              childTables: {},
            })
          ).code,
        ).toBe('1');
      await publish(formKey, { ...form, fields: fieldsWith({ flowVisible: '0' }) });
    }
    await admin.post('/api/system/sys/roleScope/save', { code: 'hr', scope: 'all', forms: [] });
  }, 240_000);

  // the search goes over both worlds; who may apply learns from a refusal whether a value is taken (ACC-011)
  const LEFT_OUT: Record<keyof typeof worlds, readonly string[]> = {
    node: ['search', 'relation path', 'unique'],
    definition: ['search', 'relation path'],
  };

  it.each(['node', 'definition'] as const)(
    'moves no answer: hidden by the %s',
    async (by) => {
      for (const key of KEYS) {
        const [first, second] = [[], []] as [string[], string[]];
        for (const [world, formKey] of worlds[by].entries())
          (world === 0 ? first : second).push(
            ...(await answersTo(questionsOf(hr, formKey, key).filter(({ way }) => !LEFT_OUT[by].includes(way)))),
          );
        const plain = (answers: readonly string[]): string[] =>
          answers.map((text) =>
            text.replaceAll(/blind(?:Node|Def)[AB]/g, 'form').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'time'),
          );
        expect([key, plain(second)]).toEqual([key, plain(first)]);
        expect(first.some((text) => text.includes('第1条'))).toBe(true);
      }
    },
    120_000,
  );
});

describe('a reminder of personnel', () => {
  const questions = REMINDERS.flatMap(({ call, field, otherFields }) =>
    [...otherFields, field ?? 'certificates.validTo'].map((key) => [call, key] as const),
  );

  it.each(questions)(
    '%s is refused to whom %s is hidden, however many days ahead and in whatever order it is asked',
    async (call, key) => {
      const ask = (data: object) =>
        hr.post<{ page: { total: number } }>(`/api/system/hr/userArchives/${call}`, { data });
      await give('userFiles', { hidden: [], locked: [] }, 'hr');
      expect((await ask({ days: 3_000 })).code).toBe('1');
      await give('userFiles', { hidden: [key], locked: [] }, 'hr');
      for (const data of [{ days: 1 }, { days: 3_000 }, { days: 3_000, sort: { field: 'employeeNo', order: 'asc' } }]) {
        const answer = await ask(data);
        expect([answer.code, answer.msg.includes(key.split('.').at(-1) ?? '')]).toEqual(['REQUEST_INVALID', true]);
      }
      await give('userFiles', { hidden: [], locked: [] }, 'hr');
    },
  );
});
