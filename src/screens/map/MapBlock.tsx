import { Button } from 'antd';
import { useMemo, useRef } from 'react';
import type { MapNode } from '../../grammar/nodes.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import type { Figure, FigureRow } from '../../runtime/services/datasets.ts';
import { emptyText, FigureShell } from '../figures/FigureShell.tsx';
import { FigureTable } from '../figures/FigureTable.tsx';
import { useDrill } from '../figures/useDrill.tsx';
import type { ChartHandle } from '../home/chartToDataUrl.ts';
import { detailAddress, usePageNavigation } from '../navigation/pageNavigation.ts';
import { MapDrawing } from './MapDrawing.tsx';
import { MapNotes } from './MapNotes.tsx';
import { mapOption } from './mapOption.ts';
import { MapPath } from './MapPath.tsx';
import { COUNTRY, mapNameOf } from './outline.ts';
import { useMap } from './useMap.ts';

/** Default height, and maximum height on phones, in pixels. */
const DEFAULT_HEIGHT = 480;
const MAX_PHONE_HEIGHT = 340;

/**
 * A map of the country, a province or a city, with areas coloured by figures of a dataset and with points of records. A
 * click on an area shows the map of its parts if there is one (`canEnter`), otherwise the records that its figure
 * aggregates. A click on a point opens its record, or the records that the point aggregates.
 */
export function MapBlock({ node }: BlockProps<MapNode>) {
  const navigation = usePageNavigation();
  const isPhone = useIsNarrowerThan(PHONE_WIDTH);
  const chartHandle = useRef<ChartHandle>(null);
  const map = useMap(node);
  const { hasAreas, steps, setSteps, answer, pointAnswer, code, loadedOutline, areaRows, mapPoints, tableAnswer } = map;
  const primaryFigures = hasAreas ? map.areaFigures : map.pointFigures;
  const areaDrill = useDrill(map.areaFigures.question, answer);
  const pointDrill = useDrill(map.pointFigures.question, pointAnswer);
  const option = useMemo(
    () =>
      mapOption({
        mapName: mapNameOf(code),
        areas: areaRows.areas,
        answer: answer ?? null,
        points: mapPoints.points,
        pointAnswer: pointAnswer ?? null,
        hasLabels: node.labels !== '0' && !(isPhone && code === COUNTRY),
        canRoam: !isPhone,
        isNarrow: isPhone,
      }),
    [code, areaRows, answer, mapPoints, pointAnswer, node.labels, isPhone],
  );
  const firstFigureKey = answer?.figures[0]?.key ?? '';

  const clickArea = (index: number): void => {
    const areaRow = areaRows.areas[index];
    if (!areaRow?.row) return;
    if (map.canEnter(areaRow)) map.enter(areaRow);
    else
      areaDrill.open({
        keys: map.keysByGroupOf(map.keyOf(areaRow)),
        labels: [areaRow.area.fullName],
        figure: firstFigureKey,
      });
  };
  const openPoint = (
    keys: Readonly<Record<string, string>>,
    name: string,
    figureKey = pointAnswer?.figures[0]?.key,
  ): void => pointDrill.open({ keys, labels: [name], figure: figureKey ?? '' });
  const clickPoint = (index: number): void => {
    const point = mapPoints.points[index];
    const formKey = node.points?.formKey;
    if (!point) return;
    if (formKey && point.recordId) navigation.go(detailAddress({ formKey, id: point.recordId }));
    else openPoint(point.keys, point.name);
  };
  const openRow = (row: FigureRow, { key }: Figure): void => {
    if (hasAreas) areaDrill.open({ keys: map.keysByGroupOf(row.keys[0]), labels: row.labels, figure: key });
    else
      openPoint(
        Object.fromEntries(
          (pointAnswer?.groups ?? []).map((group, groupIndex) => [group.key, row.keys[groupIndex] ?? '']),
        ),
        row.labels[0] ?? '',
        key,
      );
  };

  const title = node.title ?? (answer?.name || pointAnswer?.name);
  const caption = title ?? '地图';
  const height = Math.min(node.height ?? DEFAULT_HEIGHT, isPhone ? MAX_PHONE_HEIGHT : Number.POSITIVE_INFINITY);
  const mapPath =
    steps.length > 0 ? (
      <MapPath
        areas={[{ name: node.root ? '全图' : '全国' }, ...steps]}
        onSelect={(_step, index) => setSteps(steps.slice(0, index))}
      >
        <Button
          size="small"
          onClick={() =>
            areaDrill.open({ keys: map.keysByGroupOf(), labels: [steps.at(-1)?.name ?? ''], figure: firstFigureKey })
          }
        >
          查看明细
        </Button>
      </MapPath>
    ) : null;
  return (
    <>
      <FigureShell
        title={title}
        load={primaryFigures.load}
        question={primaryFigures.question}
        minHeight={height + 110}
        onRetry={primaryFigures.reload}
        picture={() => chartHandle.current?.toDataUrl() ?? null}
        isEmpty={() => false}
        table={() => (
          <>
            {mapPath}
            {tableAnswer ? (
              <FigureTable
                caption={caption}
                answer={tableAnswer}
                onListRecords={openRow}
                renderGroupName={(row, groupIndex) => {
                  const areaRow = groupIndex === 0 ? map.areaOf(row.keys[0]) : undefined;
                  return areaRow && map.canEnter(areaRow) ? (
                    <button type="button" className="sc-link" onClick={() => map.enter(areaRow)}>
                      {areaRow.area.fullName}
                    </button>
                  ) : undefined;
                }}
              />
            ) : null}
          </>
        )}
      >
        {(value) => (
          <>
            {mapPath}
            <MapDrawing
              outline={loadedOutline}
              isLoading={map.outline.load.state === 'loading'}
              option={option}
              height={height}
              label={caption}
              handle={chartHandle}
              onPress={({ kind, index }) => (kind === 'point' ? clickPoint(index) : clickArea(index))}
            />
            {tableAnswer ? (
              <div className="sc-hidden-text">
                <FigureTable caption={caption} answer={tableAnswer} />
              </div>
            ) : null}
            <MapNotes
              outline={map.outline}
              emptyReason={value.rows.length === 0 ? emptyText(value) : ''}
              unmatchedCount={areaRows.unmatchedRows.length}
              invalidPointCount={mapPoints.invalidPointCount}
              pointCounts={
                hasAreas && pointAnswer && pointAnswer.total > pointAnswer.rows.length
                  ? { shown: pointAnswer.rows.length, total: pointAnswer.total }
                  : null
              }
              pointError={map.pointFigures.load.state === 'error' ? map.pointFigures.load.error : undefined}
            />
          </>
        )}
      </FigureShell>
      {areaDrill.drawer}
      {pointDrill.drawer}
    </>
  );
}
