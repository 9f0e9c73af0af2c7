import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordOf, type SampleRecord } from '../../../src/designer/templates/sampleRecord.ts';
import { type Client, startTestServer, type TestServer } from '../support.ts';
import { BASE, input, type Preview } from './carPool.ts';
import fc from '../../support/fc.ts';
import type { PackItem } from '../../../src/server/packs/packItem.ts';
import { packText } from '../../../src/server/packs/packFile.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

interface Shipped {
  pack: { name: string; items: { kind: string; key: string }[] };
  samples: { formKey: string; records: SampleRecord[] } | null;
}

const FOLDER = 'schemas/templates';

const shipped = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Shipped);

describe('a template that the product ships', () => {
  let server: TestServer;
  let admin: Client;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.api('admin');
  }, 120_000);
  afterAll(() => server.dispose());

  it('is one of six, half of them with a process', () => {
    expect(shipped.map(({ pack }) => pack.name).toSorted()).toEqual(
      ['用车申请', '请假申请', '固定资产领用', '会议室预订', '合同台账', '巡检记录'].toSorted(),
    );
    expect(shipped.filter(({ pack }) => pack.items.some(({ kind }) => kind === 'flow'))).toHaveLength(3);
  });

  it.each(shipped.map((one) => [one.pack.name, one] as const))(
    '%s is taken in without a fault, its samples are valid records and its figures add up',
    async (_name, { pack, samples }) => {
      const text = JSON.stringify(pack);
      const { data: preview } = await admin.post<Preview>(`${BASE}/preview`, { pack: text });
      // who may use it is said when it goes into the menu
      expect(preview.problems.filter(({ path }) => path[0] !== 'access')).toEqual([]);
      expect(preview.missing).toEqual([]);
      const { seen, items } = preview;
      expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['new']));
      const taken = await admin.post(`${BASE}/import`, { pack: text, seen });
      expect([taken.code, taken.msg]).toEqual(['1', '已导入']);
      const records = samples?.records ?? [];
      for (const sample of records) {
        // oxlint-disable-next-line no-await-in-loop
        const saved = await admin.post(`/api/system/frmCrud/saveOrUpdate/${samples?.formKey}`, { ...recordOf(sample) });
        expect([saved.code, saved.msg]).toEqual(['1', expect.anything()]);
      }
      const datasetKey = pack.items.find(({ kind }) => kind === 'dataset')?.key;
      const { data } = await admin.post<{ rows: { values: unknown[] }[] }[]>('/api/system/dataset/run', {
        questions: [{ datasetKey }],
      });
      const counted = data[0]?.rows.reduce((sum, { values }) => sum + Number(values[0]), 0);
      expect(counted).toBe(records.length);
    },
  );

  it('is refused when somebody has edited its file', async () => {
    const [first] = shipped;
    const text = JSON.stringify(first?.pack).replace(/"label":"[^"]+"/, '"label":"改过"');
    const { code } = await admin.post(`${BASE}/preview`, { pack: text });
    expect(code).toBe('PACK_FILE');
  });
});

const head = { name: '乱', note: '', madeAt: '2026-11-24 10:00:00', madeBy: '甲' };

const word = fc.constantFrom(
  '',
  ' ',
  '名',
  '__proto__',
  'constructor',
  '../..',
  "a' or 1=1",
  '𠀀',
  '\u202e倒',
  'x'.repeat(300),
);

const loose = fc.oneof(word, fc.jsonValue({ maxDepth: 3 }));

const form = fc.record({
  formKey: loose,
  formName: loose,
  fields: fc.oneof(
    loose,
    fc.array(fc.oneof(loose, fc.constant(input('a', '甲')), fc.record({ tag: word, __vModel__: word, to: word }))),
  ),
  access: loose,
  flowKey: loose,
  effects: loose,
});

const contents: Record<string, fc.Arbitrary<unknown>> = {
  form: fc.oneof(form, fc.dictionary(word, loose)),
  screen: fc.record({ title: loose, root: fc.oneof(loose, fc.record({ tag: word, formKey: word, children: loose })) }),
  dataset: fc.record({ name: loose, from: word, params: loose, groupBy: loose, measures: loose }),
  flow: fc.oneof(
    word,
    fc.constant('<a/>'),
    fc.constant('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  ),
  menu: fc.record({
    parentCode: fc.oneof(fc.constantFrom('office', 'system', 'k1'), fc.constant(null)),
    roles: fc.oneof(fc.constant(null), fc.array(fc.constantFrom('admin', 'none'), { maxLength: 2 })),
    place: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    item: fc.dictionary(
      fc.constantFrom('name', 'path', 'component', 'query', 'meta', 'roles', 'children', 'id'),
      loose,
    ),
  }),
  role: fc.record({
    name: fc.constantFrom('角色甲', '系统管理员', '经办人'),
    note: fc.constant(''),
    sn: fc.integer({ min: -5, max: 5 }),
    permissions: fc.array(fc.constantFrom('*:*:*', 'system:dict:edit', 'none')),
    scopes: fc.array(
      fc.record({ formKey: fc.constantFrom('', 'none', 'businessSealApply'), scope: fc.constantFrom('all', 'chosen') }),
    ),
    forms: fc.array(
      fc.record({
        formKey: fc.constantFrom('none', 'businessSealApply'),
        rights: fc.array(fc.constantFrom('see', 'print')),
        hidden: fc.array(fc.constantFrom('none', 'reason')),
        locked: fc.constant([] as string[]),
      }),
    ),
  }),
};

const need = fc.record({
  kind: fc.constantFrom('role', 'user', 'dept', 'form'),
  key: fc.constantFrom('x', '__proto__', 'admin', 'toString'),
  name: word.map((text) => text.slice(0, 200)),
  path: fc.array(fc.oneof(fc.constantFrom('__proto__', 'fields', 'constructor'), fc.integer({ min: 0, max: 3 })), {
    maxLength: 3,
  }),
  place: fc.constant(''),
});

const item = fc.constantFrom(...Object.keys(contents)).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    key: fc.constantFrom('k1', 'k2', 'businessSealApply', 'admin', 'constructor'),
    name: word.map((text) => text.slice(0, 200)),
    content: contents[kind] as fc.Arbitrary<unknown>,
    needs: fc.array(need, { maxLength: 3 }),
  }),
);

it('whatever stands in a pack whose hashes are right, it is checked or refused in Chinese, and nothing is stored', async () => {
  const count = async (): Promise<string> => {
    const { db } = server.context;
    const rows = await Promise.all(
      (['doc_version', 'sys_menu', 'sys_role', 'sys_role_form', 'sys_role_scope', 'sys_pack'] as const).map((table) =>
        db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    );
    return JSON.stringify(rows);
  };
  const before = await count();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(item, { minLength: 1, maxLength: 4, selector: ({ kind, key }) => `${kind} ${key}` }),
      fc.dictionary(
        fc.constantFrom('role x', 'user x', 'dept x', 'role admin', 'user __proto__'),
        fc.constantFrom('staff', '"><x', '$&', 'none'),
      ),
      async (items, mapping) => {
        const pack = packText({ ...head, items: items as PackItem[] });
        const answer = await admin.post<{ items: unknown[] }>(`${BASE}/preview`, {
          pack,
          mapping,
          take: items.map(({ kind, key }) => ({ kind, key })),
        });
        if (answer.status === 200) expect(answer.data.items).toHaveLength(items.length);
        else expect([answer.status < 500, answer.msg]).toEqual([true, expect.stringMatching(/[\u4e00-\u9fff]/)]);
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
        expect(({} as Record<string, unknown>)['staff']).toBeUndefined();
      },
    ),
    { numRuns: 120 },
  );
  expect(await count()).toBe(before);
}, 120_000);
