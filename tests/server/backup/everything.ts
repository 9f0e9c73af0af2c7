import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { tablesOf } from '../../../src/server/backup/dump.ts';
import type { TestServer } from '../support.ts';

/** Every row of every table that is kept, as one text. */
export async function everything({ context: { db } }: TestServer): Promise<Record<string, string>> {
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
  return found;
}
