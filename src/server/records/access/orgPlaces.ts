import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Fact, Ground } from '../../store/facts.ts';
import { recordTable } from '../columns/recordSource.ts';

/** The unit or department records are of, by which an index knows them in the order of when they were made. */
export interface Place {
  column: 'unit_id' | 'dept_id';
  id: string;
}

export const isAt = ({ column, id }: Place): RawBuilder<SqlBool> => sql<SqlBool>`frm_record.${sql.ref(column)} = ${id}`;

const nameOf = ({ column, id }: Place): string => `${column === 'unit_id' ? 'unit' : 'dept'} ${id}`;

/** Which of the places had records of a form, as one text, the same for everybody. That all had is believed: at worst one is asked for nothing. */
const peopledOf = (formKey: string, places: readonly Place[]): Fact => {
  const ids = [...new Set(places.map(({ id }) => id))];
  return {
    key: `peopled ${JSON.stringify([formKey, ids])}`,
    isHarmless: (answer) => among(places, answer).length === places.length,
    text: () =>
      sql<string>`(select coalesce(json_agg(p.kind || ' ' || p.place_id order by p.place_id, p.kind)::text, '[]') from frm_place p where p.form_key = ${formKey} and p.place_id = any(${ids}::text[]))`,
  };
};

function among(places: readonly Place[], answer: string): Place[] {
  const known = JSON.parse(answer) as string[];
  return places.filter((place) => known.includes(nameOf(place)));
}

/**
 * Those of the units and departments that have, or once had, records of a form (`frm_place`). Who reads many of them is
 * spared the ways that lead nowhere: the database planned each anew, for it took them to be as long as the others.
 */
export async function peopled(
  db: Db,
  formKey: string,
  { units, depts }: { units: readonly string[]; depts: readonly string[] },
  ground: Ground,
): Promise<Place[]> {
  const places = placesOf(units, depts);
  return places.length === 0 ? places : among(places, (await ground.know(db, peopledOf(formKey, places))) ?? '[]');
}

export const placesOf = (units: readonly string[], depts: readonly string[]): Place[] => [
  ...units.map((id) => ({ column: 'unit_id', id }) as const),
  ...depts.map((id) => ({ column: 'dept_id', id }) as const),
];

/** Numbers that stand in the text of a statement: few, for each text is kept, and near what they stand for, for the planner goes by them. */
const BOUNDS: readonly number[] = [50, 500, 2_000];
/** Room for what is added until it is counted again. */
const ROOM = 1.2;

const isWithin = (formKey: string, place: Place, most: number): Fact => ({
  key: `within ${JSON.stringify([formKey, place, most])}`,
  text: () =>
    sql<string>`case when (select count(*) from (select 1 from ${recordTable(formKey)} as frm_record where ${isAt(place)} limit ${sql.lit(most + 1)}) first) <= ${sql.lit(most)} then 'yes' else 'no' end`,
});

/** A number that a place of about so many records does not pass, as the statement that reads them proves; null: none is known. */
export async function boundOf(
  db: Db,
  formKey: string,
  place: Place,
  about: number,
  ground: Ground,
): Promise<number | null> {
  const most = BOUNDS.find((bound) => about * ROOM <= bound);
  return most !== undefined && (await ground.know(db, isWithin(formKey, place, most))) === 'yes' ? most : null;
}
