import type { FastifyInstance } from 'fastify';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { adminOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { usesOf, type Target } from '../references/index.ts';
import { refuseWhenFull } from '../store/space.ts';
import { contentOf } from './content.ts';
import { DATASET, FLOW, FORM, type Kind, requiring, SCREEN } from './documentKinds.ts';
import { impactOf } from './impact/impactOf.ts';
import { copyDocument } from './life/copyDocument.ts';
import { disableDocument, discardDraft, enableDocument, removeDocument } from './life/endOfLife.ts';

type Fields = Record<string, unknown>;
const textOf = (fields: Fields, name: string): string => String(fields[name] ?? '');
const count = { type: 'integer', minimum: 0 } as const;

/** Of which part of a document the uses are asked for. */
const PARTS = { form: 'field', dataset: 'measure' } as const;

/** What uses a document, what its publication would touch, and how it is copied, taken out of use and removed. */
function routesOfKind(
  app: FastifyInstance,
  context: ServerContext,
  { kind, base, tag, keyName, titleName, keySchema }: Kind,
): void {
  const { db } = context;
  const schema = (summary: string, more: object) => ({ schema: { tags: [tag], summary, ...more } });
  const keyed = (more: Fields = {}, ...required: string[]): object =>
    requiring({ [keyName]: keySchema, ...(more as Record<string, object>) }, keyName, ...required);

  app.get<{ Querystring: Fields }>(
    `${base}/uses`,
    schema('被哪些文档引用', { querystring: keyed({ name: { type: 'string', maxLength: 160 } }) }),
    async (request) => {
      adminOf(request);
      const [key, name] = [textOf(request.query, keyName), textOf(request.query, 'name')];
      const part = kind === 'form' || kind === 'dataset' ? PARTS[kind] : null;
      const target: Target = name !== '' && part ? { kind: part, owner: key, name } : { kind, name: key };
      return ok(await usesOf(db, target));
    },
  );
  app.post<{ Body: Fields }>(
    `${base}/impact`,
    schema('发布的影响', { body: keyed({ definition: {} }, 'definition') }),
    async (request) => {
      adminOf(request);
      const { body } = request;
      return ok(await impactOf(context, db, { kind, key: textOf(body, keyName), text: contentOf(body.definition) }));
    },
  );
  app.post<{ Body: Fields }>(
    `${base}/copy`,
    schema('复制', {
      body: keyed(
        { newKey: keySchema, [titleName]: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' } },
        'newKey',
        titleName,
      ),
    }),
    async (request) => {
      const author = adminOf(request);
      await refuseWhenFull(context);
      const { body } = request;
      const copied = await copyDocument(context, {
        kind,
        key: textOf(body, keyName),
        newKey: textOf(body, 'newKey'),
        newName: textOf(body, titleName).trim(),
        author,
      });
      return ok({ [keyName]: textOf(body, 'newKey'), ...copied }, '已复制');
    },
  );
  const act = (
    name: string,
    summary: string,
    said: string,
    more: Fields,
    work: (
      trx: Parameters<typeof disableDocument>[0],
      asked: Fields & Parameters<typeof disableDocument>[1],
    ) => Promise<void>,
  ): void => {
    app.post<{ Body: Fields }>(`${base}/${name}`, schema(summary, { body: keyed(more) }), async (request) => {
      const author = adminOf(request);
      const { [keyName]: key, ...rest } = request.body;
      return db.transaction().execute(async (trx) => {
        await work(trx, { ...rest, kind, key: String(key), author });
        const answer = ok(null, said);
        await rememberAnswer(trx, request, answer);
        return answer;
      });
    });
  };
  act('disable', '停用', '已停用', {}, disableDocument);
  act('enable', '启用', '已启用', {}, enableDocument);
  act('discardDraft', '放弃草稿', '草稿已放弃', { revision: count }, discardDraft);
  act('remove', '删除', '已删除', { seen: count, revision: count }, (trx, asked) =>
    removeDocument(context, trx, asked),
  );
}

/** The routes of all kinds of documents; administrators only. */
export const lifeRoutes: Routes = (app, context) => {
  for (const kind of [FORM, FLOW, SCREEN, DATASET]) routesOfKind(app, context, kind);
};
