import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import { timeText } from '../../http/time.ts';
import { delegationFact } from '../../records/index.ts';
import { createFreshFactReader, type FactReader } from '../../store/facts.ts';
import { PREPARED_PREFIX, readRows } from '../../store/preparedStatements.ts';
import { openTasksSql } from '../delegation/delegates.ts';
import { nodeWithDisplayName, type TaskRow } from '../process/stepTypes.ts';
import { hasFilters, taskFilters, IS_URGED, type TaskQuery } from './taskFilters.ts';
import { taskOrder } from './taskOrder.ts';
import { offsetOf, taskViewOf, type InstanceColumns, type TaskPage } from './taskLists.ts';

/** The data that identify the node of a task in its flow. */
export interface TaskNode {
  flowKey: string;
  flowVersion: number;
  nodeId: string;
  kind: TaskRow['kind'];
}

interface TodoRow extends InstanceColumns {
  task_id: string | null;
  node_id: string;
  kind: TaskRow['kind'];
  node_name: string;
  item_label: string | null;
  arrived_at: Date;
  due_at: Date | null;
  flow_key: string;
  flow_version: number;
  is_urged: boolean;
  for_name: string | null;
  total: number;
  /** The current answers of the cached facts. */
  proof: string | null;
}

/** The SQL source of a person's open tasks: only their own, or also those of absent people for whom they act. */
interface OpenTaskSource {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** The name of the absent person whose task it is; null for the person's own task. */
  forName: RawBuilder<string | null>;
}

/**
 * Returns the source that a list must read. For most people, who act for nobody, it contains only their own tasks,
 * which an index finds. A cached fact states whether the person acts for somebody. The statement that reads the list
 * also reads the current answer, which validates the cached answer.
 */
async function openTaskSource(db: Db, userId: string, facts: FactReader): Promise<OpenTaskSource> {
  return (await facts.read(db, delegationFact(userId))) === 'some'
    ? {
        from: openTasksSql(userId),
        where: sql`true`,
        forName: sql<string | null>`(select p.name from sys_user p where p.id = c.for_id)`,
      }
    : {
        from: sql`flw_task_candidate`,
        where: sql`c.user_id = ${userId} and c.is_open`,
        forName: sql<string | null>`null::text`,
      };
}

const countOf = ({ from, where }: OpenTaskSource): RawBuilder<number> =>
  sql<number>`(select count(*) from ${from} c where ${where})`;

/**
 * Usual page sizes. For each size, the first page has a separate statement text, and so a separate prepared plan. Other
 * pages use parameters. The planner assumes a large offset for them, so keeping their plan is not worthwhile.
 */
const USUAL_PAGE_SIZES: readonly number[] = [8, 10, 20, 50, 100];

/**
 * Returns a page of the open tasks on which this person may act (by default the newest first), and their total.
 * `taskNodes`: the nodes of the rows, in the order of the rows. One statement also reads the current answers of the
 * cached facts, which validates the facts. Without filters, only the tasks of the page are joined with their processes,
 * and the total is counted without a join.
 */
export async function listTodo(
  db: Db,
  userId: string,
  query: TaskQuery,
  facts: FactReader = createFreshFactReader(),
): Promise<TaskPage & { taskNodes: TaskNode[] }> {
  const {
    page: { pageSize },
  } = query;
  const source = await openTaskSource(db, userId, facts);
  const from = sql`from ${source.from} c join flw_task t on t.id = c.task_id join flw_instance i on i.id = t.instance_id`;
  const filters = hasFilters(query) ? taskFilters('todo', query) : null;
  const offset = offsetOf(query.page);
  const order = taskOrder('todo', query.sort);
  const usesPreparedPlan = filters === null && order === null && offset === 0 && USUAL_PAGE_SIZES.includes(pageSize);
  const where = filters === null ? source.where : sql`${source.where} and ${filters}`;
  const total = filters === null ? countOf(source) : sql<number>`(select count(*) ${from} where ${where})`;
  // the left join returns the answers of the facts and the total even without a task
  const allRows = await readRows(
    db,
    sql<TodoRow>`${sql.raw(usesPreparedPlan ? PREPARED_PREFIX : '')} select page.*, ${total} as total, ${facts.currentAnswers()} as proof from (select 1) always left join (
      select i.form_key, i.form_name, i.record_id, i.title, i.initiator_name, i.started_at, i.flw_state, i.task_nodes, i.is_urgent, i.is_withdrawn, i.flow_key, i.flow_version,
        t.id as task_id, t.node_id, t.kind, t.node_name, t.item_label, t.arrived_at, t.due_at, ${IS_URGED} as is_urged, ${source.forName} as for_name${order === null ? sql`` : sql`, row_number() over (order by ${order}, c.task_id desc) as row_no`}
      ${from} where ${where} order by ${order === null ? sql`c.arrived_at desc` : order}, c.task_id desc ${usesPreparedPlan ? sql`limit ${sql.lit(pageSize)}` : sql`limit ${pageSize} offset ${offset}`}
    ) page on true order by ${order === null ? sql`page.arrived_at desc, page.task_id desc` : sql`page.row_no`}`,
  );
  facts.validate(allRows[0]?.proof);
  const rows = allRows.filter((row): row is TodoRow & { task_id: string } => row.task_id !== null);
  return {
    total: Number(allRows[0]?.total ?? 0),
    taskNodes: rows.map((row) => ({
      flowKey: row.flow_key,
      flowVersion: row.flow_version,
      nodeId: row.node_id,
      kind: row.kind,
    })),
    rows: rows.map((row) => ({
      ...taskViewOf(row),
      taskId: row.task_id,
      taskNode: nodeWithDisplayName(row).name,
      arriveTime: timeText(row.arrived_at),
      ...(row.due_at ? { dueTime: timeText(row.due_at) } : {}),
      ...(row.is_urged ? { isUrged: true } : {}),
      ...(row.for_name ? { actsFor: row.for_name } : {}),
    })),
  };
}

/** Returns the number of open tasks that this person may act on (TC-011). */
export async function countTodo(db: Db, userId: string, facts: FactReader = createFreshFactReader()): Promise<number> {
  const source = await openTaskSource(db, userId, facts);
  const [row] = await readRows(
    db,
    sql<{
      total: number;
      proof: string | null;
    }>`${sql.raw(PREPARED_PREFIX)} select ${countOf(source)} as total, ${facts.currentAnswers()} as proof`,
  );
  facts.validate(row?.proof);
  return Number(row?.total ?? 0);
}
