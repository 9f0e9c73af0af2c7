import { fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import type { MapNode } from '../../../src/grammar/nodes.ts';
import type { DrillDownQuery, FigureAnswer, FigureQuestion } from '../../../src/runtime/services/datasets.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { MapBlock } from '../../../src/screens/map/MapBlock.tsx';
import { fakeServices, renderAt } from '../fakes.tsx';

const square = (adcode: string, name: string, x: number) => ({
  type: 'Feature',
  properties: { adcode, name },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, 30],
        [x + 1, 30],
        [x + 1, 31],
        [x, 30],
      ],
    ],
  },
});
const OUTLINES: Record<string, object[]> = {
  '100000': [square('370000', '山东省', 110), square('320000', '江苏省', 112)],
  '370000': [square('370100', '济南市', 110), square('370200', '青岛市', 111)],
};
const figures = [
  { key: 'amount', label: '合同额', unit: '元', isMeasure: true },
  { key: 'count', label: '合同', unit: '份', isMeasure: true },
];
const group = (key: string, label: string) => ({ key, label, by: null });
const COUNTRY: FigureAnswer = {
  datasetKey: 'a/b',
  name: '合同分布',
  maySee: true,
  groups: [group('province', '省份')],
  figures,
  rows: [
    { keys: ['320000'], labels: ['江苏省'], values: ['100', '1'] },
    { keys: ['370000'], labels: ['山东省'], values: ['300.5', '2'] },
    { keys: [''], labels: ['未填写'], values: ['7', '1'] },
  ],
  total: 3,
};
const CITIES: FigureAnswer = {
  ...COUNTRY,
  groups: [group('province', '省份'), group('city', '城市')],
  rows: [
    { keys: ['370000', '370200'], labels: ['山东省', '青岛市'], values: ['300.5', '2'] },
    { keys: ['320000', '320100'], labels: ['江苏省', '南京市'], values: ['100', '1'] },
  ],
};
const node: MapNode = { tag: 'map', dataset: 'a/b', title: '合同地图', areas: ['province', 'city'] };

function prepare(ask: (question: FigureQuestion) => Promise<FigureAnswer>, approvalNumber = '') {
  const behind = vi.fn<(question: DrillDownQuery) => Promise<never>>(() => new Promise(() => undefined));
  const services = {
    ...fakeServices({}),
    request: ({ params: { code } }: { params: { code: string } }) =>
      OUTLINES[code]
        ? Promise.resolve({
            code,
            mapSource: '',
            approvalNumber,
            drawn: Object.keys(OUTLINES),
            outline: { type: 'FeatureCollection', features: OUTLINES[code] },
          })
        : Promise.reject(new ServiceError('404', '没有找到')),
    datasets: { query: ask, drillDown: behind },
  } as unknown as Services;
  return { services, behind };
}

it('the map is readable as a table, leads into a province and back, and to the records of each figure', async () => {
  const ask = vi.fn((question: FigureQuestion) => Promise.resolve(question.by?.length === 2 ? CITIES : COUNTRY));
  const { services, behind } = prepare(ask);
  const { container } = await renderAt('/map', services, <MapBlock node={node} path={[]} />);
  expect(await screen.findByText(/另有 1 组不在图上，见表格；示意图，仅供内部使用/)).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: '合同地图：以表格显示' }));
  const rows = (): string[][] =>
    [...container.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
  expect(rows()).toEqual([
    ['省份', '合同额（元）', '合同（份）'],
    ['山东省', '300.5', '2'],
    ['江苏省', '100', '1'],
    ['未填写', '7', '1'],
  ]);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  // 江苏 has no outline of its own: it cannot be entered, its records can be opened
  expect(screen.queryByRole('button', { name: '江苏省' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '江苏省 合同额 100，查看明细' }));
  await vi.waitFor(() =>
    expect(behind.mock.calls[0]?.[0]).toMatchObject({ keys: { province: '320000' }, figure: 'amount' }),
  );

  fireEvent.click(screen.getByRole('button', { name: '山东省' }));
  await vi.waitFor(() => expect(rows().slice(1)).toEqual([['青岛市', '300.5', '2']]));
  expect(ask.mock.calls.map(([question]) => question.by)).toEqual([['province'], ['province', 'city']]);
  fireEvent.click(screen.getByRole('button', { name: '青岛市 合同 2，查看明细' }));
  await vi.waitFor(() =>
    expect(behind.mock.calls.at(-1)?.[0]).toMatchObject({
      keys: { province: '370000', city: '370200' },
      figure: 'count',
    }),
  );
  const bar = screen.getByRole('navigation', { name: '区划' });
  fireEvent.click(within(bar).getByRole('button', { name: '全国' }));
  await vi.waitFor(() => expect(rows()).toHaveLength(4));
});

it('outlines with an approval number show it; a map without records says why', async () => {
  const { services } = prepare(
    () => Promise.resolve({ ...COUNTRY, rows: [], total: 0, maySee: false }),
    'GS(2026)0001号',
  );
  await renderAt('/map', services, <MapBlock node={node} path={[]} />);
  expect(await screen.findByText('没有您可查看的记录；审图号：GS(2026)0001号')).toBeDefined();
});

it('points over areas that are left out are counted below the map', async () => {
  const { services } = prepare((question) =>
    Promise.resolve(question.datasetKey === 'a/points' ? { ...COUNTRY, total: 1400 } : COUNTRY),
  );
  const points = { dataset: 'a/points', longitude: 'x', latitude: 'y' };
  await renderAt('/map', services, <MapBlock node={{ ...node, points } as MapNode} path={[]} />);
  expect(await screen.findByText(/只标出前 3 处，共 1400 处/)).toBeDefined();
});

it('an area without outlines says so and can be tried again', async () => {
  const { services } = prepare(() => Promise.resolve(COUNTRY));
  await renderAt('/map', services, <MapBlock node={{ ...node, root: '990000' }} path={[]} />);
  expect((await screen.findByRole('alert')).textContent).toContain('地图边界未能取得：没有找到');
});
