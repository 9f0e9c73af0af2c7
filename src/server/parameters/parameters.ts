import { sql, type Kysely } from 'kysely';
import {
  isParameterKey,
  PARAMETERS,
  PARAMETER_KEYS,
  parameterDefaults,
  parameterError,
  type ParameterKey,
  type ParameterValues,
} from '../../domain/parameters.ts';
import { Refusal } from '../http/refusal.ts';
import type { Settings } from '../settings.ts';
import type { Database } from '../store/database.ts';
import { textHash } from '../store/textHash.ts';
import type { Trx } from '../store/transaction.ts';

/** Key of the database's advisory lock for changes of parameters. */
const CHANGE_LOCK = 4_271_030;

/** The settings of the server, of which only the parameters set by environment variables are needed. */
type ParameterSettings = Pick<Settings, 'parameters'>;
type Db = Kysely<Database>;

/**
 * Reads the parameters in force: a value of the environment takes precedence over the database, and the database over
 * the default. Callers read the parameters each time, so that a change takes effect at once on every server. A stored
 * value that is no longer valid is ignored.
 */
export async function readParameters(db: Db, { parameters: fixed }: ParameterSettings): Promise<ParameterValues> {
  const rows = await db.selectFrom('sys_param').selectAll().execute();
  const validRows = rows.filter(({ key, value }) => isParameterKey(key) && parameterError(key, value) === null);
  return {
    ...parameterDefaults(),
    ...Object.fromEntries(validRows.map(({ key, value }) => [key, value])),
    ...fixed,
  };
}

/** Returns the revision of the parameters that a page shows; it is sent back with a change. */
export const parametersRevision = (values: ParameterValues): string =>
  textHash(JSON.stringify(PARAMETER_KEYS.map((key) => values[key])));

/**
 * Stores changed parameters. Refuses with REQUEST_INVALID unknown keys, invalid values and parameters that the
 * environment sets, and with PARAM_STALE if a parameter was changed since `revision` (null: not checked). If it
 * refuses, nothing is stored. The value null resets a parameter to its default.
 */
export async function saveParameters(
  trx: Trx,
  settings: ParameterSettings,
  changes: Readonly<Record<string, unknown>>,
  revision: string | null,
): Promise<void> {
  // serialises changes, including those of parameters without a row
  await sql`select pg_advisory_xact_lock(${CHANGE_LOCK})`.execute(trx);
  const currentValues = await readParameters(trx, settings);
  if (revision !== null && parametersRevision(currentValues) !== revision) throw new Refusal('PARAM_STALE');
  const defaults = parameterDefaults();
  for (const [key, value] of Object.entries(changes)) {
    if (!isParameterKey(key)) throw new Refusal('REQUEST_INVALID', { detail: `没有参数“${key}”` });
    const newValue = value ?? defaults[key];
    if (newValue === currentValues[key]) continue;
    const errorText =
      parameterError(key, newValue) ??
      (key in settings.parameters ? `${PARAMETERS[key].title}由服务器的环境变量设定，在此不能修改` : null);
    if (errorText) throw new Refusal('REQUEST_INVALID', { detail: errorText });
    await storeParameter(trx, key, newValue, newValue === defaults[key]);
  }
}

async function storeParameter(trx: Trx, key: ParameterKey, value: unknown, isDefault: boolean): Promise<void> {
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
