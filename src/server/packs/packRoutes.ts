import { DOCUMENT_LIMITS } from '../../kernel/index.ts';
import type { Routes } from '../context.ts';
import { sendGenerated } from '../archive/index.ts';
import { ok, paged, pageOf, type Page } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { listBodyWith, id, objectOf } from '../http/schemas.ts';
import { timeText } from '../http/time.ts';
import { adminOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { refuseWhenFull } from '../store/space.ts';
import { findRelatedItems, readItemsForPack } from './relatedItems.ts';
import { importPack, previewPack, type ImportChoice } from './importPack.ts';
import { type ItemId, idTextOf, PACK_KINDS } from './packItem.ts';
import { packText } from './packFile.ts';
import { loadImportedItems, listImports } from './listImports.ts';
import { listItems } from './readItems.ts';
import { reviewPack, type PackReview } from './reviewPack.ts';
import { undoPack } from './undoPack.ts';

const nullableText = (maxLength: number) => ({ type: 'string', maxLength, nullable: true }) as const;
/** Maximum body size; the pack is a JSON string in the body, in which escaped characters take more space. */
const MAX_BODY_BYTES = DOCUMENT_LIMITS.size * 3;
const MAX_ITEMS = 2000;
const itemId = {
  type: 'object',
  required: ['kind', 'key'],
  additionalProperties: false,
  properties: { kind: { enum: PACK_KINDS }, key: { type: 'string', minLength: 1, maxLength: 200 } },
} as const;
const items = { type: 'array', minItems: 1, maxItems: MAX_ITEMS, items: itemId } as const;
/** Properties of `ImportChoice`. `take`: items to import; `mapping`: replacements of missing references (`Mapping`). */
const choiceProperties = {
  pack: { type: 'string', minLength: 1, maxLength: DOCUMENT_LIMITS.size },
  take: { type: 'array', maxItems: MAX_ITEMS, items: itemId, nullable: true },
  mapping: {
    type: 'object',
    nullable: true,
    maxProperties: 2000,
    additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
  },
} as const;
/** Yields a text as one chunk, for `sendGenerated`. */
async function* singleChunk(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/**
 * Routes of packs, for administrators: packs are exported, previewed, and imported or submitted for review; imports are
 * listed and undone. `seen` in a request: the hash of the preview that the administrator has seen.
 */
export const packRoutes: Routes = (app, context) => {
  const { db } = context;
  const tags = ['system'];
  const base = '/api/system/sys/pack';
  app.post<{
    Body: { page?: Partial<Page> | null; data?: { keyword?: string | null; kind?: string | null } | null } | null;
  }>(
    `${base}/items`,
    {
      schema: {
        tags,
        summary: '可以导出的配置',
        body: listBodyWith({ keyword: nullableText(100), kind: nullableText(16) }),
      },
    },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const keyword = request.body?.data?.keyword?.trim().toLowerCase() ?? '';
      const kind = request.body?.data?.kind ?? '';
      const matchingItems = (await listItems(db)).filter(
        (item) => (kind === '' || item.kind === kind) && `${item.name} ${item.key}`.toLowerCase().includes(keyword),
      );
      matchingItems.sort(
        (a, b) =>
          PACK_KINDS.indexOf(a.kind) - PACK_KINDS.indexOf(b.kind) ||
          a.name.localeCompare(b.name, 'zh') ||
          (a.key < b.key ? -1 : 1),
      );
      const offset = (page.pageNum - 1) * page.pageSize;
      const rows = matchingItems.slice(offset, offset + page.pageSize).map((item) => ({ id: idTextOf(item), ...item }));
      return paged(rows, page, matchingItems.length);
    },
  );
  app.post<{ Body: { items: ItemId[] } }>(
    `${base}/needs`,
    { schema: { tags, summary: '所选配置关联的其他配置', body: objectOf({ items }, 'items') } },
    async (request) => {
      adminOf(request);
      return ok((await findRelatedItems(db, request.body.items)).map((item) => ({ id: idTextOf(item), ...item })));
    },
  );
  app.post<{ Body: { name: string; note?: string | null; items: ItemId[] } }>(
    `${base}/export`,
    {
      schema: {
        tags,
        summary: '导出配置包',
        body: objectOf(
          { name: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' }, note: nullableText(500), items },
          'name',
          'items',
        ),
      },
    },
    async (request, reply) => {
      const author = adminOf(request);
      const { name, note, items: chosenIds } = request.body;
      const packItems = await readItemsForPack(db, chosenIds);
      if (packItems.length < new Set(chosenIds.map(idTextOf)).size) {
        const missingId = chosenIds.find((id) => !packItems.some((item) => idTextOf(item) === idTextOf(id)));
        throw new Refusal('REQUEST_INVALID', { detail: `“${missingId?.key ?? ''}”已不存在或已停用，请刷新后重新选择` });
      }
      const time = timeText(new Date());
      const text = packText({
        name: name.trim(),
        note: note ?? '',
        madeAt: time,
        madeBy: author.name,
        items: packItems,
      });
      const fileName = `配置包-${name.trim().replace(/[\\/:*?"<>|\s]+/g, '_')}-${time.slice(0, 10)}.json`;
      return sendGenerated(reply, fileName, 'application/json', singleChunk(text));
    },
  );
  app.post<{ Body: ImportChoice }>(
    `${base}/preview`,
    { bodyLimit: MAX_BODY_BYTES, schema: { tags, summary: '检查配置包', body: objectOf(choiceProperties, 'pack') } },
    async (request) => ok(await previewPack(context, adminOf(request), request.body)),
  );
  app.post<{ Body: ImportChoice & { seen: string } }>(
    `${base}/import`,
    {
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        tags,
        summary: '导入配置包',
        body: objectOf({ ...choiceProperties, seen: { type: 'string', minLength: 1, maxLength: 64 } }, 'pack', 'seen'),
      },
    },
    async (request) => {
      const author = adminOf(request);
      await refuseWhenFull(context);
      return ok(
        await importPack(context, author, request.body, (trx, importResult) =>
          rememberAnswer(trx, request, ok(importResult, '已导入')),
        ),
        '已导入',
      );
    },
  );
  app.post<{ Body: PackReview }>(
    `${base}/review`,
    {
      bodyLimit: MAX_BODY_BYTES,
      schema: {
        tags,
        summary: '把配置包中的文档存为草稿并提交复核',
        body: objectOf(
          { ...choiceProperties, seen: { type: 'string', minLength: 1, maxLength: 64 }, reviewerId: id },
          'pack',
          'seen',
          'reviewerId',
        ),
      },
    },
    async (request) => {
      const user = adminOf(request);
      await refuseWhenFull(context);
      return ok(
        await reviewPack(context, user, request.body, (trx, answer) =>
          rememberAnswer(trx, request, ok(answer, '已提交复核')),
        ),
        '已提交复核',
      );
    },
  );
  app.post<{ Body: { page?: Partial<Page> | null; data?: { keyword?: string | null } | null } | null }>(
    `${base}/page`,
    { schema: { tags, summary: '导入过的配置包', body: listBodyWith({ keyword: nullableText(100) }) } },
    async (request) => {
      adminOf(request);
      const page = pageOf(request.body);
      const { rows, total } = await listImports(db, request.body?.data?.keyword ?? '', page);
      return paged(rows, page, total);
    },
  );
  app.get<{ Querystring: { id: string } }>(
    `${base}/detail`,
    {
      schema: {
        tags,
        summary: '一次导入的内容',
        querystring: { type: 'object', required: ['id'], properties: { id } },
      },
    },
    async (request) => {
      adminOf(request);
      return ok(await loadImportedItems(db, request.query.id));
    },
  );
  app.post<{ Body: { id: string } }>(
    `${base}/undo`,
    { schema: { tags, summary: '撤销一次导入', body: objectOf({ id }, 'id') } },
    async (request) => {
      const author = adminOf(request);
      return ok(
        await undoPack(context, author, request.body.id, (trx, undoneImport) =>
          rememberAnswer(trx, request, ok(undoneImport, '已撤销')),
        ),
        '已撤销',
      );
    },
  );
};
