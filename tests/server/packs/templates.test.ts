import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordOf, type SampleRecord } from '../../../src/designer/templates/sampleRecord.ts';
import { startTestServer, type Client, type TestServer } from '../support.ts';
import { BASE, type Preview } from './carPool.ts';

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
