import { Alert, Button, Spin } from 'antd';
import { useMemo } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
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
import { drawnArea, NO_LOCATION, restPlaceOf } from './places.ts';

/**
 * A dataset answer with one group (the area), one figure (the number of records) and no rows yet. The map draws answers
 * with this group and this figure.
 */
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
 * Numbers of records in the parts of an area. `rest`: records in the area, but in none of its parts (for the whole
 * country: in no known area). `empty`: records without an area, counted only for the whole country.
 */
interface AreaCounts {
  areas: readonly { code: string; name: string; count: number }[];
  rest: number;
  empty: number;
}

type Props = MapViewProps & { fields: Extract<MapFields, { kind: 'areas' }>; height: number };

/**
 * A map of the provinces, or of the cities of one province, coloured by number of records. A click on an area selects
 * it; after a click on a province, the map shows its cities. Buttons below the map select the same areas, the records
 * that lie in none of them, or the records without an area.
 */
export function AreaMap({ list, fields, height, query, refreshKey, place, onPlace }: Props) {
  const services = useServices();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const areaCode = drawnArea(place);
  const { conditions, keyword, behind } = query;
  const requestKey = JSON.stringify([conditions, keyword, behind]);
  const { load, reload } = useLoad(
    async () => ({
      areaCode,
      requestKey,
      counts: (await services.request({
        url: `/system/relation/areas/${encodeURIComponent(list.formKey)}`,
        method: 'POST',
        params: {
          data: { conditions, keyword, behind },
          field: fields.area,
          areaCode,
          isOwn: !list.isWholeUnit,
        },
      })) as AreaCounts,
    }),
    [services, list, fields.area, requestKey, areaCode, refreshKey],
  );
  // numbers for another area or for other conditions are not shown, because the list next to the map does not match
  // them
  const counts =
    load.value?.areaCode === areaCode && load.value.requestKey === requestKey ? load.value.counts : undefined;
  const outline = useOutline(areaCode);
  const countryOutline = useOutline(COUNTRY);
  const { loadedOutline } = outline;
  // before the numbers are loaded, the areas are drawn without numbers, because 0 would be wrong
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
    (): AreaRow[] => assignRows(answer ?? NO_COUNTS, loadedOutline ? areasOf(loadedOutline) : [], 'area', []).areas,
    [answer, loadedOutline],
  );
  const selectedArea = rows.find(({ area }) => area.code === place)?.area;
  const option = useMemo(
    () =>
      mapOption({
        mapName: mapNameOf(areaCode),
        areas: rows,
        answer,
        points: [],
        pointAnswer: null,
        hasLabels: true,
        canRoam: !isPhone,
        // moves the colour scale to the corner, as on a phone
        isNarrow: true,
        // the provinces in the east are too close to each other for names
        figureLabels: areaCode === COUNTRY || isPhone ? 'alone' : 'below',
        framedAreaName: selectedArea?.name,
      }),
    [areaCode, rows, answer, isPhone, selectedArea?.name],
  );
  const isCountry = areaCode === COUNTRY;
  const provinces = countryOutline.loadedOutline ? areasOf(countryOutline.loadedOutline) : [];
  const provinceName = provinces.find((area) => area.code === areaCode)?.fullName ?? '所选省份';
  const cityName = counts?.areas.find((area) => area.code === place)?.name ?? selectedArea?.fullName;
  /** Selects a place. If the place is already selected, selects the area around the place instead. */
  const togglePlace = (next: string): void => onPlace(next === place ? (isCountry ? '' : areaCode) : next);
  const entries = counts
    ? [
        ...counts.areas.map((area) => ({ place: area.code, name: area.name, count: area.count })),
        { place: restPlaceOf(areaCode), name: isCountry ? '认不出的地区' : '未写明市县', count: counts.rest },
        { place: NO_LOCATION, name: '未填写', count: counts.empty },
      ].filter(({ count, place: entryPlace }) => count > 0 || entryPlace === place)
    : [];
  const steps = [
    { name: '全国', place: '' },
    ...(isCountry ? [] : [{ name: provinceName, place: areaCode }]),
    ...(cityName !== undefined && !isCountry ? [{ name: cityName, place }] : []),
  ];
  return (
    <>
      <MapPath areas={steps} onSelect={(step) => onPlace(step.place)} />
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
          outline={loadedOutline}
          isLoading={outline.load.state === 'loading'}
          option={option}
          height={height}
          label={`按${fields.title}的地图`}
          onPress={({ index }) => {
            const pressed = rows[index];
            if (pressed?.row) togglePlace(pressed.area.code);
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
                onClick={() => togglePlace(entry.place)}
                data-place={entry.place}
              >
                {entry.name} <b>{entry.count}</b>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <MapNotes outline={outline} emptyReason={counts && entries.length === 0 ? '没有符合条件的记录' : ''} />
    </>
  );
}
