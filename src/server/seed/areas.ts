import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerContext } from '../context.ts';
import { needsLoading, markLoaded } from './shipped.ts';
import { textHash } from '../store/textHash.ts';

interface ShippedArea {
  code: string;
  name: string;
  children?: readonly ShippedArea[];
}
interface Row {
  code: string;
  parent_code: string | null;
  name: string;
  sn: number;
}

/** Returns the rows of a tree of areas, each area before its parts. */
const rowsOf = (areas: readonly ShippedArea[], parent: string | null): Row[] =>
  areas.flatMap(({ code, name, children = [] }, sn) => [
    { code, parent_code: parent, name, sn },
    ...rowsOf(children, code),
  ]);

/**
 * Loads the shipped administrative areas if they are new or changed. Areas that are not shipped any more stay,
 * because records refer to them.
 */
export async function seedAreas({ db, settings }: ServerContext): Promise<void> {
  const file = join(settings.schemasDir, 'areas.json');
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const hash = textHash(text);
  if (!(await needsLoading(db, 'areas', 'china', hash))) return;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sys_area')
      .values(rowsOf(JSON.parse(text) as ShippedArea[], null))
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          parent_code: row.ref('excluded.parent_code'),
          sn: row.ref('excluded.sn'),
        })),
      )
      .execute();
    await markLoaded(trx, 'areas', 'china', hash);
  });
}
