import dayjs from 'dayjs';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { DATE_FORMAT } from '../../../domain/dates.ts';
import { timeZone } from '../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { IS_OVERDUE, taskFilters, urgentSql, type TaskCondition } from './taskFilters.ts';
import { doneQuery, startedQuery, todoQuery } from './taskLists.ts';

/** Figures of a person's own work; each equals the total of the list that it opens. */
export interface OwnWork {
  todo: number;
  urgent: number;
  overdue: number;
  /** Their own applications: running, and returned to them. */
  running: number;
  returned: number;
  /**
   * Processes that they started and tasks that they handled: this month, and in the same days of the previous month.
   */
  started: number;
  startedBefore: number;
  handled: number;
  handledBefore: number;
  /** First day of this month and today, as filter values of the lists. */
  from: string;
  to: string;
}

const countIf = (condition: RawBuilder<SqlBool>) => sql<number | string>`count(*) filter (where ${condition})`;

const start = (...conditions: TaskCondition[]): RawBuilder<SqlBool> => taskFilters('start', { conditions });

/** Counts a person's work; `now` determines the month. */
export async function ownWork(db: Db, userId: string, now: Date = new Date()): Promise<OwnWork> {
  const to = now.toLocaleDateString('sv-SE', { timeZone: timeZone() });
  const from = dayjs(to).startOf('month').format(DATE_FORMAT);
  const month: [string, string] = [from, to];
  const before = month.map((day) => dayjs(day).subtract(1, 'month').format(DATE_FORMAT)) as [string, string];
  const [todoCounts, startCounts, doneCounts] = await Promise.all([
    todoQuery(db, userId)
      .select([
        sql<number | string>`count(*)`.as('todo'),
        countIf(urgentSql('todo')).as('urgent'),
        countIf(IS_OVERDUE).as('overdue'),
      ])
      .executeTakeFirstOrThrow(),
    startedQuery(db, userId)
      .select([
        countIf(start({ field: 'flwState', value: '1' })).as('running'),
        countIf(start({ field: 'flwState', value: '2' }, { field: 'isWithdrawn', value: '0' })).as('returned'),
        countIf(start({ field: 'startTime', op: 'range', value: month })).as('started'),
        countIf(start({ field: 'startTime', op: 'range', value: before })).as('startedBefore'),
      ])
      .executeTakeFirstOrThrow(),
    doneQuery(db, userId)
      .where(taskFilters('done', { conditions: [{ field: 'finishTime', op: 'gte', value: before[0] }] }))
      .select(
        ([month, before] as const).map((days, index) =>
          countIf(taskFilters('done', { conditions: [{ field: 'finishTime', op: 'range', value: days }] })).as(
            index === 0 ? 'handled' : 'handledBefore',
          ),
        ),
      )
      .executeTakeFirstOrThrow(),
  ]);
  const figures = Object.fromEntries(
    Object.entries({ ...todoCounts, ...startCounts, ...doneCounts }).map(([name, value]) => [name, Number(value)]),
  );
  return { ...(figures as unknown as Omit<OwnWork, 'from' | 'to'>), from, to };
}
