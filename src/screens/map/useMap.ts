import { useMemo, useState } from 'react';
import type { MapNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { FigureAnswer } from '../../runtime/services/datasets.ts';
import { useFigure } from '../figures/useFigure.ts';
import { useLoad } from '../shared/useLoad.ts';
import { areaRows, type AreaRow, type AreaRows, type Within } from './areaRows.ts';
import { insideOf } from './inside.ts';
import { loadOutline } from './loadOutline.ts';
import { pointQuestion, pointsOf } from './mapPoints.ts';
import { areasOf, COUNTRY } from './outline.ts';

/** An area that was looked into. */
export interface Step extends Within {
  code: string;
  name: string;
}

/** Everything that a map shows: where it stands, the figures of its areas, its points, its outline. */
export function useMap(node: MapNode) {
  const services = useServices();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const { points, areas: levels = [] } = node;
  const hasAreas = node.dataset !== undefined && (node.areas !== undefined || points === undefined);
  const by = levels.slice(0, steps.length + 1);
  const areaFigures = useFigure(
    node,
    { ...(by.length > 0 ? { by } : {}), ...(node.values ? { figures: node.values } : {}) },
    hasAreas,
  );
  const pointFigures = useFigure(
    { ...node, ...(points?.dataset ? { dataset: points.dataset } : {}) },
    points ? pointQuestion(points) : {},
    points !== undefined,
  );
  const code = steps.at(-1)?.code ?? node.root ?? COUNTRY;
  const outline = useLoad(() => loadOutline(services, code), [services, code]);
  const drawn = outline.load.value?.code === code ? outline.load.value : undefined;
  const answer = hasAreas ? areaFigures.load.value : undefined;
  const pointAnswer = points ? pointFigures.load.value : undefined;
  const level = by.at(-1) ?? answer?.groups[0]?.key;
  const at = answer?.groups.findIndex(({ key }) => key === level) ?? -1;

  const shown = useMemo((): AreaRows => {
    const areas = drawn ? areasOf(drawn) : [];
    return answer && level !== undefined && at >= 0
      ? areaRows(answer, areas, level, steps)
      : { areas: areas.map((area) => ({ area, row: null })), elsewhere: [] };
  }, [drawn, answer, level, at, steps]);
  const isWhole = code === COUNTRY;
  const marks = useMemo(() => {
    if (!points || !pointAnswer) return { points: [], placeless: 0 };
    const found = pointsOf(points, pointAnswer);
    if (isWhole || !drawn) return found;
    const isInside = insideOf(drawn);
    return { points: found.points.filter(({ position }) => isInside(position)), placeless: 0 };
  }, [points, pointAnswer, isWhole, drawn]);
  /** The areas of this map as rows, greatest first, with those of no area on it. */
  const tabled = useMemo((): FigureAnswer | null => {
    if (!hasAreas) return pointAnswer ?? null;
    if (!answer || at < 0) return null;
    const rows = [...shown.areas.flatMap(({ row }) => (row ? [row] : [])), ...shown.elsewhere];
    return {
      ...answer,
      groups: answer.groups.slice(at, at + 1),
      rows: rows
        .map((row) => ({ ...row, keys: [row.keys[at] ?? ''], labels: [row.labels[at] ?? ''] }))
        .sort((a, b) => Number(b.values[0] ?? 0) - Number(a.values[0] ?? 0)),
    };
  }, [hasAreas, answer, pointAnswer, at, shown]);

  const keyOf = ({ row }: AreaRow): string | undefined => row?.keys[at];
  const canEnter = (found: AreaRow): boolean =>
    steps.length + 1 < levels.length && found.row !== null && (drawn?.drawn.includes(found.area.code) ?? false);
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
    drawn,
    shown,
    marks,
    tabled,
    canEnter,
    /** Shows the parts of an area. */
    enter(found: AreaRow): void {
      const key = keyOf(found);
      if (key !== undefined && level !== undefined && canEnter(found))
        setSteps([...steps, { code: found.area.code, name: found.area.fullName, group: level, key }]);
    },
    /** The area of a row of the table. */
    areaOf: (key: string | undefined): AreaRow | undefined =>
      hasAreas ? shown.areas.find((one) => one.row !== null && keyOf(one) === key) : undefined,
    /** The cell of an area (none: of all that is shown) within the areas that were looked into. */
    cellOf: (key?: string): Record<string, string> => ({
      ...Object.fromEntries(steps.map(({ group, key: own }) => [group, own])),
      ...(key === undefined || level === undefined ? {} : { [level]: key }),
    }),
    keyOf,
  };
}
