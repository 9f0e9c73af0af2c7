import { Alert, Button } from 'antd';
import { useMemo } from 'react';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../../runtime/host/mediaQuery.ts';
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
import { NO_LOCATION, validCoordinates, placeConditions } from './places.ts';

/** Maximum number of points on the map; a note says if there are more. */
const MAX_POINTS = 500;

type Props = MapViewProps & { fields: Extract<MapFields, { kind: 'points' }>; height: number };

/**
 * A map with the records as points; a click on a point opens its record. A button shows how many records have no valid
 * coordinates, and lists them: `place` is then `NO_LOCATION`, otherwise ''.
 */
export function PointMap({ list, fields, height, query, refreshKey, place, onPlace, onOpen }: Props) {
  const services = useServices();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const { longitude, latitude } = fields;
  const { load, reload } = useLoad(async () => {
    const fetchRecords = (conditions: ListQuery['conditions'], pageSize: number) =>
      services.records.list(
        list.formKey,
        { ...query, page: { pageNum: 1, pageSize }, conditions: [...query.conditions, ...conditions] },
        list.isWholeUnit,
      );
    const [located, unlocated] = await Promise.all([
      fetchRecords(validCoordinates(longitude, latitude), MAX_POINTS),
      fetchRecords(placeConditions(fields, NO_LOCATION), 1),
    ]);
    return { located, unlocatedCount: unlocated.total, isEstimate: unlocated.isEstimate === true };
    // oxlint-disable-next-line react/exhaustive-deps -- another page of the list does not change the map
  }, [services, list, longitude, latitude, JSON.stringify({ ...query, page: null }), refreshKey]);
  const outline = useOutline(COUNTRY);
  const { loadedOutline } = outline;
  const records = load.value?.located.list;
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
        areas: (loadedOutline ? areasOf(loadedOutline) : []).map((area) => ({ area, row: null })),
        answer: null,
        points,
        pointAnswer: null,
        hasLabels: !isPhone,
        canRoam: !isPhone,
        isNarrow: isPhone,
      }),
    [loadedOutline, points, isPhone],
  );
  const { located, unlocatedCount = 0, isEstimate = false } = load.value ?? {};
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
        outline={loadedOutline}
        isLoading={outline.load.state === 'loading'}
        option={option}
        height={height}
        label="记录的位置"
        onPress={({ kind, index }) => {
          const record = kind === 'point' ? records?.[index] : undefined;
          if (record) onOpen(record);
        }}
      />
      {unlocatedCount > 0 || place === NO_LOCATION ? (
        <ul className="sc-map-areas" aria-label="不在图上的记录">
          <li>
            <Button
              size="small"
              type={place === NO_LOCATION ? 'primary' : 'default'}
              aria-pressed={place === NO_LOCATION}
              onClick={() => onPlace(place === NO_LOCATION ? '' : NO_LOCATION)}
              data-place={NO_LOCATION}
            >
              没有有效经纬度 <b>{isEstimate ? `约 ${unlocatedCount}` : unlocatedCount}</b>
            </Button>
          </li>
        </ul>
      ) : null}
      <MapNotes
        outline={outline}
        emptyReason={located?.total === 0 ? '没有带经纬度的记录' : ''}
        pointCounts={
          located && located.total > located.list.length
            ? { shown: located.list.length, total: located.total, isEstimate: located.isEstimate === true }
            : null
        }
      />
    </>
  );
}
