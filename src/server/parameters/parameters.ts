import { sql, type Kysely } from 'kysely';
import {
  isParameterKey,
  PARAMETERS,
  PARAMETER_KEYS,
  parameterDefaults,
  parameterFault,
  type ParameterKey,
  type ParameterValues,
} from '../../domain/parameters.ts';
import { Refusal } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';

const CHANGE_LOCK = 4_271_030;

type Fixed = Pick<Settings, 'parameters'>;
type Db = Kysely<Database>;

/**
 * The parameters in force: the environment before the database before the default. Read anew by who needs them, so that
 * a change is in force at once on every server. A stored value that is not valid any more counts as absent.
 */
export async function readParameters(db: Db, { parameters: fixed }: Fixed): Promise<ParameterValues> {
  const rows = await db.selectFrom('sys_param').selectAll().execute();
  const stored = rows.filter(({ key, value }) => isParameterKey(key) && parameterFault(key, value) === null);
  return {
    ...parameterDefaults(),
    ...Object.fromEntries(stored.map(({ key, value }) => [key, value])),
    ...fixed,
  };
}

/** Which state of the parameters a page shows; sent back with a change. */
export const parametersRevision = (values: ParameterValues): string =>
  textHash(JSON.stringify(PARAMETER_KEYS.map((key) => values[key])));

/**
 * Stores changed parameters. Refuses with REQUEST_INVALID unknown keys, wrong values and those that the environment
 * fixes, with PARAM_STALE when somebody changed one since `revision`; then nothing is stored.
 */
export async function saveParameters(
  trx: Trx,
  settings: Fixed,
  given: Readonly<Record<string, unknown>>,
  revision: string | null,
): Promise<void> {
  // one change after the other, also of parameters that have no row yet
  await sql`select pg_advisory_xact_lock(${CHANGE_LOCK})`.execute(trx);
  const before = await readParameters(trx, settings);
  if (revision !== null && parametersRevision(before) !== revision) throw new Refusal('PARAM_STALE');
  const defaults = parameterDefaults();
  for (const [key, value] of Object.entries(given)) {
    if (!isParameterKey(key)) throw new Refusal('REQUEST_INVALID', { detail: `没有参数“${key}”` });
    const wanted = value ?? defaults[key];
    if (wanted === before[key]) continue;
    const fault =
      parameterFault(key, wanted) ??
      (key in settings.parameters ? `${PARAMETERS[key].title}由服务器的环境变量设定，在此不能修改` : null);
    if (fault) throw new Refusal('REQUEST_INVALID', { detail: fault });
    await store(trx, key, wanted, wanted === defaults[key]);
  }
}

async function store(trx: Trx, key: ParameterKey, value: unknown, isDefault: boolean): Promise<void> {
  if (isDefault) {
    await trx.deleteFrom('sys_param').where('key', '=', key).execute();
    return;
  }
  await trx
    .insertInto('sys_param')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
}
