import type { Dictionary } from '../../grammar/documents.ts';
import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { adminOf } from '../http/user.ts';
import { dictionary, dictionaryItems, dictionaryTree, removeDictionary, saveDictionary } from './dictionaries.ts';

const short = { type: 'string', minLength: 1, maxLength: 200 } as const;
/** Something to read, or to store: not blanks alone. */
const said = { ...short, pattern: '\\S' } as const;
const byCode = { type: 'object', required: ['typeCode'], properties: { typeCode: short } } as const;
const byId = { type: 'object', required: ['id'], properties: { id: short } } as const;
const item = {
  type: 'object',
  required: ['dictLabel', 'dictValue'],
  additionalProperties: false,
  properties: {
    dictLabel: said,
    dictValue: said,
    listClass: { type: 'string', maxLength: 64 },
    sn: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000 },
    disabled: { type: 'boolean' },
  },
} as const;
const body = {
  type: 'object',
  required: ['typeCode', 'typeName', 'items'],
  additionalProperties: false,
  properties: {
    typeCode: { type: 'string', pattern: '^[A-Za-z][\\w-]{0,63}$' },
    typeName: said,
    revision: { type: 'string', maxLength: 64, nullable: true },
    items: { type: 'array', maxItems: 5000, items: item },
  },
} as const;

/** Dictionaries (CL-046…050). Reading is for everybody, changing for administrators. */
export const dictionaryRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  type Code = { Querystring: { typeCode: string } };
  type Id = { Querystring: { id: string } };
  app.get<Code>(
    '/api/system/sys/dictItem/getDictItemByTypeCode',
    { schema: { tags, summary: '字典项', querystring: byCode } },
    async ({ query }) => ok(await dictionaryItems(db, query.typeCode)),
  );
  app.get<Code>(
    '/api/system/sys/dictItem/getDictItemAllByTypeCode',
    { schema: { tags, summary: '字典项（含停用）', querystring: byCode } },
    async ({ query }) => ok(await dictionaryItems(db, query.typeCode, true)),
  );
  app.get('/api/system/sys/dictType/buildDictTypeTree', { schema: { tags, summary: '字典列表' } }, async () =>
    ok(await dictionaryTree(db)),
  );
  app.get<Id>(
    '/api/system/sys/dictType/getById',
    { schema: { tags, summary: '一个字典', querystring: byId } },
    async ({ query }) => ok(await dictionary(db, query.id)),
  );
  app.get<Id>(
    '/api/system/sys/dictType/removeById',
    { schema: { tags, summary: '删除字典', querystring: byId } },
    async (request) => {
      adminOf(request);
      await db.transaction().execute((trx) => removeDictionary(trx, request.query.id));
      return ok(null, '已删除');
    },
  );
  app.post<{ Body: Dictionary & { revision?: string | null } }>(
    '/api/system/sys/dictType/saveOrUpdate',
    { schema: { tags, summary: '保存字典', body } },
    async (request) => {
      adminOf(request);
      return db.transaction().execute(async (trx) => {
        await saveDictionary(trx, request.body);
        const answer = ok({ id: request.body.typeCode }, '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
};
