import type { MapNode } from '../../grammar/nodes.ts';
import type { FigureAnswer, FigureQuestion, FigureRow } from '../../runtime/services/datasets.ts';

type Points = NonNullable<MapNode['points']>;

/** A point of the map with the cell of its dataset. */
export interface MapPoint {
  name: string;
  position: [number, number];
  keys: Readonly<Record<string, string>>;
  recordId: string | null;
  row: FigureRow;
}

/** The groups that points are asked by. */
export const pointGroups = ({ longitude, latitude, name, record }: Points): string[] => [
  ...new Set([record, name, longitude, latitude].filter((key) => key !== undefined)),
];

export const pointQuestion = (points: Points): Pick<FigureQuestion, 'by' | 'figures'> => ({
  by: pointGroups(points),
  ...(points.values ? { figures: points.values } : {}),
});

const degree = (text: string | undefined, most: number): number | null => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) <= most ? value : null;
};

/** The points of an answer. Rows without a place on earth are counted in `placeless`. */
export function pointsOf(points: Points, answer: FigureAnswer): { points: MapPoint[]; placeless: number } {
  const at = (key: string | undefined): number => answer.groups.findIndex((group) => group.key === key);
  const [lng, lat, record] = [at(points.longitude), at(points.latitude), at(points.record)];
  const name = at(points.name ?? points.record);
  const found = answer.rows.flatMap((row): MapPoint[] => {
    const [x, y] = [degree(row.keys[lng], 180), degree(row.keys[lat], 90)];
    if (x === null || y === null) return [];
    return [
      {
        name: row.labels[name] ?? '',
        position: [x, y],
        keys: Object.fromEntries(answer.groups.map(({ key }, index) => [key, row.keys[index] ?? ''])),
        recordId: row.keys[record] || null,
        row,
      },
    ];
  });
  return { points: found, placeless: answer.rows.length - found.length };
}
