import type { FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { shortName, type MapArea } from './outline.ts';

/** An area with its row of figures; null if the answer has no row for the area. */
export interface AreaRow {
  area: MapArea;
  row: FigureRow | null;
}

export interface AssignedRows {
  /** All areas of the map. */
  areas: AreaRow[];
  /**
   * Rows that match no area of the map, e.g. an empty value or another country, and further rows of an area that
   * already has a row. They are not drawn on the map.
   */
  unmatchedRows: FigureRow[];
}

/** An area that the user has opened. A row of the answer belongs to it if its value of the group `group` is `key`. */
export interface OpenedArea {
  group: string;
  key: string;
}

/**
 * Assigns the rows of an answer to areas: by the key of the group `groupKey` as area code, else by name (with or
 * without 省, 市). `openedAreas`: the opened areas; rows outside of them are omitted.
 */
export function assignRows(
  answer: FigureAnswer,
  areas: readonly MapArea[],
  groupKey: string,
  openedAreas: readonly OpenedArea[],
): AssignedRows {
  const groupIndexOf = (group: string): number => answer.groups.findIndex(({ key }) => key === group);
  const groupIndex = groupIndexOf(groupKey);
  const rowsInOpenedAreas = answer.rows.filter(({ keys }) =>
    openedAreas.every(({ group, key }) => keys[groupIndexOf(group)] === key),
  );
  const rowByArea = new Map<MapArea, FigureRow>();
  const unmatchedRows: FigureRow[] = [];
  for (const row of rowsInOpenedAreas) {
    const key = row.keys[groupIndex] ?? '';
    const label = row.labels[groupIndex] ?? '';
    const names = new Set([key, label, shortName(key), shortName(label)].filter((name) => name !== ''));
    const area =
      areas.find(({ code }) => code !== '' && code === key) ??
      areas.find(({ name, fullName }) => names.has(fullName) || names.has(name) || names.has(shortName(fullName)));
    if (area && !rowByArea.has(area)) rowByArea.set(area, row);
    else unmatchedRows.push(row);
  }
  return { areas: areas.map((area) => ({ area, row: rowByArea.get(area) ?? null })), unmatchedRows };
}
