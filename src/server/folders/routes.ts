import type { Routes } from '../context.ts';
import { readableFiles } from '../files/index.ts';
import { ok, type Envelope } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { id, key, objectOf } from '../http/schemas.ts';
import { userOf, type RequestUser } from '../http/user.ts';
import type { FastifyRequest } from 'fastify';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import type { Trx } from '../store/transaction.ts';
import {
  removeFolder,
  rightsOfFolder,
  saveFolder,
  saveRights,
  type FolderInput,
  type FolderRight,
} from './changeFolders.ts';
import {
  countDocuments,
  documentsOf,
  findDocuments,
  removeDocument,
  restoreVersion,
  saveDocument,
  storeUpload,
  versionsOf,
  type UploadInput,
} from './documents.ts';
import { hasLevel, readFolders, rootOf } from './folderTree.ts';
import { eraseRemoved, listRemoved, restoreRemoved, type RemovedItem } from './removedItems.ts';

const folderId = { type: 'string', minLength: 1, maxLength: 80 } as const;
const name = { type: 'string', minLength: 1, maxLength: 300 } as const;
const revision = { type: 'integer', minimum: 0 } as const;
const right = objectOf(
  {
    holder: { type: 'string', minLength: 3, maxLength: 80, pattern: '^(all|(role|dept|user):.+)$' },
    level: { enum: ['read', 'write', 'manage'] },
  },
  'holder',
  'level',
);
const removedItem = objectOf({ kind: { enum: ['folder', 'document'] }, id: folderId }, 'kind', 'id');

/** Routes of folders with documents (block `folder`). A document is an uploaded file with versions. */
export const folderRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['file'];
  const base = '/api/file/folder';
  /** Runs a change in a transaction; a repeated request gets the stored answer. */
  const runChange = <T>(
    request: FastifyRequest,
    message: string,
    work: (trx: Trx, user: RequestUser) => Promise<T>,
  ): Promise<Envelope<T>> =>
    db.transaction().execute(async (trx) => {
      const answer = ok(await work(trx, userOf(request)), message);
      await rememberAnswer(trx, request, answer);
      return answer;
    });

  app.get<{ Querystring: { space: string } }>(
    `${base}/tree`,
    { schema: { tags, summary: '文件夹', querystring: objectOf({ space: key }, 'space') } },
    async (request) => {
      const { space } = request.query;
      const folders = await readFolders(db, userOf(request), space);
      const counts = await countDocuments(db, space);
      const root = rootOf(space);
      const visibleParentOf = (parentId: string | null): string | null =>
        parentId === null || folders.has(parentId) ? parentId : root;
      const tree = [...folders.values()].map((folder) => ({
        id: folder.id,
        parentId: visibleParentOf(folder.parent_id),
        name: folder.name,
        mayWrite: hasLevel(folder.level, 'write'),
        mayManage: hasLevel(folder.level, 'manage'),
        hasOwnRights: folder.hasOwnRights,
        revision: folder.revision,
        documents: counts.get(folder.id) ?? 0,
      }));
      // a person who may read only inner folders sees the root without any rights on it
      const noRights = { mayWrite: false, mayManage: false, hasOwnRights: false };
      if (!folders.has(root)) tree.push({ id: root, parentId: null, name: '', ...noRights, revision: 0, documents: 0 });
      return ok(tree.sort((a, b) => a.name.localeCompare(b.name, 'zh')));
    },
  );
  app.post<{ Body: FolderInput }>(
    `${base}/save`,
    {
      schema: {
        tags,
        summary: '新建、改名或移动文件夹',
        body: objectOf(
          {
            id: { ...folderId, nullable: true },
            parentId: { ...folderId, nullable: true },
            name,
            revision: { ...revision, nullable: true },
          },
          'name',
        ),
      },
    },
    (request) => runChange(request, '已保存', (trx, user) => saveFolder(trx, user, request.body)),
  );
  app.post<{ Body: { id: string; revision: number } }>(
    `${base}/remove`,
    { schema: { tags, summary: '删除文件夹', body: objectOf({ id: folderId, revision }, 'id', 'revision') } },
    (request) => runChange(request, '已删除', (trx, user) => removeFolder(trx, user, request.body).then(() => null)),
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/rights`,
    { schema: { tags, summary: '文件夹的权限', querystring: objectOf({ id: folderId }, 'id') } },
    async (request) => ok(await rightsOfFolder(db, userOf(request), request.query.id)),
  );
  app.post<{ Body: { id: string; rights: FolderRight[]; revision: number } }>(
    `${base}/saveRights`,
    {
      schema: {
        tags,
        summary: '设置文件夹的权限',
        body: objectOf(
          { id: folderId, rights: { type: 'array', maxItems: 200, items: right }, revision },
          'id',
          'rights',
          'revision',
        ),
      },
    },
    (request) => runChange(request, '权限已保存', (trx, user) => saveRights(trx, user, request.body).then(() => null)),
  );
  app.get<{ Querystring: { folderId: string } }>(
    `${base}/documents`,
    { schema: { tags, summary: '文件夹中的文件', querystring: objectOf({ folderId }, 'folderId') } },
    async (request) => ok(await documentsOf(db, userOf(request), request.query.folderId)),
  );
  app.get<{ Querystring: { space: string; keyword: string } }>(
    `${base}/search`,
    {
      schema: {
        tags,
        summary: '按名称查找文件',
        querystring: objectOf(
          { space: key, keyword: { type: 'string', minLength: 1, maxLength: 100 } },
          'space',
          'keyword',
        ),
      },
    },
    async (request) => ok(await findDocuments(db, userOf(request), request.query)),
  );
  app.post<{ Body: UploadInput }>(
    `${base}/upload`,
    {
      schema: {
        tags,
        summary: '把已上传的文件存入文件夹',
        body: objectOf(
          {
            folderId,
            fileId: id,
            note: { type: 'string', maxLength: 200, nullable: true },
            documentId: { ...id, nullable: true },
          },
          'folderId',
          'fileId',
        ),
      },
    },
    async (request) => {
      const [file] = await readableFiles(context, userOf(request), [request.body.fileId]);
      if (!file) throw new Refusal('404');
      return runChange(request, '已上传', (trx, user) => storeUpload(trx, user, file, request.body));
    },
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/versions`,
    { schema: { tags, summary: '文件的版本', querystring: objectOf({ id }, 'id') } },
    async (request) => ok(await versionsOf(db, userOf(request), request.query.id)),
  );
  app.post<{ Body: { documentId: string; version: number } }>(
    `${base}/restoreVersion`,
    {
      schema: {
        tags,
        summary: '恢复文件的早先版本',
        body: objectOf({ documentId: id, version: { type: 'integer', minimum: 1 } }, 'documentId', 'version'),
      },
    },
    (request) => runChange(request, '已恢复', (trx, user) => restoreVersion(trx, user, request.body)),
  );
  app.post<{ Body: { id: string; name: string; folderId: string; revision: number } }>(
    `${base}/saveDocument`,
    {
      schema: {
        tags,
        summary: '改名或移动文件',
        body: objectOf({ id, name, folderId, revision }, 'id', 'name', 'folderId', 'revision'),
      },
    },
    (request) => runChange(request, '已保存', (trx, user) => saveDocument(trx, user, request.body).then(() => null)),
  );
  app.post<{ Body: { id: string; revision: number } }>(
    `${base}/removeDocument`,
    { schema: { tags, summary: '删除文件', body: objectOf({ id, revision }, 'id', 'revision') } },
    (request) => runChange(request, '已删除', (trx, user) => removeDocument(trx, user, request.body).then(() => null)),
  );
  app.get<{ Querystring: { space: string } }>(
    `${base}/removed`,
    { schema: { tags, summary: '已删除的文件夹和文件', querystring: objectOf({ space: key }, 'space') } },
    async (request) => ok(await listRemoved(db, userOf(request), request.query.space)),
  );
  app.post<{ Body: Pick<RemovedItem, 'kind' | 'id'> }>(
    `${base}/restore`,
    { schema: { tags, summary: '恢复已删除的文件夹或文件', body: removedItem } },
    (request) => runChange(request, '已恢复', (trx, user) => restoreRemoved(trx, user, request.body).then(() => null)),
  );
  app.post<{ Body: Pick<RemovedItem, 'kind' | 'id'> }>(
    `${base}/erase`,
    { schema: { tags, summary: '彻底删除文件', body: removedItem } },
    (request) =>
      runChange(request, '已彻底删除', (trx, user) => eraseRemoved(trx, user, request.body).then(() => null)),
  );
};
