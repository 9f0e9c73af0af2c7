import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { ListNode } from '../../../src/grammar/nodes.ts';
import type { AnyOf, ListCondition, ListQuery } from '../../../src/runtime/services/paging.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { drawnArea, placeConditions } from '../../../src/screens/list/map/places.ts';
import { widget as number } from '../../../src/widgets/el-input-number/index.ts';
import { axeFaults } from '../axeFaults.ts';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());
// without a layout nothing can be drawn: each area of the drawing is a button
vi.mock('../../../src/screens/map/MapCanvas.tsx', () => ({
  MapCanvas: ({ option, onPress }: { option: Drawn; onPress(mark: { kind: 'area' | 'point'; index: number }): void }) =>
    option.series[0]?.data.map(({ name, value }, index) => (
      <button
        key={name}
        type="button"
        title={option.tooltip.formatter({ dataIndex: index })}
        onClick={() => onPress({ kind: 'area', index })}
      >
        图上的{name}：{String(value)}
      </button>
    )),
}));
interface Drawn {
  tooltip: { formatter(mark: { dataIndex: number }): string };
  series: { data: { name: string; value: number }[] }[];
}

describe('a place of a map', () => {
  const areas = { kind: 'areas', area: 'region', title: '地区' } as const;
  it('is drawn in its province, and what names no place on the map of the country', () => {
    expect(['', 'empty', '100000.rest'].map(drawnArea)).toEqual(['100000', '100000', '100000']);
    expect(['370000', '370000.rest', '370102'].map(drawnArea)).toEqual(['370000', '370000', '370000']);
    expect(drawnArea('110105')).toBe('110000');
  });

  it('selects its records by one condition', () => {
    expect(placeConditions(areas, '')).toEqual([]);
    expect(placeConditions(areas, '370100')).toEqual([{ field: 'region', op: 'area', value: '370100' }]);
    expect(placeConditions(areas, '100000.rest')).toEqual([{ field: 'region', op: 'areaOnly', value: '100000' }]);
    expect(placeConditions(areas, 'empty')).toEqual([{ field: 'region', op: 'empty' }]);
  });
});

const FORM = {
  formKey: 'seal',
  formName: '工地',
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称', isList: '1' },
    { tag: 'el-input', __vModel__: 'region', label: '所在地区' },
    { tag: 'el-input-number', __vModel__: 'lng', label: '经度' },
    { tag: 'el-input-number', __vModel__: 'lat', label: '纬度' },
  ],
};
const feature = (adcode: string, name: string) => ({
  type: 'Feature',
  properties: { adcode, name },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [110, 30],
        [111, 30],
        [111, 31],
        [110, 30],
      ],
    ],
  },
});
const OUTLINES: Record<string, object[]> = {
  '100000': [feature('370000', '山东省'), feature('320000', '江苏省')],
  '370000': [feature('370100', '济南市'), feature('370200', '青岛市')],
};
const site = (id: string, region: string, lng: number | null = null): FormRecord =>
  aRecord(id, { name: `工地${id}`, region, lng, lat: lng === null ? null : 36.6 }, { title: `工地${id}` });
/** The areas of the records, as the server reads them. */
const CODES: Record<string, string[]> = { 济南: ['370000', '370100'], 山东: ['370000'], 月球: [], '': [] };

let stored: FormRecord[] = [];
let askedAreas: unknown[] = [];
let askedLists = 0;
let isDown = false;
let isEstimate = false;
beforeEach(() => {
  stored = [site('1', '济南', 117), site('2', '济南', 118), site('3', '山东'), site('4', '月球'), site('5', '')];
  askedAreas = [];
  askedLists = 0;
  isDown = false;
  isEstimate = false;
});
const codesOf = ({ fieldsMap }: FormRecord): string[] => CODES[String(fieldsMap['region'])] ?? [];
const holds = (record: FormRecord, condition: ListCondition | AnyOf): boolean => {
  if ('anyOf' in condition) return condition.anyOf.some((one) => holds(record, one));
  const { field, op, value } = condition as { field: string; op: string; value?: unknown };
  const own = record.fieldsMap[field];
  if (field === 'flwState') return true;
  if (op === 'empty') return own === '' || own === null;
  if (op === 'range') return own !== null;
  if (op === 'area') return codesOf(record).includes(String(value));
  if (op === 'areaOnly')
    return value === '100000' ? own === '月球' : codesOf(record).at(-1) === value && codesOf(record).length === 1;
  return false;
};
const services = () => ({
  ...fakeServices({
    forms: { definition: async () => FORM } as never,
    records: {
      list: async (_formKey: string, query: ListQuery) => {
        askedLists += 1;
        const list = stored.filter((record) => query.conditions.every((one) => holds(record, one as ListCondition)));
        return { list, total: list.length, ...(isEstimate ? { isEstimate } : {}) };
      },
    } as never,
  }),
  request: async ({ url, params }: { url: string; params?: { code?: string; field?: string; areaCode?: string } }) => {
    if (url.includes('/areas/')) {
      askedAreas.push([params?.field, params?.areaCode]);
      if (isDown) throw new ServiceError('NETWORK', '网络不通');
      if (stored.length === 0) return { areas: [], rest: 0, empty: 0 };
      return params?.areaCode === '100000'
        ? { areas: [{ code: '370000', name: '山东省', count: 3 }], rest: 1, empty: 1 }
        : { areas: [{ code: '370100', name: '济南市', count: 2 }], rest: 1, empty: 0 };
    }
    if (!url.endsWith('/outline')) return { rights: ['see'] };
    const features = OUTLINES[params?.code ?? ''];
    if (!features) throw new ServiceError('404', '没有找到');
    return {
      code: params?.code,
      mapSource: '',
      approvalNumber: '',
      drawn: Object.keys(OUTLINES),
      outline: { type: 'FeatureCollection', features },
    };
  },
});
const show = (map: ListNode['map'], address = '/x') =>
  renderAt(
    address,
    services() as never,
    <ListBlock node={{ tag: 'list', formKey: 'seal', view: { kind: 'map' }, map } as ListNode} path={['root']} />,
    situation,
    [{ name: 'more', install: ({ registerWidget }) => void registerWidget(number as never) }],
  );
const entry = (name: string): HTMLElement => screen.getByRole('button', { name });
const rows = (): (string | null | undefined)[] =>
  [...document.querySelectorAll('.sc-map-records [data-row-key]')].map((row) => row.getAttribute('data-row-key'));

describe('the map of a list', () => {
  it('counts by province, opens one, and lists what lies in each place and what names none', async () => {
    await show({ area: 'region' });
    await screen.findByRole('button', { name: '山东省 3' });
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(await axeFaults(document.body)).toEqual([]);
    // the list of the block, the numbers, and the records beside the map
    expect([askedLists, askedAreas.length]).toEqual([2, 1]);
    fireEvent.click(entry('认不出的地区 1'));
    await waitFor(() => expect(rows()).toEqual(['4']));
    // a place asks for its records only, and once
    expect([askedLists, askedAreas.length]).toEqual([3, 1]);
    fireEvent.click(entry('未填写 1'));
    await waitFor(() => expect(rows()).toEqual(['5']));
    fireEvent.click(entry('山东省 3'));
    await screen.findByRole('button', { name: '济南市 2' });
    await waitFor(() => expect(rows()).toEqual(['1', '2', '3']));
    fireEvent.click(entry('未写明市县 1'));
    await waitFor(() => expect(rows()).toEqual(['3']));
    fireEvent.click(entry('济南市 2'));
    await waitFor(() => expect(rows()).toEqual(['1', '2']));
    expect(entry('济南市 2').getAttribute('aria-pressed')).toBe('true');
    // the place stands in the address, so that back and a saved view lead to it
    expect(document.body.textContent).toContain('place=370100');
    // in the drawing, the area that is pressed once more is left
    fireEvent.click(await screen.findByRole('button', { name: '图上的济南市：2' }));
    await waitFor(() => expect(rows()).toEqual(['1', '2', '3']));
    fireEvent.click(screen.getByRole('button', { name: '图上的济南市：2' }));
    await waitFor(() => expect(rows()).toEqual(['1', '2']));
    const path = within(screen.getByRole('navigation', { name: '区划' }));
    fireEvent.click(path.getByRole('button', { name: '全国' }));
    await screen.findByRole('button', { name: '山东省 3' });
    await waitFor(() => expect(rows()).toHaveLength(5));
  });

  it('opens at the place of the address, and tells when the numbers could not be had', async () => {
    isDown = true;
    await show({ area: 'region' }, '/x?place=370100');
    await screen.findByText('各地区的条数未能取得');
    await waitFor(() => expect(rows()).toEqual(['1', '2']));
    // without the numbers no area is said to have no records
    expect((await screen.findByText(/图上的济南市/)).title).toBe('济南市');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }));
    await screen.findByRole('button', { name: '济南市 2' });
    expect(askedAreas.at(-1)).toEqual(['region', '370000']);
    expect(screen.getByText(/图上的青岛市/).title).toContain('没有记录');
  });

  it('says so when there is no record at all', async () => {
    stored = [];
    await show({ area: 'region' });
    await screen.findByText(/^没有符合条件的记录/);
    expect(screen.queryByRole('list', { name: '按所在地区' })).toBeNull();
  });

  it('by longitude and latitude lists the records without them apart', async () => {
    await show({ longitude: 'lng', latitude: 'lat' });
    fireEvent.click(await screen.findByRole('button', { name: '没有有效经纬度 3' }));
    await waitFor(() => expect(rows()).toEqual(['3', '4', '5']));
    fireEvent.click(entry('没有有效经纬度 3'));
    await waitFor(() => expect(rows()).toHaveLength(5));
    expect(askedAreas).toEqual([]);
  });

  it('says of an estimate that it is one', async () => {
    isEstimate = true;
    await show({ longitude: 'lng', latitude: 'lat' });
    await screen.findByRole('button', { name: '没有有效经纬度 约 3' });
  });

  it('is not offered over fields that hold no areas and no numbers', async () => {
    await show({ area: 'lng' });
    await screen.findByText('工地1');
    expect(document.querySelector('[data-map]')).toBeNull();
    fireEvent.click(document.querySelector('[data-action="look"]') as HTMLElement);
    await screen.findByRole('menuitem', { name: /卡片/ });
    expect(screen.queryByRole('menuitem', { name: /地图/ })).toBeNull();
  });
});
