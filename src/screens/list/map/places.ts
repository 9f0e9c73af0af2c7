import type { AnyOf, AreaCondition, ListCondition } from '../../../runtime/services/paging.ts';
import { COUNTRY } from '../../map/outline.ts';
import type { MapFields } from '../viewParts.ts';

/**
 * A place of a map as the address has it: the code of a province or city; with `.rest` what lies in that area, but in
 * none of its parts (of the country: in no known area); `empty` the records that do not say where they are.
 */
export const PLACE = /^(?:\d{6}(?:\.rest)?|empty)$/;

/** The place of the records that do not say where they are. */
export const NOWHERE = 'empty';
export const restOf = (code: string): string => `${code}.rest`;

/** The area whose parts are drawn: of a city its province, according to GB/T 2260. */
export function drawnArea(place: string): string {
  const code = /^\d{6}/.exec(place)?.[0];
  return code === undefined || code === COUNTRY ? COUNTRY : `${code.slice(0, 2)}0000`;
}

/** Degrees just outside of the globe: coordinates with such values or larger ones are none. */
const beyond = (field: string, degrees: number): ListCondition[] => [
  { field, op: 'gte', value: degrees + 1e-9 },
  { field, op: 'lte', value: -degrees - 1e-9 },
];

/** The conditions for the records with coordinates. */
export const onGlobe = (longitude: string, latitude: string): ListCondition[] => [
  { field: longitude, op: 'range', value: [-180, 180] },
  { field: latitude, op: 'range', value: [-90, 90] },
];

/** The conditions that select the records of a place; none for ''. */
export function placeConditions(fields: MapFields, place: string): (ListCondition | AreaCondition | AnyOf)[] {
  if (fields.kind === 'points') {
    const { longitude, latitude } = fields;
    const missing = [longitude, latitude].map((field): ListCondition => ({ field, op: 'empty' }));
    return place === NOWHERE ? [{ anyOf: [...missing, ...beyond(longitude, 180), ...beyond(latitude, 90)] }] : [];
  }
  if (place === '') return [];
  if (place === NOWHERE) return [{ field: fields.area, op: 'empty' }];
  const [value = '', rest] = place.split('.');
  return [{ field: fields.area, op: rest === undefined ? 'area' : 'areaOnly', value }];
}
