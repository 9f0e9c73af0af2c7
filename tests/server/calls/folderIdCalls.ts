import type { Client } from '../support.ts';
import type { Call, Ids } from './foreignIdCalls.ts';

const FOLDER = '/api/file/folder';
const post =
  (name: string, body: (ids: Ids) => object): Call =>
  (client, ids) =>
    client.post(`${FOLDER}/${name}`, body(ids));
const get =
  (name: string, query: (ids: Ids) => string): Call =>
  (client, ids) =>
    client.get(`${FOLDER}/${name}?${query(ids)}`);

/** Calls on a folder that the caller may not read, and on a document in it. */
export const FOLDER_CASES: Readonly<Record<string, readonly Call[]>> = {
  [`POST ${FOLDER}/save`]: [
    post('save', ({ folder }) => ({ parentId: folder, name: '新的' })),
    post('save', ({ folder }) => ({ id: folder, parentId: 'root:company', name: '新的', revision: 1 })),
  ],
  [`POST ${FOLDER}/remove`]: [post('remove', ({ folder }) => ({ id: folder, revision: 1 }))],
  [`GET ${FOLDER}/rights`]: [get('rights', ({ folder }) => `id=${folder}`)],
  [`POST ${FOLDER}/saveRights`]: [post('saveRights', ({ folder }) => ({ id: folder, rights: [], revision: 1 }))],
  [`GET ${FOLDER}/documents`]: [get('documents', ({ folder }) => `folderId=${folder}`)],
  [`POST ${FOLDER}/upload`]: [post('upload', ({ folder, file }) => ({ folderId: folder, fileId: file }))],
  [`GET ${FOLDER}/versions`]: [get('versions', ({ document }) => `id=${document}`)],
  [`POST ${FOLDER}/restoreVersion`]: [post('restoreVersion', ({ document }) => ({ documentId: document, version: 1 }))],
  [`POST ${FOLDER}/saveDocument`]: [
    post('saveDocument', ({ folder, document }) => ({ id: document, name: '新的.txt', folderId: folder, revision: 1 })),
  ],
  [`POST ${FOLDER}/removeDocument`]: [post('removeDocument', ({ document }) => ({ id: document, revision: 1 }))],
  [`POST ${FOLDER}/restore`]: [
    post('restore', ({ folder }) => ({ kind: 'folder', id: folder })),
    post('restore', ({ document }) => ({ kind: 'document', id: document })),
  ],
  [`POST ${FOLDER}/erase`]: [post('erase', ({ document }) => ({ kind: 'document', id: document }))],
};

/** Makes a folder that only the role `hr` may read, with a document in it; answers their ids. */
export async function secretFolder(
  admin: Client,
  hr: Client,
  fileId: string,
): Promise<Pick<Ids, 'folder' | 'document'>> {
  const folder = (await admin.post<string>(`${FOLDER}/save`, { parentId: 'root:company', name: '秘密' })).data;
  const rights = [{ holder: 'role:hr', level: 'manage' }];
  await admin.post(`${FOLDER}/saveRights`, { id: folder, rights, revision: 1 });
  const document = (await hr.post<{ id: string }>(`${FOLDER}/upload`, { folderId: folder, fileId })).data.id;
  return { folder, document };
}
