import { afterWork, CALENDAR, calendarOf, type WorkLength } from '../../kernel/flow/workTime.ts';
import type { Db } from '../documents/store.ts';

/** A length of time: `ms` as it passes or, where `work` says so, counted in working time. */
export interface Length { ms: number; work: WorkLength | null }

/** When so much time has passed from now on, by the calendar that the administrators keep. */
export async function timeAfter(db: Db, { ms, work }: Length, now = Date.now()): Promise<Date> {
  if (work === null) return new Date(now + ms);
  const rows = await db.selectFrom('sys_dict_item').select(['dict_label', 'dict_value', 'list_class']).where('type_code', '=', CALENDAR).where('is_disabled', '=', false).orderBy('sn').execute();
  return new Date(afterWork(now, work, calendarOf(rows.map((row) => ({ dictLabel: row.dict_label, dictValue: row.dict_value, listClass: row.list_class })))));
}
