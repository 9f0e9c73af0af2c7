import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import { recordTable } from '../columns/recordSource.ts';

/** A unit or department as the owner of records; an index lists these records by their creation time. */
export interface OwnerUnit {
  column: 'unit_id' | 'dept_id';
  id: string;
}

/** Condition: a record belongs to this unit or department. */
export const belongsTo = ({ column, id }: OwnerUnit): RawBuilder<SqlBool> =>
  sql<SqlBool>`frm_record.${sql.ref(column)} = ${id}`;

const orgPartKey = ({ column, id }: OwnerUnit): string => `${column === 'unit_id' ? 'unit' : 'dept'} ${id}`;

/**
 * A fact: which of these units and departments have, or once had, records of a form. An outdated answer that all of
 * them have records is harmless: it only costs unnecessary searches.
 */
const hadRecordsFact = (formKey: string, orgParts: readonly OwnerUnit[]): Fact => {
  const ids = [...new Set(orgParts.map(({ id }) => id))];
  return {
    key: `peopled ${JSON.stringify([formKey, ids])}`,
    isUsableWhenStale: (answer) => partsIn(orgParts, answer).length === orgParts.length,
    answerSql: () =>
      sql<string>`(select coalesce(json_agg(p.kind || ' ' || p.place_id order by p.place_id, p.kind)::text, '[]') from frm_place p where p.form_key = ${formKey} and p.place_id = any(${ids}::text[]))`,
  };
};

/** The units and departments among these that the answer to `hadRecordsFact` lists. */
function partsIn(orgParts: readonly OwnerUnit[], answer: string): OwnerUnit[] {
  const keys = JSON.parse(answer) as string[];
  return orgParts.filter((orgPart) => keys.includes(orgPartKey(orgPart)));
}

/**
 * The units and departments among these that have, or once had, records of a form (`frm_place`). Those without records
 * are to be left out of queries, because the planner would assume that each of them has as many records as the rest.
 */
export async function findOwnersWithRecords(
  db: Db,
  formKey: string,
  { units, depts }: { units: readonly string[]; depts: readonly string[] },
  facts: FactReader,
): Promise<OwnerUnit[]> {
  const orgParts = ownerUnitsOf(units, depts);
  if (orgParts.length === 0) return [];
  return partsIn(orgParts, (await facts.read(db, hadRecordsFact(formKey, orgParts))) ?? '[]');
}

export const ownerUnitsOf = (units: readonly string[], depts: readonly string[]): OwnerUnit[] => [
  ...units.map((id) => ({ column: 'unit_id', id }) as const),
  ...depts.map((id) => ({ column: 'dept_id', id }) as const),
];

/**
 * Numbers of records that can be proven as a maximum. The maximum becomes part of a statement's text, where the planner
 * uses it as an estimate. There are only three, because each text is kept as a prepared statement.
 */
const PROVABLE_MAXIMA: readonly number[] = [50, 500, 2_000];
/** Allows for records that are added before the next count. */
const GROWTH_FACTOR = 1.2;

/** A fact: whether a unit or department has at most `max` records of a form: `yes` or `no`. */
const hasAtMostFact = (formKey: string, orgPart: OwnerUnit, max: number): Fact => ({
  key: `within ${JSON.stringify([formKey, orgPart, max])}`,
  answerSql: () =>
    sql<string>`case when (select count(*) from (select 1 from ${recordTable(formKey)} as frm_record where ${belongsTo(orgPart)} limit ${sql.lit(max + 1)}) first) <= ${sql.lit(max)} then 'yes' else 'no' end`,
});

/**
 * A proven maximum of the number of records of a unit or department. `estimate`: their approximate number. Null: no
 * maximum can be proven.
 */
export async function findProvenMaximum(
  db: Db,
  formKey: string,
  orgPart: OwnerUnit,
  estimate: number,
  facts: FactReader,
): Promise<number | null> {
  const max = PROVABLE_MAXIMA.find((maximum) => estimate * GROWTH_FACTOR <= maximum);
  return max !== undefined && (await facts.read(db, hasAtMostFact(formKey, orgPart, max))) === 'yes' ? max : null;
}
