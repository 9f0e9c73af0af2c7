import { sql } from 'kysely';
import { addWorkTime, CALENDAR_DICTIONARY, calendarOf, type WorkCalendar } from '../../../domain/workTime.ts';
import type { Duration } from '../../flow/index.ts';
import type { Db } from '../../store/database.ts';

/** Returns the working calendar that the administrators maintain in the dictionary `CALENDAR_DICTIONARY`. */
export async function workCalendar(db: Db): Promise<WorkCalendar> {
  const rows = await db
    .selectFrom('sys_dict_item')
    .select(['dict_label', 'dict_value', 'list_class'])
    .where('type_code', '=', CALENDAR_DICTIONARY)
    .where('is_disabled', '=', false)
    .orderBy('sn')
    .execute();
  return calendarOf(
    rows.map((row) => ({ dictLabel: row.dict_label, dictValue: row.dict_value, listClass: row.list_class })),
  );
}

/** Returns the current time in ms by the database's clock, which also decides which timers are due. */
export async function readDatabaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now.getTime() ?? Date.now();
}

/**
 * Returns the time at which this duration, counted from now, ends. A duration in working time (`work` is not null) is
 * counted by the working calendar.
 */
export async function timeAfter(db: Db, { ms, work }: Duration): Promise<Date> {
  const now = await readDatabaseTime(db);
  return new Date(work === null ? now + ms : addWorkTime(now, work, await workCalendar(db)));
}
