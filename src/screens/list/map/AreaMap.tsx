import { Alert, Button, Spin } from 'antd';
import { useMemo } from 'react';
import { PHONE_WIDTH, useNarrower } from '../../../runtime/host/mediaQuery.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { FigureAnswer } from '../../../runtime/services/datasets.ts';
import { assignRows, type AreaRow } from '../../map/areaRows.ts';
import { MapDrawing } from '../../map/MapDrawing.tsx';
import { MapNotes } from '../../map/MapNotes.tsx';
import { mapOption } from '../../map/mapOption.ts';
import { MapPath } from '../../map/MapPath.tsx';
import { areasOf, COUNTRY, mapNameOf } from '../../map/outline.ts';
import { useOutline } from '../../map/useOutline.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { MapFields } from '../viewParts.ts';
import type { MapViewProps } from './MapView.tsx';
import { drawnArea, NOWHERE, restOf } from './places.ts';

/** The numbers of records as the map draws figures; without rows. */
const NO_COUNTS: FigureAnswer = {
  datasetKey: '',
  name: '',
  maySee: true,
  groups: [{ key: 'area', label: '地区', by: null }],
  figures: [{ key: 'count', label: '记录', unit: '条', isMeasure: false }],
  rows: [],
  total: 0,
};

/**
 * Numbers of records in the parts of an area. `rest`: in the area, but in none of its parts; of the country: in no known
 * area. `empty`: without a value, for the country only.
 */
interface AreaCounts {
  areas: readonly { code: string; name: string; count: number }[];
  rest: number;
  empty: number;
}

type Props = MapViewProps & { fields: Extract<MapFields, { kind: 'areas' }>; height: number };

/**
 * The provinces, or the cities of one, coloured by their numbers of records. A province opens its cities; the same areas
 * are buttons below the map, with those records that lie in none of them.
 */
export function AreaMap({ list, fields, height, query, refreshKey, place, onPlace }: Props) {
  const services = useServices();
  const isPhone = useNarrower(PHONE_WIDTH);
  const code = drawnArea(place);
  const { conditions, keyword, behind } = query;
  const asked = JSON.stringify([conditions, keyword, behind]);
  const { load, reload } = useLoad(
    async () => ({
      code,
      asked,
      counts: (await services.request({
        url: `/system/relation/areas/${encodeURIComponent(list.formKey)}`,
        method: 'POST',
        params: {
          data: { conditions, keyword, behind },
          field: fields.area,
          areaCode: code,
          isOwn: !list.isWholeUnit,
        },
      })) as AreaCounts,
    }),
    [services, list, fields.area, asked, code, refreshKey],
  );
  // the numbers of another area or of other conditions are not those of the list beside the map
  const counts = load.value?.code === code && load.value.asked === asked ? load.value.counts : undefined;
  const outline = useOutline(code);
  const country = useOutline(COUNTRY);
  const { drawn } = outline;
  // without numbers an area has its name only: it is not known to have no records
  const answer = useMemo(
    (): FigureAnswer | null =>
      counts
        ? {
            ...NO_COUNTS,
            rows: counts.areas.map((area) => ({
              keys: [area.code],
              labels: [area.name],
              values: [String(area.count)],
            })),
          }
        : null,
    [counts],
  );
  const rows = useMemo(
    (): AreaRow[] => assignRows(answer ?? NO_COUNTS, drawn ? areasOf(drawn) : [], 'area', []).areas,
    [answer, drawn],
  );
  const chosen = rows.find(({ area }) => area.code === place)?.area;
  const option = useMemo(
    () =>
      mapOption({
        mapName: mapNameOf(code),
        areas: rows,
        answer,
        points: [],
        pointAnswer: null,
        hasLabels: true,
        canRoam: !isPhone,
        // the colour scale stands in the corner, as on a phone
        isNarrow: true,
        // the provinces in the east are too close to each other for names
        figureLabels: code === COUNTRY || isPhone ? 'alone' : 'below',
        chosen: chosen?.name,
      }),
    [code, rows, answer, isPhone, chosen?.name],
  );
  const isCountry = code === COUNTRY;
  const provinces = country.drawn ? areasOf(country.drawn) : [];
  const provinceName = provinces.find((area) => area.code === code)?.fullName ?? '所选省份';
  const cityName = counts?.areas.find((area) => area.code === place)?.name ?? chosen?.fullName;
  /** Chooses a place; once more, and what lies around it is shown again. */
  const choose = (next: string): void => onPlace(next === place ? (isCountry ? '' : code) : next);
  const entries = counts
    ? [
        ...counts.areas.map((area) => ({ place: area.code, name: area.name, count: area.count })),
        { place: restOf(code), name: isCountry ? '认不出的地区' : '未写明市县', count: counts.rest },
        { place: NOWHERE, name: '未填写', count: counts.empty },
      ].filter(({ count, place: own }) => count > 0 || own === place)
    : [];
  const steps = [
    { name: '全国', place: '' },
    ...(isCountry ? [] : [{ name: provinceName, place: code }]),
    ...(cityName !== undefined && !isCountry ? [{ name: cityName, place }] : []),
  ];
  return (
    <>
      <MapPath steps={steps} onStep={(step) => onPlace(step.place)} />
      {load.state === 'error' ? (
        <Alert
          type="error"
          showIcon
          message="各地区的条数未能取得"
          description={messageOf(load.error)}
          action={<Button onClick={reload}>重试</Button>}
        />
      ) : null}
      <Spin spinning={load.state === 'loading'}>
        <MapDrawing
          outline={drawn}
          isLoading={outline.load.state === 'loading'}
          option={option}
          height={height}
          label={`按${fields.title}的地图`}
          onPress={({ index }) => {
            const pressed = rows[index];
            if (pressed?.row) choose(pressed.area.code);
          }}
        />
      </Spin>
      {entries.length > 0 ? (
        <ul className="sc-map-areas" aria-label={`按${fields.title}`}>
          {entries.map((entry) => (
            <li key={entry.place}>
              <Button
                size="small"
                type={entry.place === place ? 'primary' : 'default'}
                aria-pressed={entry.place === place}
                onClick={() => choose(entry.place)}
                data-place={entry.place}
              >
                {entry.name} <b>{entry.count}</b>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <MapNotes outline={outline} empty={counts && entries.length === 0 ? '没有符合条件的记录' : ''} />
    </>
  );
}
