import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tablesOf } from '../../../src/server/backup/dumpAll.ts';
import type { Settings } from '../../../src/server/settings.ts';
import { connectWithoutTimeout } from '../../../src/server/store/connect.ts';

/**
 * Every row of every table that is kept, each table as one text. Read while no server works on the store: its jobs and
 * timers would change rows between two readings.
 */
export async function everything(settings: Settings): Promise<Record<string, string>> {
  const { db, close } = await connectWithoutTimeout(settings, {
    onRestart: () => undefined,
    onFatal: () => undefined,
    onConnectionLost: () => undefined,
  });
  const found: Record<string, string> = {};
  for (const { name, columns } of await tablesOf(db)) {
    const texts = sql.join(columns.map((column) => sql`${sql.id(column)}::text`));
    const { rows } = await sql<{
      line: string;
    }>`select jsonb_build_array(${texts})::text as line from ${sql.id(name)} order by 1`.execute(db);
    found[name] = `${rows.length} ${createHash('sha256')
      .update(rows.map(({ line }) => line).join('\n'))
      .digest('hex')}`;
  }
  await close();
  return found;
}
