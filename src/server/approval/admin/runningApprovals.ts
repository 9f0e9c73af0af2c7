import { findDocument, type RunningCounts } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { timeText } from '../../http/time.ts';

/** Database columns of the version and the key, by kind of document. */
const COLUMNS = {
  form: { version: 'form_version', key: 'form_key' },
  flow: { version: 'flow_version', key: 'flow_key' },
} as const;

/** Returns the number of running approvals on each version of a form or process, by version number. */
export const countRunning: RunningCounts = async (db, kind, key) => {
  const columns = COLUMNS[kind];
  const counts = await db
    .selectFrom('flw_instance')
    .select([`${columns.version} as version`, (query) => query.fn.countAll().as('count')])
    .where(columns.key, '=', key)
    .where('ended_at', 'is', null)
    .groupBy(columns.version)
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

/** Maximum number of approvals in the answer. */
const MAX_LISTED = 200;

/**
 * Returns the approvals that run on a version of a form or process (without `version`: on any version), the oldest
 * first, at most MAX_LISTED. `total`: their number without this limit. Refuses with 404 an unknown form or process.
 */
export async function loadRunningApprovals(
  db: Db,
  kind: 'form' | 'flow',
  key: string,
  version?: number,
): Promise<{ list: RunningApproval[]; total: number }> {
  if (!(await findDocument(db, kind, key))) throw new Refusal('404');
  const columns = COLUMNS[kind];
  const runningQuery = db
    .selectFrom('flw_instance')
    .where(columns.key, '=', key)
    .where('ended_at', 'is', null)
    .$if(version !== undefined, (query) => query.where(columns.version, '=', version as number));
  const [rows, { count }] = await Promise.all([
    runningQuery
      .select([
        'form_key',
        'record_id',
        'title',
        'initiator_name',
        'task_nodes',
        'started_at',
        `${columns.version} as version`,
      ])
      .orderBy('started_at')
      .limit(MAX_LISTED)
      .execute(),
    runningQuery.select((query) => query.fn.countAll().as('count')).executeTakeFirstOrThrow(),
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
