import { createHash } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import { rootOf } from '../folders/index.ts';
import type { Trx } from '../store/transaction.ts';
import type { DemoFolder } from './demo/sharedFiles.ts';
import { userByName } from './demo/people.ts';
import { storeDemoFiles } from './demo/storeFiles.ts';
import { LOADED_ONCE, needsLoading, markLoaded } from './shipped.ts';

const SPACE = 'company';
const DAY_MS = 86_400_000;
/** Returns an id that is the same in every load. */
const idOf = (text: string): string => createHash('sha256').update(`shared files ${text}`).digest('hex').slice(0, 32);

/** Stores a folder with its rights, its documents and their versions. */
async function storeFolder(
  context: ServerContext,
  trx: Trx,
  { key, parent, name, rights = [], documents = [] }: DemoFolder,
  now: number,
): Promise<void> {
  const folderId = idOf(key);
  await trx
    .insertInto('file_folder')
    .values({
      id: folderId,
      space: SPACE,
      parent_id: parent === undefined ? rootOf(SPACE) : idOf(parent),
      name,
      created_by: 'u-admin',
    })
    .execute();
  for (const [holder, level] of rights)
    await trx.insertInto('file_folder_right').values({ folder_id: folderId, holder, level }).execute();
  for (const { name: documentName, versions } of documents) {
    const documentId = idOf(`${key} ${documentName}`);
    const files = versions.map(({ by, lines }, index) => ({
      id: idOf(`${documentId} ${index + 1}`),
      fileName: documentName,
      uploaderId: userByName(by).id,
      title: documentName.replace(/\.pdf$/, ''),
      lines,
    }));
    await storeDemoFiles(context, trx, files);
    const timeOf = (daysAgo: number): Date => new Date(now - daysAgo * DAY_MS);
    await trx
      .insertInto('file_document')
      .values({
        id: documentId,
        folder_id: folderId,
        name: documentName,
        version: versions.length,
        created_by: files[0]?.uploaderId ?? '',
        created_at: timeOf(versions[0]?.daysAgo ?? 0),
      })
      .execute();
    await trx
      .insertInto('file_version')
      .values(
        versions.map(({ by, daysAgo, note = '' }, index) => ({
          document_id: documentId,
          version: index + 1,
          file_id: files[index]?.id ?? '',
          note,
          created_by: userByName(by).id,
          created_by_name: userByName(by).name,
          created_at: timeOf(daysAgo),
        })),
      )
      .execute();
  }
}

/**
 * Stores the shared files of the demo company once, if the space of the company is empty. Does nothing if the people of
 * the demo company are missing (`u-staff` is one of them).
 */
export async function seedSharedFiles(context: ServerContext): Promise<void> {
  const { db, settings } = context;
  if (!settings.isDemo || !(await needsLoading(db, 'demo', 'sharedFiles', LOADED_ONCE))) return;
  if (!(await db.selectFrom('sys_user').select('id').where('id', '=', 'u-staff').executeTakeFirst())) return;
  const { DEMO_FOLDERS } = await import('./demo/sharedFiles.ts');
  const now = Date.now();
  await db.transaction().execute(async (trx) => {
    const isUsed = await trx.selectFrom('file_folder').select('id').where('space', '=', SPACE).executeTakeFirst();
    if (!isUsed) {
      await trx
        .insertInto('file_folder')
        .values({ id: rootOf(SPACE), space: SPACE, parent_id: null, name: '', created_by: 'u-admin' })
        .execute();
      for (const folder of DEMO_FOLDERS) await storeFolder(context, trx, folder, now);
    }
    await markLoaded(trx, 'demo', 'sharedFiles', LOADED_ONCE);
  });
}
