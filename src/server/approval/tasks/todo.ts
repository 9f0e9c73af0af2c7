import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../store/database.ts';
import { timeText } from '../../http/time.ts';
import { isDelegate } from '../../records/index.ts';
import { askingGround, type Ground } from '../../store/facts.ts';
import { kept, readRows } from '../../store/named.ts';
import { seatsSql } from '../delegation/actsFor.ts';
import { placeOfTask } from '../process/step.ts';
import { isAsking, taskFilters, URGED, type TaskQuery } from './taskFilters.ts';
import { taskOrder } from './taskOrder.ts';
import { offsetOf, viewOf, type InstanceColumns, type TaskPage } from './taskLists.ts';

/** Where a task stands, for who knows its flow. */
export interface TaskPlace {
  flowKey: string;
  flowVersion: number;
  nodeId: string;
  kind: string;
}

interface TodoRow extends InstanceColumns {
  task_id: string | null;
  node_id: string;
  kind: string;
  node_name: string;
  item_label: string | null;
  arrived_at: Date;
  due_at: Date | null;
  flow_key: string;
  flow_version: number;
  is_urged: boolean;
  for_name: string | null;
  total: number;
  proof: string | null;
}

/** Where the open tasks of a person come from: their own seats alone, or with those delegated to them. */
interface Seats {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  forName: RawBuilder<string | null>;
}

/** Nearly nobody acts for another: their statement is asked with every page and reads their own seats by an index alone. */
async function seatsFor(db: Db, userId: string, ground: Ground): Promise<Seats> {
  return (await ground.know(db, isDelegate(userId))) === 'some'
    ? {
        from: seatsSql(userId),
        where: sql`true`,
        forName: sql<string | null>`(select p.name from sys_user p where p.id = c.for_id)`,
      }
    : {
        from: sql`flw_task_candidate`,
        where: sql`c.user_id = ${userId} and c.is_open`,
        forName: sql<string | null>`null::text`,
      };
}

const countOf = ({ from, where }: Seats): RawBuilder<number> =>
  sql<number>`(select count(*) from ${from} c where ${where})`;

/** Sizes that pages ask for: the first page of each has a text, and so a plan, of its own. An offset that is not in the text is guessed to be far, and no plan is then worth keeping. */
const SIZES: readonly number[] = [8, 10, 20, 50, 100];

/**
 * Open tasks this person may act on, the newest first unless it is asked for otherwise, in one statement: the page, how many there are, which were pressed
 * for, and the proof of what was believed. Where nothing is asked of tasks and processes, only those of the page are
 * looked at; the number is the same, for an open task has its process.
 */
export async function listTodo(
  db: Db,
  userId: string,
  query: TaskQuery,
  ground: Ground = askingGround(),
): Promise<TaskPage & { places: TaskPlace[] }> {
  const {
    page: { pageSize },
  } = query;
  const seats = await seatsFor(db, userId, ground);
  const from = sql`from ${seats.from} c join flw_task t on t.id = c.task_id join flw_instance i on i.id = t.instance_id`;
  const filters = isAsking(query) ? taskFilters('todo', query) : null;
  const offset = offsetOf(query.page);
  const order = taskOrder('todo', query.sort);
  const isKept = filters === null && order === null && offset === 0 && SIZES.includes(pageSize);
  const where = filters === null ? seats.where : sql`${seats.where} and ${filters}`;
  const total = filters === null ? countOf(seats) : sql<number>`(select count(*) ${from} where ${where})`;
  // proof and number come without a row, too
  const found = await readRows(
    db,
    sql<TodoRow>`${sql.raw(isKept ? kept : '')} select page.*, ${total} as total, ${ground.column()} as proof from (select 1) always left join (
      select i.form_key, i.form_name, i.record_id, i.title, i.initiator_name, i.started_at, i.flw_state, i.task_nodes, i.is_urgent, i.is_withdrawn, i.flow_key, i.flow_version,
        t.id as task_id, t.node_id, t.kind, t.node_name, t.item_label, t.arrived_at, t.due_at, ${URGED} as is_urged, ${seats.forName} as for_name${order === null ? sql`` : sql`, row_number() over (order by ${order}, c.task_id desc) as place`}
      ${from} where ${where} order by ${order === null ? sql`c.arrived_at desc` : order}, c.task_id desc ${isKept ? sql`limit ${sql.lit(pageSize)}` : sql`limit ${pageSize} offset ${offset}`}
    ) page on true order by ${order === null ? sql`page.arrived_at desc, page.task_id desc` : sql`page.place`}`,
  );
  ground.prove(found[0]?.proof);
  const rows = found.filter((row): row is TodoRow & { task_id: string } => row.task_id !== null);
  return {
    total: Number(found[0]?.total ?? 0),
    places: rows.map((row) => ({
      flowKey: row.flow_key,
      flowVersion: row.flow_version,
      nodeId: row.node_id,
      kind: row.kind,
    })),
    rows: rows.map((row) => ({
      ...viewOf(row),
      taskId: row.task_id,
      taskNode: placeOfTask(row).name,
      arriveTime: timeText(row.arrived_at),
      ...(row.due_at ? { dueTime: timeText(row.due_at) } : {}),
      ...(row.is_urged ? { isUrged: true } : {}),
      ...(row.for_name ? { actsFor: row.for_name } : {}),
    })),
  };
}

/** TC-011. */
export async function countTodo(db: Db, userId: string, ground: Ground = askingGround()): Promise<number> {
  const seats = await seatsFor(db, userId, ground);
  const [row] = await readRows(
    db,
    sql<{
      total: number;
      proof: string | null;
    }>`${sql.raw(kept)} select ${countOf(seats)} as total, ${ground.column()} as proof`,
  );
  ground.prove(row?.proof);
  return Number(row?.total ?? 0);
}
