import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import { isAdmin, type RequestUser } from '../../http/user.ts';
import type { Db } from '../../store/database.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { recordTable } from '../columns/recordSource.ts';
import type { RecordRow } from '../read/recordRows.ts';
import { pathCondition, type AccessPath, type AccessKind } from './accessPaths.ts';
import { findDelegatedTasks } from './delegated.ts';
import type { OwnerUnit } from './ownerUnits.ts';
import { scopeOf, findPathsToRecord } from './readScope.ts';

/**
 * A reason why a person may read a record: an access path, `admin` (they are an administrator) or `delegated` (they
 * may complete a task of the record for an absent person). `place`: the unit or department of the record, if this is
 * the reason.
 */
export interface ReadingReason {
  kind: AccessKind | 'admin' | 'delegated';
  place?: OwnerUnit;
}

const reasonOf = ({ kind, ownerUnit }: AccessPath): ReadingReason =>
  ownerUnit ? { kind, place: ownerUnit } : { kind };

/**
 * Returns the reasons why a person may currently read a record, by the same rules as `mayRead`; an empty list if they
 * may not read it. For an administrator the only reason is `admin`. If the form has no process and the person's roles
 * let them read all of its records, the only reasons are `own` and `all`. `user`: the person, with the permissions of
 * a session (`loadPeopleAsSignedIn`).
 */
export async function findReadingReasons(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  row: Pick<RecordRow, 'id' | 'form_key' | 'create_by'>,
): Promise<ReadingReason[]> {
  if (isAdmin(user)) return [{ kind: 'admin' }];
  const scope = scopeOf((await loadForm(context, db, row.form_key)).form.definition);
  const paths = await findPathsToRecord(db, user, row.form_key, scope, createFreshFactReader());
  const ownReason: ReadingReason[] = row.create_by === user.id ? [{ kind: 'own' }] : [];
  if (paths === null) return [...ownReason, { kind: 'all' }];
  const matchingPaths = await findMatchingPaths(db, row, paths);
  const reasons = [...ownReason, ...matchingPaths.filter(({ kind }) => kind !== 'own').map(reasonOf)];
  const isDelegated = (await findDelegatedTasks(db, user.id, [row.id])).size > 0;
  return isDelegated ? [...reasons, { kind: 'delegated' }] : reasons;
}

/** Returns the access paths that lead to the record. */
async function findMatchingPaths(
  db: Db,
  row: Pick<RecordRow, 'id' | 'form_key'>,
  paths: readonly AccessPath[],
): Promise<readonly AccessPath[]> {
  const conditions: RawBuilder<SqlBool>[] = paths.map(
    (path) => sql<SqlBool>`coalesce(${pathCondition(path, [])}, false)`,
  );
  const { rows } = await sql<{ holds: boolean[] }>`select array[${sql.join(conditions)}] as holds
    from ${recordTable(row.form_key)} as frm_record where id = ${row.id}`.execute(db);
  return paths.filter((_path, index) => rows[0]?.holds[index] === true);
}
