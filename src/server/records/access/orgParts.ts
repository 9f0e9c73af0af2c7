import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { Fact, FactReader } from '../../store/facts.ts';
import { recordTable } from '../columns/recordSource.ts';

/** A unit or department as the owner of records; an index lists these records by their creation time. */
export interface OrgPart {
  column: 'unit_id' | 'dept_id';
  id: string;
}

export const belongsTo = ({ column, id }: OrgPart): RawBuilder<SqlBool> =>
  sql<SqlBool>`frm_record.${sql.ref(column)} = ${id}`;

const orgPartKey = ({ column, id }: OrgPart): string => `${column === 'unit_id' ? 'unit' : 'dept'} ${id}`;

/**
 * A fact: which units and departments have, or once had, records of a form; the same for every person. An
 * outdated answer that all have records is harmless: it costs unnecessary searches.
 */
const hadRecordsFact = (formKey: string, parts: readonly OrgPart[]): Fact => {
  const ids = [...new Set(parts.map(({ id }) => id))];
  return {
    key: `peopled ${JSON.stringify([formKey, ids])}`,
    isUsableWhenStale: (answer) => partsIn(parts, answer).length === parts.length,
    answerSql: () =>
      sql<string>`(select coalesce(json_agg(p.kind || ' ' || p.place_id order by p.place_id, p.kind)::text, '[]') from frm_place p where p.form_key = ${formKey} and p.place_id = any(${ids}::text[]))`,
  };
};

function partsIn(parts: readonly OrgPart[], answer: string): OrgPart[] {
  const keys = JSON.parse(answer) as string[];
  return parts.filter((part) => keys.includes(orgPartKey(part)));
}

/**
 * The units and departments among these that have, or once had, records of a form (`frm_place`). The others are left
 * out of the query: the database would plan and search each of them as if it had as many records as the rest.
 */
export async function findPartsWithRecords(
  db: Db,
  formKey: string,
  { units, depts }: { units: readonly string[]; depts: readonly string[] },
  facts: FactReader,
): Promise<OrgPart[]> {
  const parts = orgPartsOf(units, depts);
  return parts.length === 0 ? parts : partsIn(parts, (await facts.read(db, hadRecordsFact(formKey, parts))) ?? '[]');
}

export const orgPartsOf = (units: readonly string[], depts: readonly string[]): OrgPart[] => [
  ...units.map((id) => ({ column: 'unit_id', id }) as const),
  ...depts.map((id) => ({ column: 'dept_id', id }) as const),
];

/**
 * Maxima that are written into the text of a statement: few, because each text is cached as a prepared statement, and
 * close to the real size, because the planner uses them.
 */
const PROVABLE_MAXIMA: readonly number[] = [50, 500, 2_000];
/** Allows for records that are added before the next count. */
const GROWTH_FACTOR = 1.2;

const hasAtMostFact = (formKey: string, part: OrgPart, max: number): Fact => ({
  key: `within ${JSON.stringify([formKey, part, max])}`,
  answerSql: () =>
    sql<string>`case when (select count(*) from (select 1 from ${recordTable(formKey)} as frm_record where ${belongsTo(part)} limit ${sql.lit(max + 1)}) first) <= ${sql.lit(max)} then 'yes' else 'no' end`,
});

/**
 * A proven maximum of the number of records of a unit or department. `estimate`: its approximate number. Null: no
 * maximum is known.
 */
export async function findProvenMaximum(
  db: Db,
  formKey: string,
  part: OrgPart,
  estimate: number,
  facts: FactReader,
): Promise<number | null> {
  const max = PROVABLE_MAXIMA.find((bound) => estimate * GROWTH_FACTOR <= bound);
  return max !== undefined && (await facts.read(db, hasAtMostFact(formKey, part, max))) === 'yes' ? max : null;
}
