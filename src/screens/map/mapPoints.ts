import type { MapNode } from '../../grammar/nodes.ts';
import type { FigureAnswer, FigureQuestion, FigureRow } from '../../runtime/services/datasets.ts';

type Points = NonNullable<MapNode['points']>;

/** A point of the map with its row of the dataset. `position`: [longitude, latitude] in degrees. */
export interface MapPoint {
  name: string;
  position: [number, number];
  /** The group values of the row, by the key of the group. */
  keys: Readonly<Record<string, string>>;
  recordId: string | null;
  row: FigureRow;
}

/** Returns the keys of the groups that the query of the points needs. */
export const pointGroupKeys = ({ longitude, latitude, name, record }: Points): string[] => [
  ...new Set([record, name, longitude, latitude].filter((key) => key !== undefined)),
];

/** Returns the dataset query for the points. */
export const pointQuery = (points: Points): Pick<FigureQuestion, 'by' | 'figures'> => ({
  by: pointGroupKeys(points),
  ...(points.values ? { figures: points.values } : {}),
});

/** Parses degrees; null if the text is not a number or exceeds `maxDegrees` in absolute value. */
const parseDegrees = (text: string | undefined, maxDegrees: number): number | null => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && Math.abs(value) <= maxDegrees ? value : null;
};

/** Returns the points of an answer, and the number of rows without valid coordinates. */
export function readPoints(points: Points, answer: FigureAnswer): { points: MapPoint[]; invalidPointCount: number } {
  const groupIndexOf = (key: string | undefined): number => answer.groups.findIndex((group) => group.key === key);
  const [longitudeIndex, latitudeIndex, recordIndex] = [
    groupIndexOf(points.longitude),
    groupIndexOf(points.latitude),
    groupIndexOf(points.record),
  ];
  const nameIndex = groupIndexOf(points.name ?? points.record);
  const validPoints = answer.rows.flatMap((row): MapPoint[] => {
    const [x, y] = [parseDegrees(row.keys[longitudeIndex], 180), parseDegrees(row.keys[latitudeIndex], 90)];
    if (x === null || y === null) return [];
    return [
      {
        name: row.labels[nameIndex] ?? '',
        position: [x, y],
        keys: Object.fromEntries(answer.groups.map(({ key }, index) => [key, row.keys[index] ?? ''])),
        recordId: row.keys[recordIndex] || null,
        row,
      },
    ];
  });
  return { points: validPoints, invalidPointCount: answer.rows.length - validPoints.length };
}
