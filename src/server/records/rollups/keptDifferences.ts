import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import type { FormTables } from '../columns/catalogue.ts';
import { keptSql } from './updateKeptValues.ts';

/**
 * Compares the kept values of these records with a new computation from their sources. Returns each difference as a
 * line of text. Columns that are not yet filled are left out.
 */
export async function findKeptDifferences(db: Db, tables: FormTables, ids: readonly string[]): Promise<string[]> {
  const readyColumns = new Set(tables.kept.filter(({ isReady }) => isReady).map(({ name }) => name));
  const fields = tables.keptFields.filter(({ plan }) => readyColumns.has(plan.column));
  if (fields.length === 0) return [];
  const { from } = keptSql(tables, { kind: 'all' });
  const comparisons = fields.map(
    ({ key, plan }) =>
      sql`case when ${sql.ref(`p.${plan.column}`)} is distinct from ${sql.ref(`k.${plan.column}`)} then ${sql.lit(key)} || ': ' || coalesce(${sql.ref(`p.${plan.column}`)}::text, 'null') || ' instead of ' || coalesce(${sql.ref(`k.${plan.column}`)}::text, 'null') end`,
  );
  const { rows } = await sql<{
    id: string;
    differences: string[];
  }>`select p.id, array_remove(array[${sql.join(comparisons)}], null) as differences
    from ${sql.id(tables.main.name)} p cross join lateral (${from}) k where p.id = any(${ids}::text[]) order by p.id`.execute(
    db,
  );
  return rows.flatMap(({ id, differences }) => differences.map((text) => `${tables.formKey} ${id}: ${text}`));
}
