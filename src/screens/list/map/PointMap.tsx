import { Alert, Button } from 'antd';
import { useMemo } from 'react';
import { PHONE_WIDTH, useNarrower } from '../../../runtime/host/mediaQuery.ts';
import { useServices } from '../../../runtime/contexts.ts';
import type { ListQuery } from '../../../runtime/services/paging.ts';
import { MapDrawing } from '../../map/MapDrawing.tsx';
import { MapNotes } from '../../map/MapNotes.tsx';
import { mapOption } from '../../map/mapOption.ts';
import type { MapPoint } from '../../map/mapPoints.ts';
import { areasOf, COUNTRY, mapNameOf } from '../../map/outline.ts';
import { useOutline } from '../../map/useOutline.ts';
import { messageOf } from '../../shared/messages.ts';
import { useLoad } from '../../shared/useLoad.ts';
import type { MapFields } from '../viewParts.ts';
import type { MapViewProps } from './MapView.tsx';
import { NOWHERE, onGlobe, placeConditions } from './places.ts';

/** Maximum number of points on the map; a line says how many there are. */
const MAX_POINTS = 500;

type Props = MapViewProps & { fields: Extract<MapFields, { kind: 'points' }>; height: number };

/** The records as points; a point opens its record. How many have no coordinates is a button that lists them. */
export function PointMap({ list, fields, height, query, refreshKey, place, onPlace, onOpen }: Props) {
  const services = useServices();
  const isPhone = useNarrower(PHONE_WIDTH);
  const { longitude, latitude } = fields;
  const { load, reload } = useLoad(async () => {
    const ask = (conditions: ListQuery['conditions'], pageSize: number) =>
      services.records.list(
        list.formKey,
        { ...query, page: { pageNum: 1, pageSize }, conditions: [...query.conditions, ...conditions] },
        list.isWholeUnit,
      );
    const [placed, missing] = await Promise.all([
      ask(onGlobe(longitude, latitude), MAX_POINTS),
      ask(placeConditions(fields, NOWHERE), 1),
    ]);
    return { placed, missing: missing.total, isEstimate: missing.isEstimate === true };
    // oxlint-disable-next-line react/exhaustive-deps -- the page of the list does not matter here
  }, [services, list, longitude, latitude, JSON.stringify({ ...query, page: null }), refreshKey]);
  const outline = useOutline(COUNTRY);
  const { drawn } = outline;
  const records = load.value?.placed.list;
  const points = useMemo(
    () =>
      (records ?? []).map((record): MapPoint => ({
        name: record.title || '未填写标题',
        position: [Number(record.fieldsMap[longitude]), Number(record.fieldsMap[latitude])],
        keys: {},
        recordId: record.id ?? null,
        row: { keys: [], labels: [], values: [] },
      })),
    [records, longitude, latitude],
  );
  const option = useMemo(
    () =>
      mapOption({
        mapName: mapNameOf(COUNTRY),
        areas: (drawn ? areasOf(drawn) : []).map((area) => ({ area, row: null })),
        answer: null,
        points,
        pointAnswer: null,
        hasLabels: !isPhone,
        canRoam: !isPhone,
        isNarrow: isPhone,
      }),
    [drawn, points, isPhone],
  );
  const { placed, missing = 0, isEstimate = false } = load.value ?? {};
  return (
    <>
      {load.state === 'error' ? (
        <Alert
          type="error"
          showIcon
          message="地图上的记录未能取得"
          description={messageOf(load.error)}
          action={<Button onClick={reload}>重试</Button>}
        />
      ) : null}
      <MapDrawing
        outline={drawn}
        isLoading={outline.load.state === 'loading'}
        option={option}
        height={height}
        label="记录的位置"
        onPress={({ kind, index }) => {
          const record = kind === 'point' ? records?.[index] : undefined;
          if (record) onOpen(record);
        }}
      />
      {missing > 0 || place === NOWHERE ? (
        <ul className="sc-map-areas" aria-label="不在图上的记录">
          <li>
            <Button
              size="small"
              type={place === NOWHERE ? 'primary' : 'default'}
              aria-pressed={place === NOWHERE}
              onClick={() => onPlace(place === NOWHERE ? '' : NOWHERE)}
              data-place={NOWHERE}
            >
              没有有效经纬度 <b>{isEstimate ? `约 ${missing}` : missing}</b>
            </Button>
          </li>
        </ul>
      ) : null}
      <MapNotes
        outline={outline}
        empty={placed?.total === 0 ? '没有带经纬度的记录' : ''}
        leftOut={
          placed && placed.total > placed.list.length
            ? { shown: placed.list.length, total: placed.total, isEstimate: placed.isEstimate === true }
            : null
        }
      />
    </>
  );
}
