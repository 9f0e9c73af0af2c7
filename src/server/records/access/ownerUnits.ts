import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import { recordTable } from '../columns/recordSource.ts';

/** A unit or department as the owner of records; an index lists these records by their creation time. */
export interface OwnerUnit {
  column: 'unit_id' | 'dept_id';
  id: string;
}

/** Returns the condition that a record belongs to this unit or department. */
export const belongsTo = ({ column, id }: OwnerUnit): RawBuilder<SqlBool> =>
  sql<SqlBool>`frm_record.${sql.ref(column)} = ${id}`;

/** Returns the text that identifies a unit or department in the answer to `hadRecordsFact`. */
const ownerKey = ({ column, id }: OwnerUnit): string => `${column === 'unit_id' ? 'unit' : 'dept'} ${id}`;

/**
 * Returns a fact: the units and departments among `owners` that have, or once had, records of a form, as a JSON list of
 * `ownerKey`s. An outdated answer that lists all `owners` may be used, because it hides no records: at
 * worst it lists too many, which only costs unnecessary searches.
 */
const hadRecordsFact = (formKey: string, owners: readonly OwnerUnit[]): Fact => {
  const ids = [...new Set(owners.map(({ id }) => id))];
  return {
    key: `peopled ${JSON.stringify([formKey, ids])}`,
    isUsableWhenStale: (answer) => ownersIn(owners, answer).length === owners.length,
    answerSql: () =>
      sql<string>`(select coalesce(json_agg(p.kind || ' ' || p.place_id order by p.place_id, p.kind)::text, '[]') from frm_place p where p.form_key = ${formKey} and p.place_id = any(${ids}::text[]))`,
  };
};

/** Returns the units and departments among `owners` that the answer to `hadRecordsFact` lists. */
function ownersIn(owners: readonly OwnerUnit[], answer: string): OwnerUnit[] {
  const keys = JSON.parse(answer) as string[];
  return owners.filter((owner) => keys.includes(ownerKey(owner)));
}

/**
 * Returns which of these units and departments have, or once had, records of a form (`frm_place`). Queries should leave
 * out the others, because the planner would assume that each unit or department has an average number of records.
 */
export async function findOwnersWithRecords(
  db: Db,
  formKey: string,
  { units, depts }: { units: readonly string[]; depts: readonly string[] },
  facts: FactReader,
): Promise<OwnerUnit[]> {
  const owners = ownerUnitsOf(units, depts);
  if (owners.length === 0) return [];
  return ownersIn(owners, (await facts.read(db, hadRecordsFact(formKey, owners))) ?? '[]');
}

/** Converts ids of units and departments to a list of `OwnerUnit`. */
export const ownerUnitsOf = (units: readonly string[], depts: readonly string[]): OwnerUnit[] => [
  ...units.map((id) => ({ column: 'unit_id', id }) as const),
  ...depts.map((id) => ({ column: 'dept_id', id }) as const),
];

/**
 * The maximum numbers of records that `findProvenMaximum` can return. The maximum becomes part of a statement's text,
 * where the planner uses it as an estimate. There are only three, because the database keeps a prepared statement for
 * each text.
 */
const PROVABLE_MAXIMA: readonly number[] = [50, 500, 2_000];
/** An estimate is multiplied by this factor, because records may have been added since. */
const GROWTH_FACTOR = 1.2;

/** Returns a fact: `yes` if a unit or department has at most `max` records of a form, otherwise `no`. */
const hasAtMostFact = (formKey: string, owner: OwnerUnit, max: number): Fact => ({
  key: `within ${JSON.stringify([formKey, owner, max])}`,
  answerSql: () =>
    sql<string>`case when (select count(*) from (select 1 from ${recordTable(formKey)} as frm_record where ${belongsTo(owner)} limit ${sql.lit(max + 1)}) first) <= ${sql.lit(max)} then 'yes' else 'no' end`,
});

/**
 * Returns a maximum of the number of records of a unit or department, which the database has confirmed by counting.
 * Tries only the lowest of `PROVABLE_MAXIMA` that leaves room for growth above `estimate`, the approximate number of
 * these records. Null if there is none, or if there are more records.
 */
export async function findProvenMaximum(
  db: Db,
  formKey: string,
  owner: OwnerUnit,
  estimate: number,
  facts: FactReader,
): Promise<number | null> {
  const max = PROVABLE_MAXIMA.find((maximum) => estimate * GROWTH_FACTOR <= maximum);
  return max !== undefined && (await facts.read(db, hasAtMostFact(formKey, owner, max))) === 'yes' ? max : null;
}
