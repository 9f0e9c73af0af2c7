import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { loadDatabaseMark } from './sweepFiles.ts';
import type { FileStore } from './fileStore.ts';

/**
 * Result of moving files. `copied`: number of files that were copied and verified; `present`: number of files of which
 * the target store already had a valid copy; `bytes`: size of both; `removed`: number of originals that were deleted;
 * `missing`: ids of files without content in the source store; `differing`: ids of files whose copy does not match the
 * hash in the database.
 */
export interface MoveResult {
  copied: number;
  present: number;
  bytes: number;
  removed: number;
  missing: string[];
  differing: string[];
}

const BATCH_SIZE = 500;

async function hashOf(store: FileStore, id: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of store.read(id)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Copies the content of every file in the table `att_file` from one store to another, and verifies the hash of each
 * copy. Valid copies from an earlier run are kept, so that an interrupted run can be continued. With `removesOriginals`
 * the original contents are deleted at the end, if all copies were verified. Throws an error if the target store
 * belongs to another database; errors of both stores are passed on.
 */
export async function moveFiles(
  db: Kysely<Database>,
  {
    from,
    to,
    removesOriginals,
    onProgress,
  }: { from: FileStore; to: FileStore; removesOriginals: boolean; onProgress(handledCount: number): void },
): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, present: 0, bytes: 0, removed: 0, missing: [], differing: [] };
  if (!(await to.claim(await loadDatabaseMark(db)))) throw new Error(`${to.location} 属于另一个数据库，未移动。`);
  const verifiedIds: string[] = [];
  let handledCount = 0;
  for (let lastId = ''; ;) {
    const rows = await db
      .selectFrom('att_file')
      .select(['id', 'size', 'sha256'])
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    for (const row of rows) {
      const outcome = await copyOne(row, from, to);
      if (outcome === 'missing') result.missing.push(row.id);
      else if (outcome === 'differing') result.differing.push(row.id);
      else {
        verifiedIds.push(row.id);
        result[outcome] += 1;
        result.bytes += row.size;
      }
      handledCount += 1;
      onProgress(handledCount);
    }
    const lastRow = rows.at(-1);
    if (!lastRow) break;
    lastId = lastRow.id;
  }
  if (!removesOriginals || result.missing.length + result.differing.length > 0) return result;
  for (const id of verifiedIds) {
    await from.remove(id);
    result.removed += 1;
  }
  return result;
}

/** Copies one file, unless the target store already has a valid copy, and verifies the copy. */
async function copyOne(
  { id, size, sha256 }: { id: string; size: number; sha256: string },
  from: FileStore,
  to: FileStore,
): Promise<'copied' | 'present' | 'missing' | 'differing'> {
  const targetSize = await to.findSize(id);
  if (targetSize === size && (await hashOf(to, id)) === sha256) return 'present';
  const sourceSize = await from.findSize(id);
  if (sourceSize === null) return 'missing';
  if (targetSize !== null) await to.remove(id);
  const storedContent = await to.write(id, from.read(id) as AsyncIterable<Buffer>);
  if (storedContent.sha256 === sha256 && (await hashOf(to, id)) === sha256) return 'copied';
  await to.remove(id);
  return 'differing';
}
