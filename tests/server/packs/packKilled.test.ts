import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { PackItem } from '../../../src/server/packs/packItem.ts';
import { packText } from '../../../src/server/packs/packFile.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { isLong } from '../../support/tier.ts';
import { startProcess } from '../support/process.ts';
import { signIn, type Client } from '../support.ts';
import { BASE, input, type Preview } from './carPool.ts';

const made: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const clean of made) await clean();
});

const COUNT = 12;
/** A dictionary and forms that lead from one to the next. */
const ITEMS: PackItem[] = [
  {
    kind: 'dictionary',
    key: 'killedKind',
    name: '种类',
    content: { typeName: '种类', parentCode: null, items: [{ dictLabel: '甲', dictValue: '1' }] },
    needs: [],
  },
  ...Array.from({ length: COUNT }, (_none, index): PackItem => {
    const key = `killed${index}`;
    const relation = { tag: 'recordSelector', __vModel__: 'next', label: '下一个', to: `killed${index + 1}` };
    return {
      kind: 'form',
      key,
      name: `表单${index}`,
      content: {
        formKey: key,
        formName: `表单${index}`,
        fields: [input('name', '名称'), ...(index + 1 < COUNT ? [relation] : [])],
        access: { createRoles: ['*'] },
      },
      needs: [],
    };
  }),
];
const PACK = packText({ name: '中断', note: '', madeAt: '2026-11-24 10:00:00', madeBy: '甲', items: ITEMS });

/** How many of the pack's things are here, and how many imports are remembered. */
async function left(admin: Client): Promise<{ things: number; imports: number }> {
  const { data: forms } = await admin.get<{ formKey: string }[]>('/api/system/frmDef/list');
  const { data: dictionary } = await admin.get<unknown[]>(
    '/api/system/sys/dictItem/getDictItemByTypeCode?typeCode=killedKind',
  );
  const { data: page } = await admin.post<{ page: { total: number } }>(`${BASE}/page`, {});
  return {
    things: forms.filter(({ formKey }) => formKey.startsWith('killed')).length + dictionary.length,
    imports: page.page.total,
  };
}

it.runIf(isLong)(
  'a server that is killed while it takes a pack in leaves all of it or nothing, and goes on',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'pack-killed-'));
    const template = process.env['SERVER_TEST_TEMPLATE'];
    if (template) cpSync(template, dataDir, { recursive: true, filter: (path) => !path.endsWith('/pg/run') });
    const given = process.env['DATABASE_URL'];
    const databaseUrl = given ? await createDatabase(given, process.env['SERVER_TEST_TEMPLATE_DATABASE']) : '';
    made.push(async () => {
      if (databaseUrl) await dropDatabase(databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    });
    const start = () => startProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, DEMO: '1' });
    let server = await start();
    let admin = await signIn(server.url, 'admin');
    const began = performance.now();
    const { data } = await admin.post<Preview>(`${BASE}/preview`, { pack: PACK });
    const took = performance.now() - began;
    expect(data.problems.filter(({ level }) => level === 'error')).toEqual([]);
    const answer = admin.post(`${BASE}/import`, { pack: PACK, seen: data.seen }).then(
      ({ code }) => code,
      () => 'cut',
    );
    await pause(took * 0.6);
    await server.end('SIGKILL');
    const code = await answer;
    server = await start();
    admin = await signIn(server.url, 'admin');
    const now = await left(admin);
    const whole = { things: ITEMS.length, imports: 1 };
    if (code === '1') expect(now).toEqual(whole);
    else expect([{ things: 0, imports: 0 }, whole]).toContainEqual(now);
    if (now.things === 0) expect((await admin.post(`${BASE}/import`, { pack: PACK, seen: data.seen })).code).toBe('1');
    expect(await left(admin)).toEqual(whole);
    await server.end('SIGTERM');
  },
  240_000,
);
