import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadForm } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { innerSql, IS_OVERDUE, taskFilters, urgentSql, type TaskQuery, type TaskSource } from './taskFilters.ts';
import { copiedQuery, doneQuery, startedQuery, todoQuery } from './taskLists.ts';

/**
 * Counts for the filters of a task list. Each count is the total of the list with this filter in addition to the other
 * conditions.
 */
export interface TaskGroups {
  /** The total of the list without the filter on the form. */
  total: number;
  forms: { formKey: string; formName: string; area: string; areaName: string; count: number }[];
  nodes: { taskNode: string; count: number }[];
  urgent: number;
  /** Only for to-dos; 0 for other lists. */
  overdue: number;
  /** Counts by state of the application (`flwState`), without applications that the applicant took back. */
  states: Record<string, number>;
  /** Applications that the applicant took back. */
  withdrawn: number;
  /** Number of applications that are 内部 (`innerSql`); `outer`: number of all other applications (外部). */
  inner: number;
  outer: number;
}

const MAX_NODES = 100;
const OTHER_AREA_NAME = '其他';

/** Returns the query for the rows of a task list that match a condition. */
function listQuery(
  db: Db,
  source: TaskSource,
  userId: string,
  where: RawBuilder<SqlBool>,
): ReturnType<typeof todoQuery> {
  type Query = ReturnType<typeof todoQuery>;
  if (source === 'todo') return todoQuery(db, userId).where(where);
  if (source === 'done') return doneQuery(db, userId).where(where) as Query;
  if (source === 'copy') return copiedQuery(db, userId).where(where) as Query;
  return startedQuery(db, userId).where(where) as Query;
}

/** Returns the code of the business area of a form; '' if the form has no area or was deleted. */
async function areaOf(context: ServerContext, db: Db, formKey: string): Promise<string> {
  return loadForm(context, db, formKey).then(
    ({ form }) => form.definition.area ?? '',
    () => '',
  );
}

/** Returns the names of business areas, by code. An area has the name of the menu entry with its code. */
async function loadAreaNames(db: Db, areas: readonly string[]): Promise<Map<string, string>> {
  if (areas.length === 0) return new Map();
  const rows = await db
    .selectFrom('sys_menu')
    .select(['code', 'item'])
    .where('code', 'in', [...areas])
    .execute();
  return new Map(rows.map(({ code, item }) => [code ?? '', typeof item.name === 'string' ? item.name : '']));
}

/** Counts the rows of 我的待办, 我的已办, 我发起的 or 抄送我的 by form, node and flag. For refusals see `taskFilters`. */
export async function countTaskGroups(
  context: ServerContext,
  db: Db,
  source: TaskSource,
  userId: string,
  query: Omit<TaskQuery, 'page'>,
): Promise<TaskGroups> {
  /** Returns the query for the rows of the list, without the filters on these fields. */
  const rowsWithout = (...fields: string[]) => listQuery(db, source, userId, taskFilters(source, query, fields));
  const rowCount = sql<number | string>`count(*)`;
  const countIf = (condition: RawBuilder<SqlBool>) => sql<number | string>`count(*) filter (where ${condition})`;
  const isTodo = source === 'todo';
  const forms = await rowsWithout('formKey')
    .select(['i.form_key as key', sql<string>`max(i.form_name)`.as('name'), rowCount.as('count')])
    .groupBy('i.form_key')
    .orderBy('count', 'desc')
    .orderBy('key')
    .execute();
  const nodes =
    source === 'start' || source === 'copy'
      ? []
      : await rowsWithout('taskNode')
          .select(['t.node_name as name', rowCount.as('count')])
          .groupBy('t.node_name')
          .orderBy('count', 'desc')
          .orderBy('name')
          .limit(MAX_NODES)
          .execute();
  const innerCondition = innerSql(query.units ?? []);
  const flagCounts = await rowsWithout('isUrgent', 'isOverdue', 'side')
    .select([
      countIf(urgentSql(source)).as('urgent'),
      (isTodo ? countIf(IS_OVERDUE) : sql<number>`0`).as('overdue'),
      countIf(innerCondition).as('inner'),
      countIf(sql<SqlBool>`not ${innerCondition}`).as('outer'),
    ])
    .executeTakeFirstOrThrow();
  const states = await rowsWithout('flwState', 'isWithdrawn')
    .select(['i.flw_state as state', 'i.is_withdrawn as withdrawn', rowCount.as('count')])
    .groupBy(['i.flw_state', 'i.is_withdrawn'])
    .execute();
  const areas = new Map<string, string>();
  for (const { key } of forms) areas.set(key, await areaOf(context, db, key));
  const names = await loadAreaNames(db, [...new Set(areas.values())].filter(Boolean));
  return {
    total: forms.reduce((sum, { count }) => sum + Number(count), 0),
    forms: forms.map(({ key, name, count }) => {
      const area = areas.get(key) ?? '';
      const areaName = names.get(area);
      return {
        formKey: key,
        formName: name,
        ...(areaName ? { area, areaName } : { area: '', areaName: OTHER_AREA_NAME }),
        count: Number(count),
      };
    }),
    nodes: nodes.map(({ name, count }) => ({ taskNode: name, count: Number(count) })),
    urgent: Number(flagCounts.urgent),
    overdue: Number(flagCounts.overdue),
    states: Object.fromEntries(
      states.filter(({ withdrawn }) => !withdrawn).map(({ state, count }) => [state, Number(count)]),
    ),
    withdrawn: states.reduce((sum, { withdrawn, count }) => sum + (withdrawn ? Number(count) : 0), 0),
    inner: Number(flagCounts.inner),
    outer: Number(flagCounts.outer),
  };
}
