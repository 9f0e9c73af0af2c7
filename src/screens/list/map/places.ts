import type { AnyOf, AreaCondition, ListCondition } from '../../../runtime/services/paging.ts';
import { COUNTRY } from '../../map/outline.ts';
import type { MapFields } from '../viewParts.ts';

/**
 * Matches a place of a map as stored in the URL of the page: the code of a province, city or the country; the code with
 * `.rest` for the records in that area, but in none of its parts (for the country: in no known area); `empty` for the
 * records without a location.
 */
export const PLACE_PATTERN = /^(?:\d{6}(?:\.rest)?|empty)$/;

/** The place that stands for the records without a location. */
export const NO_LOCATION = 'empty';
/** Returns the place for the records in an area, but in none of its parts. */
export const restPlaceOf = (code: string): string => `${code}.rest`;

/**
 * Returns the code of the area whose parts the map draws; for a city, its province (by the digits of the code, GB/T
 * 2260).
 */
export function drawnArea(place: string): string {
  const code = /^\d{6}/.exec(place)?.[0];
  return code === undefined || code === COUNTRY ? COUNTRY : `${code.slice(0, 2)}0000`;
}

/** Returns the conditions for coordinates outside of ±`degrees`, which count as missing. */
const outsideDegrees = (field: string, degrees: number): ListCondition[] => [
  { field, op: 'gte', value: degrees + 1e-9 },
  { field, op: 'lte', value: -degrees - 1e-9 },
];

/** Returns the conditions for the records with valid coordinates. */
export const validCoordinates = (longitude: string, latitude: string): ListCondition[] => [
  { field: longitude, op: 'range', value: [-180, 180] },
  { field: latitude, op: 'range', value: [-90, 90] },
];

/** Returns the conditions that select the records of a place; none for '', and on a map of points none for an area. */
export function placeConditions(fields: MapFields, place: string): (ListCondition | AreaCondition | AnyOf)[] {
  if (fields.kind === 'points') {
    const { longitude, latitude } = fields;
    const emptyConditions = [longitude, latitude].map((field): ListCondition => ({ field, op: 'empty' }));
    return place === NO_LOCATION
      ? [{ anyOf: [...emptyConditions, ...outsideDegrees(longitude, 180), ...outsideDegrees(latitude, 90)] }]
      : [];
  }
  if (place === '') return [];
  if (place === NO_LOCATION) return [{ field: fields.area, op: 'empty' }];
  const [code = '', suffix] = place.split('.');
  return [{ field: fields.area, op: suffix === undefined ? 'area' : 'areaOnly', value: code }];
}
