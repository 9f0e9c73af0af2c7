import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../documents/store.ts';
import type { Fact, Ground } from '../store/facts.ts';
import { partitionName } from './partition.ts';

/** The unit or department records are of, by which an index knows them in the order of when they were made. */
export interface Place { column: 'unit_id' | 'dept_id'; id: string }

const tableOf = (formKey: string): RawBuilder<unknown> => sql.id(partitionName(formKey));

export const isAt = ({ column, id }: Place): RawBuilder<SqlBool> => sql<SqlBool>`frm_record.${sql.ref(column)} = ${id}`;

/**
 * For each of the ids whether any record of a form is of it, as ones and noughts. Asked as the newest, which an index alone
 * answers: to the planner each looks as full as the others, and it would go through all records until one is found.
 */
const flags = (formKey: string, column: Place['column'], ids: readonly string[]): RawBuilder<string> => sql<string>`(select string_agg(
  case when (select max(create_time) from ${tableOf(formKey)} where ${sql.ref(column)} = place.id) is null then '0' else '1' end, '' order by place.number) from unnest(${ids}::text[]) with ordinality place(id, number))`;

/** Which of the places have records of a form, as one text, the same for everybody. That all have is believed: at worst one is asked for nothing. */
const peopledOf = (formKey: string, units: readonly string[], depts: readonly string[]): Fact => ({
  key: `peopled ${JSON.stringify([formKey, units, depts])}`,
  harmless: '1'.repeat(units.length + depts.length),
  text: () => sql<string>`concat(${flags(formKey, 'unit_id', units)}, ${flags(formKey, 'dept_id', depts)})`,
});

/**
 * Those of the units and departments that have records of a form. Who reads many of them is spared the ways that lead
 * nowhere: the database planned each anew, for it took them to be as long as the others.
 */
export async function peopled(db: Db, formKey: string, { units, depts }: { units: readonly string[]; depts: readonly string[] }, ground: Ground): Promise<Place[]> {
  const places = placesOf(units, depts);
  const known = places.length === 0 ? '' : await ground.know(db, peopledOf(formKey, units, depts)) ?? '';
  return places.filter((_, index) => known.charAt(index) !== '0');
}

export const placesOf = (units: readonly string[], depts: readonly string[]): Place[] => [...units.map((id) => ({ column: 'unit_id', id }) as const), ...depts.map((id) => ({ column: 'dept_id', id }) as const)];

/** Numbers that stand in the text of a statement: few, for each text is kept, and near what they stand for, for the planner goes by them. */
const BOUNDS: readonly number[] = [50, 500, 2_000];
/** Room for what is added until it is counted again. */
const ROOM = 1.2;

const isWithin = (formKey: string, place: Place, most: number): Fact => ({
  key: `within ${JSON.stringify([formKey, place, most])}`,
  text: () => sql<string>`case when (select count(*) from (select 1 from ${tableOf(formKey)} as frm_record where ${isAt(place)} limit ${sql.lit(most + 1)}) first) <= ${sql.lit(most)} then 'yes' else 'no' end`,
});

/** A number that a place of about so many records does not pass, as the statement that reads them proves; null: none is known. */
export async function boundOf(db: Db, formKey: string, place: Place, about: number, ground: Ground): Promise<number | null> {
  const most = BOUNDS.find((bound) => about * ROOM <= bound);
  return most !== undefined && await ground.know(db, isWithin(formKey, place, most)) === 'yes' ? most : null;
}
