import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { FigureAnswer } from '../../../src/runtime/services/datasets.ts';
import { assignRows } from '../../../src/screens/map/areaRows.ts';
import { createInsideTest } from '../../../src/screens/map/createInsideTest.ts';
import { mapOption } from '../../../src/screens/map/mapOption.ts';
import { pointQuery, readPoints } from '../../../src/screens/map/mapPoints.ts';
import { areasOf, toEchartsMap, mapNameOf, shortName, type AreaOutline } from '../../../src/screens/map/outline.ts';

const shipped = (code: string): AreaOutline => ({
  code,
  mapSource: '',
  approvalNumber: '',
  drawn: [],
  outline: JSON.parse(readFileSync(`schemas/maps/${code}.json`, 'utf8')) as AreaOutline['outline'],
});
const answer = (groups: string[], rows: [string[], string[], (string | null)[]][]): FigureAnswer => ({
  datasetKey: 'a/b',
  name: '合同额',
  maySee: true,
  groups: groups.map((key) => ({ key, label: key, by: null })),
  figures: [{ key: 'amount', label: '合同额', unit: '元', isMeasure: true }],
  rows: rows.map(([keys, labels, values]) => ({ keys, labels, values })),
  total: rows.length,
});

describe('outlines that ship with the product', () => {
  it('have a file for the country and each of its provinces, whose areas are those of the product', () => {
    const provinces = JSON.parse(readFileSync('schemas/areas.json', 'utf8')) as {
      code: string;
      name: string;
      children?: { code: string }[];
    }[];
    expect(readdirSync('schemas/maps').filter((name) => /^\d{6}\.json$/.test(name))).toHaveLength(35);
    const drawn = areasOf(shipped('100000'));
    expect(drawn.map(({ code }) => code).sort()).toEqual(provinces.map(({ code }) => code).sort());
    for (const { code, children = [] } of provinces) {
      const codes = new Set(areasOf(shipped(code)).map((area) => area.code));
      expect(
        children.filter((part) => !codes.has(part.code)),
        code,
      ).toEqual([]);
    }
  });

  it('lie where their areas are', () => {
    const [shandong, jiangsu] = [createInsideTest(shipped('370000')), createInsideTest(shipped('320000'))];
    const [jinan, nanjing] = [[117.0, 36.67] as const, [118.78, 32.06] as const];
    expect([shandong(jinan), shandong(nanjing), jiangsu(jinan), jiangsu(nanjing)]).toEqual([true, false, false, true]);
    // of 西藏 the points were thinned out
    expect(createInsideTest(shipped('540000'))([91.13, 29.66])).toBe(true);
  });

  it('are handed to the drawing library under short names, the country with its inset of the South China Sea', () => {
    const country = toEchartsMap(shipped('100000')) as { features: { properties: Record<string, unknown> }[] };
    expect(country.features.map(({ properties }) => properties.name)).toEqual(
      expect.arrayContaining(['山东', '广西', '内蒙古', '新疆', '香港', '北京', '台湾']),
    );
    expect([mapNameOf('100000'), mapNameOf('370000'), shortName('宁夏回族自治区'), shortName('省')]).toEqual([
      'china',
      'area-370000',
      '宁夏',
      '省',
    ]);
  });
});

describe('areas and their figures', () => {
  const areas = areasOf(shipped('100000'));
  const of = (found: ReturnType<typeof assignRows>, code: string) =>
    found.areas.find(({ area }) => area.code === code)?.row?.values[0];

  it('belong together by code and by name with or without its ending; what lies nowhere is kept beside the map', () => {
    const found = assignRows(
      answer(
        ['province'],
        [
          [['370000'], ['山东省'], ['10']],
          [['江苏省'], ['江苏省'], ['20']],
          [['广西'], ['广西'], ['30']],
          [[''], ['未填写'], ['5']],
          [['海外'], ['海外'], ['6']],
        ],
      ),
      areas,
      'province',
      [],
    );
    expect([of(found, '370000'), of(found, '320000'), of(found, '450000'), of(found, '110000')]).toEqual([
      '10',
      '20',
      '30',
      undefined,
    ]);
    expect(found.unmatchedRows.map(({ labels }) => labels[0])).toEqual(['未填写', '海外']);
  });

  it('of a province are those of its own cities, whatever the order of the groups', () => {
    const rows = answer(
      ['city', 'province'],
      [
        [['370100', '370000'], ['济南市', '山东省'], ['10']],
        [['320100', '320000'], ['南京市', '江苏省'], ['20']],
      ],
    );
    const found = assignRows(rows, areasOf(shipped('370000')), 'city', [{ group: 'province', key: '370000' }]);
    expect([of(found, '370100'), found.unmatchedRows]).toEqual(['10', []]);
  });
});

describe('points', () => {
  const points = { record: 'project', longitude: 'lng', latitude: 'lat' };

  it('are asked by their groups; rows without a place on earth are counted, not drawn at 0', () => {
    expect(pointQuery(points)).toEqual({ by: ['project', 'lng', 'lat'] });
    const found = readPoints(
      points,
      answer(
        ['project', 'lng', 'lat'],
        [
          [['p1', '117.02', '36.67'], ['奥体中心', '117.02', '36.67'], ['1']],
          [['p2', '', ''], ['未定', '未填写', '未填写'], ['2']],
          [['p3', '999', '36'], ['错误', '999', '36'], ['3']],
        ],
      ),
    );
    expect(found.invalidPointCount).toBe(2);
    expect(found.points).toMatchObject([{ name: '奥体中心', position: [117.02, 36.67], recordId: 'p1' }]);
  });
});

describe('what is drawn', () => {
  const areas = areasOf(shipped('100000'));
  const drawing = {
    mapName: 'china',
    points: [],
    pointAnswer: null,
    hasLabels: true,
    canRoam: true,
    isNarrow: false,
  };

  it('colours areas by the first figure and says in words what an area holds', () => {
    const own = answer(['province'], [[['370000'], ['山东省'], ['1234.5']]]);
    const { areas: rows } = assignRows(own, areas, 'province', []);
    const option = mapOption({ ...drawing, areas: rows, answer: own }) as {
      visualMap: { min: number; max: number };
      series: { data: { name: string; value: number }[] }[];
      tooltip: { formatter(params: object): string };
    };
    expect([option.visualMap.min, option.visualMap.max]).toEqual([0, 1234.5]);
    expect(option.series[0]?.data.find(({ name }) => name === '山东')?.value).toBe(1234.5);
    const at = rows.findIndex(({ area }) => area.code === '370000');
    expect(option.tooltip.formatter({ seriesType: 'map', dataIndex: at })).toBe('山东省\n合同额：1,234.5 元');
    expect(option.tooltip.formatter({ seriesType: 'map', dataIndex: at === 0 ? 1 : 0 })).toMatch(/\n没有记录$/);
  });

  it('has no scale where every figure is 0', () => {
    const own = answer(['province'], [[['370000'], ['山东省'], ['0']]]);
    const option = mapOption({ ...drawing, areas: assignRows(own, areas, 'province', []).areas, answer: own });
    expect(option.visualMap).toBeUndefined();
  });
});
