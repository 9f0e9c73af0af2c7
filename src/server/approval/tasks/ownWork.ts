import dayjs from 'dayjs';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { DATE_FORMAT } from '../../../domain/dates.ts';
import { timeZone } from '../../records/index.ts';
import type { Db } from '../../store/database.ts';
import { IS_OVERDUE, taskFilters, urgentSql, type TaskCondition } from './taskFilters.ts';
import { doneQuery, startedQuery, todoQuery } from './taskLists.ts';

/** Counts of a person's own work. Each count equals the total of the list that opens when the user clicks it. */
export interface OwnWork {
  todo: number;
  urgent: number;
  overdue: number;
  /** The person's own applications that are running. */
  running: number;
  /** The person's own applications that were returned, except those that the person took back. */
  returned: number;
  /** Processes that the person started this month. */
  started: number;
  /** Processes that the person started in the same days of the previous month. */
  startedBefore: number;
  /** Rows of `doneQuery` that the person completed this month. */
  handled: number;
  /** Rows of `doneQuery` that the person completed in the same days of the previous month. */
  handledBefore: number;
  /** Filter values for the lists of this month: `from` is the first day of the month, `to` is today. */
  from: string;
  to: string;
}

const countIf = (condition: RawBuilder<SqlBool>) => sql<number | string>`count(*) filter (where ${condition})`;

const startFilter = (...conditions: TaskCondition[]): RawBuilder<SqlBool> => taskFilters('start', { conditions });

/** Counts a person's work; `now` determines the month. */
export async function countOwnWork(db: Db, userId: string, now: Date = new Date()): Promise<OwnWork> {
  const to = now.toLocaleDateString('sv-SE', { timeZone: timeZone() });
  const from = dayjs(to).startOf('month').format(DATE_FORMAT);
  const thisMonth: [string, string] = [from, to];
  const previousMonth = thisMonth.map((day) => dayjs(day).subtract(1, 'month').format(DATE_FORMAT)) as [string, string];
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
        countIf(startFilter({ field: 'flwState', value: '1' })).as('running'),
        countIf(startFilter({ field: 'flwState', value: '2' }, { field: 'isWithdrawn', value: '0' })).as('returned'),
        countIf(startFilter({ field: 'startTime', op: 'range', value: thisMonth })).as('started'),
        countIf(startFilter({ field: 'startTime', op: 'range', value: previousMonth })).as('startedBefore'),
      ])
      .executeTakeFirstOrThrow(),
    doneQuery(db, userId)
      .where(taskFilters('done', { conditions: [{ field: 'finishTime', op: 'gte', value: previousMonth[0] }] }))
      .select(
        ([thisMonth, previousMonth] as const).map((days, index) =>
          countIf(taskFilters('done', { conditions: [{ field: 'finishTime', op: 'range', value: days }] })).as(
            index === 0 ? 'handled' : 'handledBefore',
          ),
        ),
      )
      .executeTakeFirstOrThrow(),
  ]);
  const counts = Object.fromEntries(
    Object.entries({ ...todoCounts, ...startCounts, ...doneCounts }).map(([name, value]) => [name, Number(value)]),
  );
  return { ...(counts as unknown as Omit<OwnWork, 'from' | 'to'>), from, to };
}
