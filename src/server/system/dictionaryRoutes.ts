import type { Routes } from '../context.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { permittedUserOf } from '../http/permission.ts';
import { listBodyWith, flagSchema } from '../http/schemas.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import {
  loadDictionary,
  dictionaryItems,
  dictionaryItemsWithState,
  dictionaryTree,
  dictionaryUses,
  listDictionaries,
  removeDictionary,
  saveDictionary,
  type DictionaryInput,
} from './dictionaries.ts';

/** Permission to edit dictionaries. */
const DICTIONARY_EDIT = 'system:dict:edit';
const DAY_SCHEMA = {
  type: 'string',
  pattern: '^(\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01]))?$',
  nullable: true,
} as const;
const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;

const shortText = { type: 'string', minLength: 1, maxLength: 200 } as const;
/** A text that must not be blank. */
const nonBlankText = { ...shortText, pattern: '\\S' } as const;
const codeQuery = { type: 'object', required: ['typeCode'], properties: { typeCode: shortText } } as const;
const idQuery = { type: 'object', required: ['id'], properties: { id: shortText } } as const;
const itemSchema = {
  type: 'object',
  required: ['dictLabel', 'dictValue'],
  additionalProperties: false,
  properties: {
    dictLabel: nonBlankText,
    dictValue: nonBlankText,
    listClass: nullableText(64),
    sn: { type: 'integer', minimum: -1_000_000, maximum: 1_000_000, nullable: true },
    disabled: flagSchema,
    validFrom: DAY_SCHEMA,
    validTo: DAY_SCHEMA,
  },
} as const;
const saveBody = {
  type: 'object',
  required: ['typeCode', 'typeName', 'items'],
  additionalProperties: false,
  properties: {
    typeCode: { type: 'string', pattern: '^[A-Za-z][\\w-]{0,63}$' },
    typeName: nonBlankText,
    revision: nullableText(64),
    parentCode: nullableText(64),
    isNew: { type: 'boolean', nullable: true },
    items: { type: 'array', maxItems: 5000, items: itemSchema },
  },
} as const;

/** Routes for dictionaries (CL-046…050). Everybody may read them. Editing requires a permission. */
export const dictionaryRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  type TypeCodeRequest = { Querystring: { typeCode: string } };
  type IdRequest = { Querystring: { id: string } };
  app.get<TypeCodeRequest>(
    '/api/system/sys/dictItem/getDictItemByTypeCode',
    { schema: { tags, summary: '字典项', querystring: codeQuery } },
    async ({ query }) => ok(await dictionaryItems(db, query.typeCode)),
  );
  app.get<TypeCodeRequest>(
    '/api/system/sys/dictItem/getDictItemAllByTypeCode',
    { schema: { tags, summary: '字典项（含停用）', querystring: codeQuery } },
    async ({ query }) => ok(await dictionaryItemsWithState(db, query.typeCode)),
  );
  app.get('/api/system/sys/dictType/buildDictTypeTree', { schema: { tags, summary: '字典列表' } }, async () =>
    ok(await dictionaryTree(db)),
  );
  app.get<IdRequest>(
    '/api/system/sys/dictType/getById',
    { schema: { tags, summary: '一个字典', querystring: idQuery } },
    async ({ query }) => ok(await loadDictionary(db, query.id)),
  );
  app.post<{
    Body: { page?: Partial<Page> | null; data?: Record<'keyword' | 'parentCode', string | null> | null } | null;
  }>(
    '/api/system/sys/dictType/page',
    {
      schema: {
        tags,
        summary: '字典管理列表',
        body: listBodyWith({ keyword: nullableText(100), parentCode: nullableText(64) }),
      },
    },
    async (request) => {
      permittedUserOf(request, DICTIONARY_EDIT);
      const page = pageOf(request.body);
      const { rows, total } = await listDictionaries(db, request.body?.data ?? {}, page);
      return paged(rows, page, total);
    },
  );
  app.get('/api/system/sys/dictType/options', { schema: { tags, summary: '可选的字典' } }, async () => {
    const rows = await db.selectFrom('sys_dict_type').select(['code', 'name']).orderBy('code').limit(5000).execute();
    return ok(rows);
  });
  app.post<{ Body: { page?: Partial<Page> | null; data?: { typeCode?: string | null } | null } | null }>(
    '/api/system/sys/dictType/uses',
    { schema: { tags, summary: '引用字典的表单和界面', body: listBodyWith({ typeCode: nullableText(64) }) } },
    async (request) => {
      permittedUserOf(request, DICTIONARY_EDIT);
      const page = pageOf(request.body);
      const uses = await dictionaryUses(db, request.body?.data?.typeCode ?? '');
      const start = (page.pageNum - 1) * page.pageSize;
      return paged(uses.slice(start, start + page.pageSize), page, uses.length);
    },
  );
  app.post<{ Body: { typeCode: string } }>(
    '/api/system/sys/dictType/remove',
    { schema: { tags, summary: '删除字典', body: codeQuery } },
    async (request) => {
      permittedUserOf(request, DICTIONARY_EDIT);
      await db.transaction().execute((trx) => removeDictionary(trx, request.body.typeCode));
      return ok(null, '已删除');
    },
  );
  app.get<IdRequest>(
    '/api/system/sys/dictType/removeById',
    { schema: { tags, summary: '删除字典', querystring: idQuery } },
    async (request) => {
      permittedUserOf(request, DICTIONARY_EDIT);
      await db.transaction().execute((trx) => removeDictionary(trx, request.query.id));
      return ok(null, '已删除');
    },
  );
  app.post<{ Body: DictionaryInput }>(
    '/api/system/sys/dictType/saveOrUpdate',
    { schema: { tags, summary: '保存字典', body: saveBody } },
    async (request) => {
      permittedUserOf(request, DICTIONARY_EDIT);
      return db.transaction().execute(async (trx) => {
        await saveDictionary(trx, request.body);
        const answer = ok({ id: request.body.typeCode }, '已保存');
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    },
  );
};
