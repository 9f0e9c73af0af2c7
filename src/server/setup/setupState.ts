import { sql, type Kysely } from 'kysely';
import { Refusal } from '../http/refusal.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import './tables.ts';

/** Steps of the initial set-up, in order. */
export const SETUP_STEPS = ['company', 'organisation', 'people', 'roles', 'channels'] as const;
/** A step of the initial set-up. */
export type SetupStep = (typeof SETUP_STEPS)[number];
/** The mark of an administrator on a step. */
export type SetupMark = 'done' | 'skipped';

/** The progress of the initial set-up. */
export interface SetupState {
  /** True until the set-up is ended; administrators are redirected to it after signing in. */
  isOpen: boolean;
  steps: {
    key: SetupStep;
    /** Mark set by an administrator; null: none. */
    mark: SetupMark | null;
    /** Summary of the existing data, such as `2 个单位，5 个部门`; '' for none. */
    figure: string;
    /** Name of the administrator who set the mark; '' for none. */
    byName: string;
  }[];
}

/** The existing data that the steps of the set-up summarise. */
interface ExistingData {
  platformName: string | null;
  units: number;
  depts: number;
  people: number;
  rolesWithMembers: number;
  /** Enabled message channels with an address; mail has one if a mail server is configured. */
  channels: number;
}

/** Reads the existing data that the steps summarise. */
async function readExistingData(db: Kysely<Database>): Promise<ExistingData> {
  const { rows } = await sql<ExistingData>`select
    (select value #>> '{}' from sys_param where key = 'platformName') as "platformName",
    (select count(*)::integer from sys_org where type = 'unit' and not is_disabled) as units,
    (select count(*)::integer from sys_org where type = 'dept' and not is_disabled) as depts,
    (select count(*)::integer from sys_user where not is_disabled) as people,
    (select count(distinct h.role_code)::integer from sys_user_role h join sys_user u on u.id = h.user_id where not u.is_disabled) as "rolesWithMembers",
    (select count(*)::integer from sys_channel where not is_disabled and url <> '') as channels`.execute(db);
  return rows[0] as ExistingData;
}

/** Returns the summary of each step (`figure`). */
function figuresOf({
  platformName,
  units,
  depts,
  people,
  rolesWithMembers,
  channels,
}: ExistingData): Record<SetupStep, string> {
  return {
    company: platformName ?? '',
    organisation: units + depts > 0 ? `${units} 个单位，${depts} 个部门` : '',
    people: `${people} 个账号`,
    roles: `${rolesWithMembers} 个角色有成员`,
    channels: channels > 0 ? `${channels} 个渠道` : '',
  };
}

/** Returns the progress of the initial set-up. */
export async function loadSetupState(db: Kysely<Database>): Promise<SetupState> {
  const rowsByStep = new Map((await db.selectFrom('sys_setup').selectAll().execute()).map((row) => [row.step, row]));
  const figures = figuresOf(await readExistingData(db));
  return {
    isOpen: rowsByStep.get('guide')?.mark === 'open',
    steps: SETUP_STEPS.map((key) => {
      const row = rowsByStep.get(key);
      return {
        key,
        mark: row === undefined || row.mark === 'open' ? null : row.mark,
        figure: figures[key],
        byName: row?.by_name ?? '',
      };
    }),
  };
}

/** Marks a step as done or skipped; null removes the mark. Refuses an unknown step with REQUEST_INVALID. */
export async function markStep(trx: Trx, adminName: string, step: string, mark: SetupMark | null): Promise<void> {
  if (!SETUP_STEPS.some((key) => key === step)) throw new Refusal('REQUEST_INVALID', { detail: `没有步骤“${step}”` });
  if (mark === null) return void (await trx.deleteFrom('sys_setup').where('step', '=', step).execute());
  await writeMark(trx, adminName, step, mark);
}

/** Ends the set-up, or reopens it. While it is open, administrators are redirected to it after signing in. */
export const setSetupOpen = (trx: Trx, adminName: string, isOpen: boolean): Promise<void> =>
  writeMark(trx, adminName, 'guide', isOpen ? 'open' : 'done');

/**
 * Stores the mark on a step with the name of the administrator. The additional key `guide` stands for the set-up as a
 * whole; its mark is `open` or `done`.
 */
async function writeMark(trx: Trx, adminName: string, step: string, mark: SetupMark | 'open'): Promise<void> {
  const row = { mark, by_name: adminName, at: new Date() };
  await trx
    .insertInto('sys_setup')
    .values({ step, ...row })
    .onConflict((conflict) => conflict.column('step').doUpdateSet(row))
    .execute();
}
