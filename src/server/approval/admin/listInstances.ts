import { sql, type ExpressionBuilder, type SqlBool, type Expression } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { awaitsCondition } from '../../flow/index.ts';
import { loadFlow } from '../../flowDocuments/index.ts';
import type { Db } from '../../store/database.ts';
import { timeText } from '../../http/time.ts';
import type { Page } from '../../http/envelope.ts';
import type { Database } from '../../store/database.ts';
import { escapeLikeText } from '../../store/escapeLikeText.ts';

/**
 * A filter of the list, which contains only processes that have not ended. 'all': all of them; 'running': those that
 * are not suspended; 'suspended': suspended ones; 'stuck': those with `InstanceView.stuck`; 'overdue': those that are
 * not suspended and have an overdue open task.
 */
export type InstanceStatus = 'all' | 'running' | 'stuck' | 'overdue' | 'suspended';

/** A process in the administrators' list: running or suspended. */
export interface InstanceView {
  instanceId: string;
  formKey: string;
  formName: string;
  recordId: string;
  title: string;
  startUserName: string;
  startTime: string;
  taskNodes: string;
  /**
   * The names of people with open tasks of the process, joined by 、. Disabled people are marked. If there are more
   * than MAX_HANDLER_NAMES people: the first names and the number of people. '' without open tasks.
   */
  handlers: string;
  flowKey: string;
  flowVersion: number;
  formVersion: number;
  /** The flow version and form version that a new process would use; 0 if no version is published. */
  latestFlowVersion: number;
  latestFormVersion: number;
  /** The earliest due time of the open tasks; absent if none has a due time. */
  dueTime?: string;
  /** True if an open task is overdue; false while the process is suspended. */
  isOverdue: boolean;
  /** Set while the process is suspended. */
  suspended?: { by: string; time: string; reason: string };
  /**
   * The reason why the process does not continue; absent if it continues or is suspended. If several reasons apply, the
   * first of these. 'noCandidate': an open task has no enabled candidate. 'failing': a timer or call fails. 'dead':
   * there is no open task, and the process does not wait for a time, call, signal, message or condition.
   */
  stuck?: 'noCandidate' | 'failing' | 'dead';
  /**
   * The stored error of a timer or call; if several have an error, of the one with the most attempts. Absent if `stuck`
   * is absent or no error is stored.
   */
  fault?: string;
}

export interface InstanceQuery {
  page: Page;
  status?: InstanceStatus;
  formKey?: string;
  flowVersion?: number;
  /** The id of a person who has an open or waiting task of the process. */
  holder?: string;
  /** A text in the title or the initiator's name. */
  keyword?: string;
}

/**
 * The number of attempts without a stored error after which a call counts as failing. An attempt stores no error if
 * the server dies during the call, or if the process is locked when the answer arrives. After a stored error the call
 * counts as failing at once.
 */
const MIN_TRIES_WITHOUT_ERROR = 3;

type Builder = ExpressionBuilder<Database & { i: Database['flw_instance'] }, 'i'>;

/** True if an open task of the process has no enabled candidate. */
const hasNoCandidateSql = sql<boolean>`exists (select 1 from flw_task t where t.instance_id = i.id and t.state = 'open'
  and not exists (select 1 from flw_task_candidate c join sys_user u on u.id = c.user_id where c.task_id = t.id and not u.is_disabled))`;
/**
 * True if a timer or call of the process has failed, or was attempted too often without a result. One failure is
 * enough, so that an administrator who has removed the cause can retry at once.
 */
const isFailingSql = sql<boolean>`exists (select 1 from flw_timer x where x.instance_id = i.id and (x.tries >= ${sql.lit(MIN_TRIES_WITHOUT_ERROR)} or x.error is not null))`;
/**
 * True if the process has no open task and no row of `flw_timer`. That table contains, among others, its timers,
 * its service calls, and the signals and messages that it waits for.
 */
const hasNothingOpenSql = sql<boolean>`(not exists (select 1 from flw_task t where t.instance_id = i.id and t.state = 'open') and not exists (select 1 from flw_timer x where x.instance_id = i.id))`;
/**
 * Returns SQL that is true for a dead process (`InstanceView.stuck`). `awaitingIds`: the ids of processes that wait for
 * a condition (`findIdsAwaitingCondition`).
 */
const isDeadSql = (awaitingIds: readonly string[]) =>
  sql<boolean>`(${hasNothingOpenSql} and not i.id = any(${awaitingIds}::text[]))`;
const isOverdueSql = sql<boolean>`exists (select 1 from flw_task t where t.instance_id = i.id and t.state = 'open' and t.due_at < now())`;

/**
 * Returns the SQL condition that selects the processes of a query. Ended processes, and processes whose record is a
 * draft (`flw_state` '0'), are never selected. `awaitingIds`: as in `isDeadSql`.
 */
function conditionOf(
  { status = 'all', formKey, flowVersion, holder, keyword }: InstanceQuery,
  awaitingIds: readonly string[],
) {
  return (builder: Builder): Expression<SqlBool> =>
    builder.and([
      builder('i.ended_at', 'is', null),
      builder('i.flw_state', '!=', '0'),
      ...(status === 'suspended' ? [builder('i.suspended_at', 'is not', null)] : []),
      ...(status === 'running' ? [builder('i.suspended_at', 'is', null)] : []),
      ...(status === 'stuck'
        ? [builder('i.suspended_at', 'is', null), builder.or([hasNoCandidateSql, isFailingSql, isDeadSql(awaitingIds)])]
        : []),
      ...(status === 'overdue' ? [builder('i.suspended_at', 'is', null), isOverdueSql] : []),
      ...(formKey ? [builder('i.form_key', '=', formKey)] : []),
      ...(flowVersion ? [builder('i.flow_version', '=', flowVersion)] : []),
      ...(holder
        ? [
            sql<boolean>`exists (select 1 from flw_task t join flw_task_candidate c on c.task_id = t.id where t.instance_id = i.id and t.state in ('open', 'waiting') and c.user_id = ${holder})`,
          ]
        : []),
      ...(keyword
        ? [
            builder.or([
              builder('i.title', 'ilike', `%${escapeLikeText(keyword)}%`),
              builder('i.initiator_name', 'ilike', `%${escapeLikeText(keyword)}%`),
            ]),
          ]
        : []),
    ]);
}

const SELECTED_COLUMNS = [
  'i.id',
  'i.form_key',
  'i.form_name',
  'i.record_id',
  'i.title',
  'i.initiator_name',
  'i.started_at',
  'i.task_nodes',
  'i.flow_key',
  'i.flow_version',
  'i.form_version',
  'i.suspended_at',
  'i.suspended_by',
  'i.suspended_for',
] as const;

/**
 * Returns the number of each document's published version, by document key; 0 if no version is published. A document
 * that does not exist has no entry.
 */
async function loadPublishedVersions(
  db: Db,
  kind: 'flow' | 'form',
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('doc_document')
    .select(['doc_key', 'published_version'])
    .where('kind', '=', kind)
    .where('doc_key', 'in', [...new Set(keys)])
    .execute();
  return new Map(rows.map((row) => [row.doc_key, row.published_version ?? 0]));
}

const MAX_HANDLER_NAMES = 5;

/** Returns `InstanceView.handlers` of these processes, by process id. A process without open tasks has no entry. */
async function loadHandlerNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('flw_task as t')
    .innerJoin('flw_task_candidate as c', 'c.task_id', 't.id')
    .innerJoin('sys_user as u', 'u.id', 'c.user_id')
    .where('t.instance_id', 'in', [...ids])
    .where('t.state', '=', 'open')
    .select(['t.instance_id', 'u.name', 'u.is_disabled'])
    .distinct()
    .orderBy('u.name')
    .execute();
  const namesByInstance = new Map<string, string[]>();
  for (const row of rows)
    namesByInstance.set(row.instance_id, [
      ...(namesByInstance.get(row.instance_id) ?? []),
      row.is_disabled ? `${row.name}（已停用）` : row.name,
    ]);
  return new Map(
    [...namesByInstance].map(([id, list]) => [
      id,
      list.length > MAX_HANDLER_NAMES
        ? `${list.slice(0, MAX_HANDLER_NAMES).join('、')} 等 ${list.length} 人`
        : list.join('、'),
    ]),
  );
}

/**
 * Returns the ids of the processes of a query that have no open task and no row of `flw_timer`, but wait for a
 * condition. A process that waits for a condition has no row in `flw_timer` for it (`conditionalEvents.ts`).
 */
async function findIdsAwaitingCondition(context: ServerContext, query: InstanceQuery): Promise<string[]> {
  const rows = await context.db
    .selectFrom('flw_instance as i')
    .select(['i.id', 'i.flow_key', 'i.flow_version', 'i.tokens'])
    .where(conditionOf(query, []))
    .where(hasNothingOpenSql)
    .execute();
  const ids: string[] = [];
  for (const { id, flow_key: key, flow_version: version, tokens } of rows) {
    const { definition } = await loadFlow(context, context.db, key, version);
    if (awaitsCondition(definition, tokens)) ids.push(id);
  }
  return ids;
}

/**
 * Returns a page of the processes of a query, the earliest started first. `total`: the number of these processes on all
 * pages.
 */
export async function listInstances(
  context: ServerContext,
  query: InstanceQuery,
): Promise<{ rows: InstanceView[]; total: number }> {
  const { db } = context;
  const awaitingIds = await findIdsAwaitingCondition(context, query);
  const matchingQuery = db.selectFrom('flw_instance as i').where(conditionOf(query, awaitingIds));
  const rows = await matchingQuery
    .select([
      ...SELECTED_COLUMNS,
      hasNoCandidateSql.as('noCandidate'),
      isFailingSql.as('failing'),
      isDeadSql(awaitingIds).as('dead'),
      sql<
        string | null
      >`(select x.error from flw_timer x where x.instance_id = i.id and x.error is not null order by x.tries desc, x.id limit 1)`.as(
        'fault',
      ),
      sql<Date | null>`(select min(t.due_at) from flw_task t where t.instance_id = i.id and t.state = 'open')`.as(
        'due_at',
      ),
    ])
    .orderBy('i.started_at')
    .orderBy('i.id')
    .limit(query.page.pageSize)
    .offset((query.page.pageNum - 1) * query.page.pageSize)
    .execute();
  const { total } = await matchingQuery.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const [latestFlowVersions, latestFormVersions, handlerNames] = [
    await loadPublishedVersions(
      db,
      'flow',
      rows.map((row) => row.flow_key),
    ),
    await loadPublishedVersions(
      db,
      'form',
      rows.map((row) => row.form_key),
    ),
    await loadHandlerNames(
      db,
      rows.map((row) => row.id),
    ),
  ];
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      instanceId: row.id,
      formKey: row.form_key,
      formName: row.form_name,
      recordId: row.record_id,
      title: row.title || row.form_name,
      startUserName: row.initiator_name,
      startTime: timeText(row.started_at),
      taskNodes: row.task_nodes,
      handlers: handlerNames.get(row.id) ?? '',
      flowKey: row.flow_key,
      flowVersion: row.flow_version,
      formVersion: row.form_version,
      latestFlowVersion: latestFlowVersions.get(row.flow_key) ?? 0,
      latestFormVersion: latestFormVersions.get(row.form_key) ?? 0,
      ...(row.due_at ? { dueTime: timeText(row.due_at) } : {}),
      isOverdue: row.due_at !== null && row.due_at.getTime() < Date.now() && row.suspended_at === null,
      ...(row.suspended_at
        ? {
            suspended: {
              by: row.suspended_by ?? '',
              time: timeText(row.suspended_at),
              reason: row.suspended_for ?? '',
            },
          }
        : {}),
      ...(row.suspended_at === null && (row.noCandidate || row.failing || row.dead)
        ? {
            stuck: row.noCandidate ? ('noCandidate' as const) : row.failing ? ('failing' as const) : ('dead' as const),
            ...(row.fault ? { fault: row.fault } : {}),
          }
        : {}),
    })),
  };
}

/** `count`: the number of unfinished processes that use this form version together with this flow version. */
export interface VersionUse {
  formKey: string;
  formName: string;
  flowKey: string;
  flowVersion: number;
  formVersion: number;
  count: number;
  latestFlowVersion: number;
  latestFormVersion: number;
}

/**
 * Returns the number of processes that have not ended, for each form version and flow version that they use together.
 * Processes whose record is a draft (`flw_state` '0') are not counted.
 */
export async function countVersionsInUse(db: Db): Promise<VersionUse[]> {
  const rows = await db
    .selectFrom('flw_instance')
    .where('ended_at', 'is', null)
    .where('flw_state', '!=', '0')
    .groupBy(['form_key', 'flow_key', 'flow_version', 'form_version'])
    .select([
      'form_key',
      'flow_key',
      'flow_version',
      'form_version',
      sql<string>`max(form_name)`.as('form_name'),
      sql<number>`count(*)`.as('count'),
    ])
    .orderBy('form_key')
    .orderBy('flow_version')
    .orderBy('form_version')
    .execute();
  const [latestFlowVersions, latestFormVersions] = [
    await loadPublishedVersions(
      db,
      'flow',
      rows.map((row) => row.flow_key),
    ),
    await loadPublishedVersions(
      db,
      'form',
      rows.map((row) => row.form_key),
    ),
  ];
  return rows.map((row) => ({
    formKey: row.form_key,
    formName: row.form_name,
    flowKey: row.flow_key,
    flowVersion: row.flow_version,
    formVersion: row.form_version,
    count: Number(row.count),
    latestFlowVersion: latestFlowVersions.get(row.flow_key) ?? 0,
    latestFormVersion: latestFormVersions.get(row.form_key) ?? 0,
  }));
}
