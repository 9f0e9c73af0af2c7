import { findDocument, type RunningCounts } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';

const COLUMNS = {
  form: { version: 'form_version', key: 'form_key' },
  flow: { version: 'flow_version', key: 'flow_key' },
} as const;

/** How many approvals run on each version of a form or process. */
export const countRunning: RunningCounts = async (db, kind, key) => {
  const of = COLUMNS[kind];
  const counts = await db
    .selectFrom('flw_instance')
    .select([`${of.version} as version`, (query) => query.fn.countAll().as('count')])
    .where(of.key, '=', key)
    .where('ended_at', 'is', null)
    .groupBy(of.version)
    .execute();
  return new Map(counts.map(({ version, count }) => [version, Number(count)]));
};

export interface RunningApproval {
  formKey: string;
  recordId: string;
  title: string;
  applicant: string;
  nodes: string;
  startTime: string;
  version: number;
}

const SHOWN = 200;

/** Approvals that still run on a version of a form or process (on any without one), the oldest first, at most 200 of them; `total` counts all. */
export async function runningOn(
  db: Db,
  kind: 'form' | 'flow',
  key: string,
  version?: number,
): Promise<{ list: RunningApproval[]; total: number }> {
  if (!(await findDocument(db, kind, key))) throw new Refusal('404');
  const of = COLUMNS[kind];
  const wanted = db
    .selectFrom('flw_instance')
    .where(of.key, '=', key)
    .where('ended_at', 'is', null)
    .$if(version !== undefined, (query) => query.where(of.version, '=', version as number));
  const [rows, { count }] = await Promise.all([
    wanted
      .select([
        'form_key',
        'record_id',
        'title',
        'initiator_name',
        'task_nodes',
        'started_at',
        `${of.version} as version`,
      ])
      .orderBy('started_at')
      .limit(SHOWN)
      .execute(),
    wanted.select((query) => query.fn.countAll().as('count')).executeTakeFirstOrThrow(),
  ]);
  return {
    total: Number(count),
    list: rows.map((row) => ({
      formKey: row.form_key,
      recordId: row.record_id,
      title: row.title,
      applicant: row.initiator_name,
      nodes: row.task_nodes,
      startTime: timeText(row.started_at),
      version: row.version,
    })),
  };
}
