import type { ServerContext } from '../context.ts';
import type { ZipEntry } from '../archive/index.ts';
import { safeName, readableFiles, type FileStore } from '../files/index.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/sizeText.ts';
import type { RequestUser } from '../http/user.ts';
import { getRecord } from '../records/index.ts';
import { ARCHIVES } from './forms.ts';

const MAX_BYTES = 1024 ** 3;

/** No two entries of one name. */
function distinct(names: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  let free = name;
  for (let at = 2; names.has(free); at += 1)
    free = dot > 0 ? `${name.slice(0, dot)}（${at}）${name.slice(dot)}` : `${name}（${at}）`;
  names.add(free);
  return free;
}

/**
 * CL-068: the scanned certificates of these archives, a folder for each person. Refuses with 403 and 404 as reading the
 * archives does, with 404 when there is nothing to download, and with FILE_SIZE over 1 GB.
 */
export async function qualificationFiles(
  context: ServerContext,
  user: RequestUser,
  store: FileStore,
  archiveIds: readonly string[],
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let bytes = 0;
  for (const id of new Set(archiveIds)) {
    const { fieldsMap, childTables } = await getRecord(context, context.db, user, { formKey: ARCHIVES, id });
    const folder = safeName(`${String(fieldsMap.employeeNo ?? '')} ${String(fieldsMap.userName ?? '')}`).fileName;
    for (const row of childTables.certificates ?? []) {
      const ids = String(row.fieldsMap.certFile ?? '')
        .split(',')
        .filter(Boolean);
      for (const file of await readableFiles(context, user, ids)) {
        bytes += Number(file.size);
        if (bytes > MAX_BYTES) throw new Refusal('FILE_SIZE', { limit: sizeText(MAX_BYTES) });
        const { fileName } = safeName(`${String(row.fieldsMap.certName ?? '证书')}.${file.file_ext}`);
        entries.push({
          name: distinct(names, `${folder}/${fileName}`),
          content: {
            [Symbol.asyncIterator]: () => store.read(file.id)[Symbol.asyncIterator]() as AsyncIterator<Buffer>,
          },
        });
      }
    }
  }
  if (entries.length === 0) throw new Refusal('404');
  return entries;
}
