import { sql } from 'kysely';
import { afterWork, CALENDAR, calendarOf, type WorkCalendar } from '../../../domain/workTime.ts';
import type { Length } from '../../flow/index.ts';
import type { Db } from '../../store/database.ts';

/** The calendar that the administrators keep. */
export async function workCalendar(db: Db): Promise<WorkCalendar> {
  const rows = await db
    .selectFrom('sys_dict_item')
    .select(['dict_label', 'dict_value', 'list_class'])
    .where('type_code', '=', CALENDAR)
    .where('is_disabled', '=', false)
    .orderBy('sn')
    .execute();
  return calendarOf(
    rows.map((row) => ({ dictLabel: row.dict_label, dictValue: row.dict_value, listClass: row.list_class })),
  );
}

/** Now by the clock that says what is due: the database's, whatever this machine's shows. */
export async function timeNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now.getTime() ?? Date.now();
}

/** When so much time has passed from now on. */
export async function timeAfter(db: Db, { ms, work }: Length): Promise<Date> {
  const now = await timeNow(db);
  return new Date(work === null ? now + ms : afterWork(now, work, await workCalendar(db)));
}
