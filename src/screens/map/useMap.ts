import { useMemo, useState } from 'react';
import type { MapNode } from '../../grammar/nodes.ts';
import type { FigureAnswer } from '../../runtime/services/datasets.ts';
import { useFigure } from '../figures/useFigure.ts';
import { assignRows, type AreaRow, type AssignedRows, type OpenedArea } from './areaRows.ts';
import { createInsideTest } from './createInsideTest.ts';
import { pointQuery, readPoints } from './mapPoints.ts';
import { areasOf, COUNTRY } from './outline.ts';
import { useOutline } from './useOutline.ts';

/** An opened area with its area code and name: one step of the path from the first map to the present one. */
export interface OpenedStep extends OpenedArea {
  code: string;
  name: string;
}

/** Returns the state of a map: opened areas (`steps`), figures of its areas, points, outline. */
export function useMap(node: MapNode) {
  const [steps, setSteps] = useState<readonly OpenedStep[]>([]);
  const { points, areas: areaGroupKeys = [] } = node;
  const hasAreas = node.dataset !== undefined && (node.areas !== undefined || points === undefined);
  const groupKeys = areaGroupKeys.slice(0, steps.length + 1);
  const areaFigures = useFigure(
    node,
    { ...(groupKeys.length > 0 ? { by: groupKeys } : {}), ...(node.values ? { figures: node.values } : {}) },
    hasAreas,
  );
  const pointFigures = useFigure(
    { ...node, ...(points?.dataset ? { dataset: points.dataset } : {}) },
    points ? pointQuery(points) : {},
    points !== undefined,
  );
  const code = steps.at(-1)?.code ?? node.root ?? COUNTRY;
  const outline = useOutline(code);
  const { loadedOutline } = outline;
  const answer = hasAreas ? areaFigures.load.value : undefined;
  const pointAnswer = points ? pointFigures.load.value : undefined;
  const groupKey = groupKeys.at(-1) ?? answer?.groups[0]?.key;
  const groupIndex = answer?.groups.findIndex(({ key }) => key === groupKey) ?? -1;

  const areaRows = useMemo((): AssignedRows => {
    const areas = loadedOutline ? areasOf(loadedOutline) : [];
    return answer && groupKey !== undefined && groupIndex >= 0
      ? assignRows(answer, areas, groupKey, steps)
      : { areas: areas.map((area) => ({ area, row: null })), unmatchedRows: [] };
  }, [loadedOutline, answer, groupKey, groupIndex, steps]);
  const isCountry = code === COUNTRY;
  const mapPoints = useMemo(() => {
    if (!points || !pointAnswer) return { points: [], invalidPointCount: 0 };
    const allPoints = readPoints(points, pointAnswer);
    if (isCountry || !loadedOutline) return allPoints;
    const isInside = createInsideTest(loadedOutline);
    return { points: allPoints.points.filter(({ position }) => isInside(position)), invalidPointCount: 0 };
  }, [points, pointAnswer, isCountry, loadedOutline]);
  /**
   * The rows of the areas as a table, sorted by the first figure in descending order, including rows that match no
   * area. For a map without areas: the answer for the points.
   */
  const tableAnswer = useMemo((): FigureAnswer | null => {
    if (!hasAreas) return pointAnswer ?? null;
    if (!answer || groupIndex < 0) return null;
    const rows = [...areaRows.areas.flatMap(({ row }) => (row ? [row] : [])), ...areaRows.unmatchedRows];
    return {
      ...answer,
      groups: answer.groups.slice(groupIndex, groupIndex + 1),
      rows: rows
        .map((row) => ({ ...row, keys: [row.keys[groupIndex] ?? ''], labels: [row.labels[groupIndex] ?? ''] }))
        .sort((a, b) => Number(b.values[0] ?? 0) - Number(a.values[0] ?? 0)),
    };
  }, [hasAreas, answer, pointAnswer, groupIndex, areaRows]);

  const keyOf = ({ row }: AreaRow): string | undefined => row?.keys[groupIndex];
  /** Returns true if the parts of an area also have outlines. */
  const hasPartOutlines = (areaCode: string): boolean => loadedOutline?.drawn.includes(areaCode) ?? false;
  const canEnter = ({ area, row }: AreaRow): boolean =>
    steps.length + 1 < areaGroupKeys.length && row !== null && hasPartOutlines(area.code);
  return {
    hasAreas,
    steps,
    setSteps,
    areaFigures,
    pointFigures,
    answer,
    pointAnswer,
    code,
    outline,
    /** The outline of the opened area; undefined during loading or after a failure. */
    loadedOutline,
    areaRows,
    mapPoints,
    tableAnswer,
    /**
     * Returns true if the user can open the area: it has records, and its parts have outlines and a group of the
     * dataset.
     */
    canEnter,
    /** Opens an area: shows its parts. */
    enter(areaRow: AreaRow): void {
      const key = keyOf(areaRow);
      if (key !== undefined && groupKey !== undefined && canEnter(areaRow))
        setSteps([...steps, { code: areaRow.area.code, name: areaRow.area.fullName, group: groupKey, key }]);
    },
    /** Returns the area of a table row by its key. */
    areaOf: (key: string | undefined): AreaRow | undefined =>
      hasAreas ? areaRows.areas.find((candidate) => candidate.row !== null && keyOf(candidate) === key) : undefined,
    /**
     * Returns the keys of the opened areas and of one area on the present map, each by the key of its group. Without
     * `key`: only the keys of the opened areas.
     */
    keysByGroupOf: (key?: string): Record<string, string> => ({
      ...Object.fromEntries(steps.map(({ group, key: openedKey }) => [group, openedKey])),
      ...(key === undefined || groupKey === undefined ? {} : { [groupKey]: key }),
    }),
    keyOf,
  };
}
