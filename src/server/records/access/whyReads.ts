import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { askingGround } from '../../store/facts.ts';
import { recordTable } from '../columns/recordSource.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { wayOf, type Way, type WayKind } from './accessPaths.ts';
import { delegatedTasks } from './delegated.ts';
import type { Place } from './orgPlaces.ts';
import { scopeOf, waysToOne } from './readScope.ts';

/** One reason why somebody may read a record. `place`: of `place`, the unit or department that the record is of. */
export interface ReadingReason {
  kind: WayKind | 'admin' | 'delegated';
  place?: Place;
}

const reasonOf = ({ kind, place }: Way): ReadingReason => (place ? { kind, place } : { kind });

/**
 * Every reason why a person may read a record today, by the ways that `mayRead` goes; none: they may not.
 * `user`: as they are when signed in (`peopleAsSignedIn`).
 */
export async function whyReads(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>,
): Promise<ReadingReason[]> {
  if (isAdmin(user)) return [{ kind: 'admin' }];
  const scope = scopeOf((await loadForm(context, db, row.form_key)).form.definition);
  const ways = await waysToOne(db, user, row.form_key, scope, askingGround());
  const own: ReadingReason[] = row.create_by === user.id ? [{ kind: 'own' }] : [];
  if (ways === null) return [...own, { kind: 'all' }];
  const holding = await holdingWays(db, row, ways);
  const reasons = [...own, ...holding.filter(({ kind }) => kind !== 'own').map(reasonOf)];
  const isDelegated = (await delegatedTasks(db, user.id, [row.id])).size > 0;
  return isDelegated ? [...reasons, { kind: 'delegated' }] : reasons;
}

async function holdingWays(
  db: Db,
  row: Pick<RecordRow, 'id' | 'form_key'>,
  ways: readonly Way[],
): Promise<readonly Way[]> {
  const asked: RawBuilder<SqlBool>[] = ways.map((way) => sql<SqlBool>`coalesce(${wayOf(way, [])}, false)`);
  const { rows } = await sql<{ holds: boolean[] }>`select array[${sql.join(asked)}] as holds
    from ${recordTable(row.form_key)} as frm_record where id = ${row.id}`.execute(db);
  return ways.filter((_way, index) => rows[0]?.holds[index] === true);
}
