import { statfs } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { sql } from 'kysely';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { listBodyWith } from '../http/schemas.ts';
import { adminOf } from '../http/user.ts';
import type { Settings } from '../settings.ts';
import type { Replica } from '../store/replica.ts';

/** A figure of the page 系统监控. `state` decides its colour; `note` explains it. */
export interface Figure {
  id: string;
  group: string;
  name: string;
  value: string;
  state: 'good' | 'warn' | 'bad' | 'plain';
  note: string;
}

const MAX_SLOW_CALLS = 10;
const LOW_DISK_SHARE = 0.1;

function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let [size, unit] = [bytes, 0];
  for (; size >= 1024 && unit < units.length - 1; unit += 1) size /= 1024;
  return `${size.toFixed(unit === 0 || size >= 10 ? 0 : 1)} ${units[unit]}`;
}

function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} 分钟`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} 小时 ${minutes % 60} 分钟` : `${Math.floor(hours / 24)} 天 ${hours % 24} 小时`;
}

/** Returns figures of this server process: uptime, memory, processor, disk. */
async function serverFigures({ settings, readiness }: ServerContext): Promise<Figure[]> {
  const group = '本服务器';
  const { rss, heapUsed } = process.memoryUsage();
  const [load = 0] = loadavg();
  const isBusy = load > cpus().length;
  const disk = await statfs(settings.dataDir);
  const [freeBytes, totalBytes] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  return [
    {
      id: 'up',
      group,
      name: '运行状态',
      value: readiness.isStopping() ? '正在停止' : '正常',
      state: readiness.isStopping() ? 'warn' : 'good',
      note: `已运行 ${durationText(process.uptime())}，进程 ${process.pid}`,
    },
    {
      id: 'memory',
      group,
      name: '内存',
      value: bytesText(rss),
      state: 'plain',
      note: `其中数据 ${bytesText(heapUsed)}`,
    },
    {
      id: 'load',
      group,
      name: '处理器负载',
      value: load.toFixed(2),
      state: isBusy ? 'warn' : 'good',
      note: `${cpus().length} 个核心，最近一分钟平均`,
    },
    {
      id: 'disk',
      group,
      name: '磁盘剩余',
      value: bytesText(freeBytes),
      state: freeBytes < totalBytes * LOW_DISK_SHARE ? 'bad' : 'good',
      note: `共 ${bytesText(totalBytes)}，低于 ${settings.minFreeMb} MB 时停止保存`,
    },
  ];
}

/** Returns the figure of the read replica for statistics: its delay, or the reason why it is not used. */
function replicaFigure(replica: Replica, { databaseReadLagSeconds }: Settings): Figure {
  const { delaySeconds, errorText } = replica.currentStatus();
  return {
    id: 'replica',
    group: '数据库',
    name: '统计用只读副本',
    value:
      errorText === null && delaySeconds !== null ? `落后不超过 ${Math.max(1, Math.ceil(delaySeconds))} 秒` : '未使用',
    state: errorText === null ? 'good' : 'warn',
    note: errorText === null ? `落后超过 ${databaseReadLagSeconds} 秒时改读主库` : `${errorText}；统计改读主库`,
  };
}

/** Returns figures of the database: response time, size, connections, largest tables. */
async function databaseFigures({ db, settings, replica }: ServerContext): Promise<Figure[]> {
  const group = '数据库';
  const startedAt = performance.now();
  await sql`select 1`.execute(db);
  const ms = performance.now() - startedAt;
  const {
    rows: [size],
  } = await sql<{ bytes: number; connections: number }>`select pg_database_size(current_database())::bigint as bytes,
    (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`.execute(db);
  const { rows: tables } = await sql<{
    name: string;
    bytes: number;
  }>`select relname::text as name, pg_total_relation_size(oid)::bigint as bytes
    from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace order by 2 desc limit 5`.execute(
    db,
  );
  return [
    {
      id: 'answer',
      group,
      name: '响应时间',
      value: `${ms.toFixed(1)} 毫秒`,
      state: ms > 100 ? 'warn' : 'good',
      note: settings.databaseUrl === null ? '内置数据库' : 'PostgreSQL',
    },
    {
      id: 'size',
      group,
      name: '数据库大小',
      value: bytesText(Number(size?.bytes ?? 0)),
      state: 'plain',
      note: `最大的表：${tables.map(({ name, bytes }) => `${name} ${bytesText(Number(bytes))}`).join('，')}`,
    },
    {
      id: 'connections',
      group,
      name: '连接数',
      value: String(size?.connections ?? 0),
      state: 'plain',
      note: `每台服务器最多 ${settings.databasePool} 个`,
    },
    ...(replica ? [replicaFigure(replica, settings)] : []),
  ];
}

/** Returns figures of the queues: messages, timers of processes, failing jobs; also sessions and files. */
async function queueFigures({ db }: ServerContext): Promise<Figure[]> {
  const group = '队列';
  const {
    rows: [row],
  } = await sql<
    Record<'waiting' | 'failed' | 'late' | 'broken' | 'retrying' | 'online' | 'files' | 'bytes', number>
  >`select
    (select count(*)::int from sys_outbox where state = 'waiting') as waiting,
    (select count(*)::int from sys_outbox where state = 'failed') as failed,
    (select count(*)::int from flw_timer where due_at < now() - interval '1 minute' and left_ms is null) as late,
    (select count(*)::int from flw_timer where error <> '') as broken,
    (select count(*)::int from sys_job where tries > 0 and run_id is null) as retrying,
    (select count(*)::int from auth_session where expires_at > now()) as online,
    (select count(*)::int from att_file) as files,
    (select coalesce(sum(size), 0)::bigint from att_file) as bytes`.execute(db);
  const countOf = (key: keyof NonNullable<typeof row>): number => Number(row?.[key] ?? 0);
  return [
    {
      id: 'messages',
      group,
      name: '消息发送',
      value: `等待 ${countOf('waiting')}，失败 ${countOf('failed')}`,
      state: countOf('failed') > 0 ? 'bad' : 'good',
      note: '失败的消息可在“消息发送”中重新发送',
    },
    {
      id: 'timers',
      group,
      name: '流程定时与服务调用',
      value: `逾期 ${countOf('late')}，出错 ${countOf('broken')}`,
      state: countOf('broken') > 0 || countOf('late') > 0 ? 'warn' : 'good',
      note: '出错的会自动重试，详见流程实例管理',
    },
    {
      id: 'jobs',
      group,
      name: '定时任务',
      value: countOf('retrying') === 0 ? '正常' : `${countOf('retrying')} 个等待重试`,
      state: countOf('retrying') > 0 ? 'warn' : 'good',
      note: '详见“定时任务”',
    },
    { id: 'online', group, name: '在线会话', value: String(countOf('online')), state: 'plain', note: '详见“在线用户”' },
    {
      id: 'files',
      group,
      name: '上传的文件',
      value: `${countOf('files')} 个，${bytesText(countOf('bytes'))}`,
      state: 'plain',
      note: '详见“文件管理”',
    },
  ];
}

/**
 * Returns figures of requests since this server started: the total, slow queries, and the calls with the longest
 * average duration.
 */
async function callFigures({ metrics, settings }: ServerContext): Promise<Figure[]> {
  const group = '接口';
  const sums = new Map<string, { count: number; seconds: number }>();
  for (const { metricName, labels, value } of (await metrics.requests.get()).values) {
    const name = `${labels.method ?? ''} ${labels.route ?? ''}`;
    const sum = sums.get(name) ?? { count: 0, seconds: 0 };
    if (metricName?.endsWith('_count')) sum.count += value;
    else if (metricName?.endsWith('_sum')) sum.seconds += value;
    sums.set(name, sum);
  }
  const calls = [...sums].map(([name, { count, seconds }]) => ({
    name,
    count,
    ms: (seconds / Math.max(1, count)) * 1000,
  }));
  const slowQueryCount = (await metrics.slowQueries.get()).values.reduce((sum, { value }) => sum + value, 0);
  const total = calls.reduce((sum, { count }) => sum + count, 0);
  return [
    {
      id: 'calls',
      group,
      name: '请求总数',
      value: total.toLocaleString('zh-CN'),
      state: 'plain',
      note: '本服务器启动以来',
    },
    {
      id: 'slow',
      group,
      name: '慢查询',
      value: String(slowQueryCount),
      state: slowQueryCount > 0 ? 'warn' : 'good',
      note: settings.slowQueryMs === 0 ? '未开启统计' : `超过 ${settings.slowQueryMs} 毫秒的数据库查询，语句见日志`,
    },
    ...calls
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.ms - a.ms)
      .slice(0, MAX_SLOW_CALLS)
      .map(({ name, count, ms }): Figure => ({
        id: `call ${name}`,
        group: '最慢的接口',
        name,
        value: `平均 ${ms.toFixed(0)} 毫秒`,
        state: ms > 1000 ? 'warn' : 'plain',
        note: `${count.toLocaleString('zh-CN')} 次`,
      })),
  ];
}

/** Route with the figures of this server and of the resources that all servers share, for administrators. */
export const monitorRoutes: Routes = (app, context) => {
  app.post(
    '/api/system/sys/monitor/figures',
    { schema: { tags: ['system'], summary: '系统监控', body: listBodyWith({}) } },
    async (request) => {
      adminOf(request);
      // sequential, because the embedded database has one connection
      const figures = [
        ...(await serverFigures(context)),
        ...(await databaseFigures(context)),
        ...(await queueFigures(context)),
        ...(await callFigures(context)),
      ];
      return ok(figures);
    },
  );
};
