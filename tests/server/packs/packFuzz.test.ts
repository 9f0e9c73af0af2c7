import fc from '../../support/fc.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PackItem } from '../../../src/server/packs/packItem.ts';
import { packText } from '../../../src/server/packs/packFile.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { BASE, input } from './carPool.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.api('admin');
});
afterAll(() => server.dispose());

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
