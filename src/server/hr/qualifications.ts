import type { ServerContext } from '../context.ts';
import type { ZipEntry } from '../archive/index.ts';
import { safeName, readableFiles, type FileStore } from '../files/index.ts';
import { Refusal } from '../http/refusal.ts';
import { sizeText } from '../http/sizeText.ts';
import type { RequestUser } from '../http/user.ts';
import { getRecord } from '../records/index.ts';
import { PERSONNEL_ARCHIVES } from './forms.ts';

const MAX_BYTES = 1024 ** 3;

/** Returns the name, with a number appended if it is already in `usedNames`, and adds the result to `usedNames`. */
function uniqueName(usedNames: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  let unusedName = name;
  for (let count = 2; usedNames.has(unusedName); count += 1)
    unusedName = dot > 0 ? `${name.slice(0, dot)}（${count}）${name.slice(dot)}` : `${name}（${count}）`;
  usedNames.add(unusedName);
  return unusedName;
}

/**
 * CL-068: lists the scanned certificates in these staff records (人员档案) as entries of a zip file, with one folder for
 * each person. Refuses with 403 and 404 like reading the records, with 404 if there is no file, and with FILE_SIZE
 * above 1 GB.
 */
export async function listQualificationFiles(
  context: ServerContext,
  user: RequestUser,
  store: FileStore,
  staffRecordIds: readonly string[],
): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = [];
  const usedNames = new Set<string>();
  let bytes = 0;
  for (const id of new Set(staffRecordIds)) {
    const { fieldsMap, childTables } = await getRecord(context, context.db, user, { formKey: PERSONNEL_ARCHIVES, id });
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
          name: uniqueName(usedNames, `${folder}/${fileName}`),
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
