import type { FigureAnswer, FigureRow } from '../../runtime/services/datasets.ts';
import { shortName, type MapArea } from './outline.ts';

/** An area with its figures; null: there are no records. */
export interface AreaRow {
  area: MapArea;
  row: FigureRow | null;
}

export interface AreaRows {
  /** Every area of the map. */
  areas: AreaRow[];
  /** Figures of places that are not on the map: nothing entered, another country. They belong to the total, too. */
  elsewhere: FigureRow[];
}

/** The group of a level, and the key of the area that is looked into. */
export interface Within {
  group: string;
  key: string;
}

/**
 * Finds the area of each row: by the key of its group `of` as a code, else by its name (with or without 省, 市).
 * `within`: where the map shows the parts of a larger area; rows of other ones are left out.
 */
export function areaRows(
  answer: FigureAnswer,
  areas: readonly MapArea[],
  of: string,
  within: readonly Within[],
): AreaRows {
  const placeOf = (group: string): number => answer.groups.findIndex(({ key }) => key === group);
  const place = placeOf(of);
  const own = answer.rows.filter(({ keys }) => within.every(({ group, key }) => keys[placeOf(group)] === key));
  const found = new Map<MapArea, FigureRow>();
  const elsewhere: FigureRow[] = [];
  for (const row of own) {
    const key = row.keys[place] ?? '';
    const label = row.labels[place] ?? '';
    const names = new Set([key, label, shortName(key), shortName(label)].filter((name) => name !== ''));
    const area =
      areas.find(({ code }) => code !== '' && code === key) ??
      areas.find(({ name, fullName }) => names.has(fullName) || names.has(name) || names.has(shortName(fullName)));
    if (area && !found.has(area)) found.set(area, row);
    else elsewhere.push(row);
  }
  return { areas: areas.map((area) => ({ area, row: found.get(area) ?? null })), elsewhere };
}
