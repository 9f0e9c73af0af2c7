import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { id, key } from '../http/schemas.ts';
import { userOf } from '../http/user.ts';
import { refuseWhenFull } from '../store/space.ts';
import { getDraft, listDrafts, removeDrafts, saveDraft, type DraftSave } from './drafts.ts';

const recordId = { type: 'string', maxLength: 64 } as const;
const optionalNumber = { type: 'integer', minimum: 0, nullable: true } as const;
/** Maximum length of the name of a draft's part; for a row it contains the sub-table's key and the row's id. */
const MAX_PART_NAME_LENGTH = 400;
const saveBody = {
  type: 'object',
  required: ['id', 'formKey', 'revision', 'set'],
  properties: {
    id: { type: 'string', pattern: '^[\\w-]{8,64}$' },
    formKey: key,
    recordId,
    title: { type: 'string', maxLength: 200 },
    device: { type: 'string', maxLength: 60 },
    baseRevision: optionalNumber,
    formVersion: optionalNumber,
    revision: { type: 'integer', minimum: 0 },
    isWhole: { type: 'boolean' },
    set: { type: 'object', propertyNames: { maxLength: MAX_PART_NAME_LENGTH } },
    drop: { type: 'array', maxItems: 100_000, items: { type: 'string', maxLength: MAX_PART_NAME_LENGTH } },
  },
} as const;
const listQuery = { type: 'object', properties: { formKey: key, recordId } } as const;
const byId = { type: 'object', required: ['id'], properties: { id } } as const;
const byIds = {
  type: 'object',
  required: ['ids'],
  properties: { ids: { type: 'array', maxItems: 200, items: id } },
} as const;

type RequiredKey = 'id' | 'formKey' | 'revision' | 'set';
type SaveBody = Pick<DraftSave, RequiredKey> & Partial<Omit<DraftSave, RequiredKey>>;

/** Routes of drafts of records: each person sees only their own. Not part of the specification. */
export const draftRoutes: Routes = (app, context) => {
  const { db } = context;
  const base = '/api/system/frmDraft';
  const tags = ['frmDraft'];
  app.post<{ Body: SaveBody }>(
    `${base}/save`,
    { schema: { tags, summary: '保存草稿的变动', body: saveBody } },
    async (request) => {
      const user = userOf(request);
      await refuseWhenFull(context);
      const draft: DraftSave = {
        recordId: '',
        title: '',
        device: '',
        baseRevision: null,
        formVersion: null,
        isWhole: false,
        drop: [],
        ...request.body,
      };
      return db.transaction().execute(async (trx) => {
        const answer = ok(await saveDraft(trx, user, draft), '草稿已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/get`,
    { schema: { tags, summary: '一份草稿', querystring: byId } },
    async (request) => ok(await getDraft(db, userOf(request), request.query.id)),
  );
  app.get<{ Querystring: { formKey?: string; recordId?: string } }>(
    `${base}/list`,
    { schema: { tags, summary: '我的草稿', querystring: listQuery } },
    async (request) => ok(await listDrafts(db, userOf(request), request.query)),
  );
  app.post<{ Body: { ids: string[] } }>(
    `${base}/remove`,
    { schema: { tags, summary: '删除草稿', body: byIds } },
    async (request) => {
      await removeDrafts(db, userOf(request), request.body.ids);
      return ok(null, '已删除');
    },
  );
};
