import type { FastifyInstance } from 'fastify';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { adminOf } from '../http/user.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { usesOf, type Target } from '../references/index.ts';
import { refuseWhenFull } from '../store/space.ts';
import { toStoredText } from './content.ts';
import { DATASET, FLOW, FORM, type KindRoutes, objectSchema, SCREEN } from './documentKinds.ts';
import { impactOf } from './impact/impactOf.ts';
import { copyDocument } from './lifecycle/copyDocument.ts';
import { disableDocument, discardDraft, enableDocument, removeDocument } from './lifecycle/removeDocument.ts';

type Fields = Record<string, unknown>;
const textOf = (fields: Fields, name: string): string => String(fields[name] ?? '');
const versionOrRevisionSchema = { type: 'integer', minimum: 0 } as const;

/**
 * By kind of document: the kind of its elements whose uses can be listed separately (the query `name` names one
 * element). Other documents have no such elements.
 */
const ELEMENT_KINDS = { form: 'field', dataset: 'measure' } as const;

/** Adds routes to list a document's uses and the impact of its publication, and to copy, disable and remove it. */
function addRoutesOfKind(
  app: FastifyInstance,
  context: ServerContext,
  { kind, base, tag, keyName, titleName, keySchema }: KindRoutes,
): void {
  const { db } = context;
  const routeOptions = (summary: string, schemaParts: object) => ({ schema: { tags: [tag], summary, ...schemaParts } });
  const schemaWithKey = (schemaParts: Fields = {}, ...required: string[]): object =>
    objectSchema({ [keyName]: keySchema, ...(schemaParts as Record<string, object>) }, keyName, ...required);

  app.get<{ Querystring: Fields }>(
    `${base}/uses`,
    routeOptions('被哪些文档引用', { querystring: schemaWithKey({ name: { type: 'string', maxLength: 160 } }) }),
    async (request) => {
      adminOf(request);
      const [key, name] = [textOf(request.query, keyName), textOf(request.query, 'name')];
      const elementKind = kind === 'form' || kind === 'dataset' ? ELEMENT_KINDS[kind] : null;
      const target: Target = name !== '' && elementKind ? { kind: elementKind, owner: key, name } : { kind, name: key };
      return ok(await usesOf(db, target));
    },
  );
  app.post<{ Body: Fields }>(
    `${base}/impact`,
    routeOptions('发布的影响', { body: schemaWithKey({ definition: {} }, 'definition') }),
    async (request) => {
      adminOf(request);
      const { body } = request;
      return ok(await impactOf(context, db, { kind, key: textOf(body, keyName), text: toStoredText(body.definition) }));
    },
  );
  app.post<{ Body: Fields }>(
    `${base}/copy`,
    routeOptions('复制', {
      body: schemaWithKey(
        { newKey: keySchema, [titleName]: { type: 'string', minLength: 1, maxLength: 100, pattern: '\\S' } },
        'newKey',
        titleName,
      ),
    }),
    async (request) => {
      const author = adminOf(request);
      await refuseWhenFull(context);
      const { body } = request;
      const copy = await copyDocument(context, {
        kind,
        key: textOf(body, keyName),
        newKey: textOf(body, 'newKey'),
        newName: textOf(body, titleName).trim(),
        author,
      });
      return ok({ [keyName]: textOf(body, 'newKey'), ...copy }, '已复制');
    },
  );
  const addActRoute = (
    name: string,
    summary: string,
    message: string,
    schemaParts: Fields,
    changeDocument: (
      trx: Parameters<typeof disableDocument>[0],
      input: Fields & Parameters<typeof disableDocument>[1],
    ) => Promise<void>,
  ): void => {
    app.post<{ Body: Fields }>(
      `${base}/${name}`,
      routeOptions(summary, { body: schemaWithKey(schemaParts) }),
      async (request) => {
        const author = adminOf(request);
        const { [keyName]: key, ...rest } = request.body;
        return db.transaction().execute(async (trx) => {
          await changeDocument(trx, { ...rest, kind, key: String(key), author });
          const answer = ok(null, message);
          await rememberAnswer(trx, request, answer);
          return answer;
        });
      },
    );
  };
  addActRoute('disable', '停用', '已停用', {}, disableDocument);
  addActRoute('enable', '启用', '已启用', {}, enableDocument);
  addActRoute('discardDraft', '放弃草稿', '草稿已放弃', { revision: versionOrRevisionSchema }, discardDraft);
  // `seen`: the published version that the administrator saw, 0 for none; `revision`: the draft that they saw
  addActRoute(
    'remove',
    '删除',
    '已删除',
    { seen: versionOrRevisionSchema, revision: versionOrRevisionSchema },
    (trx, input) => removeDocument(context, trx, input),
  );
}

/** Routes for uses, impact, copying, disabling and removing, for all kinds of documents; for administrators only. */
export const lifecycleRoutes: Routes = (app, context) => {
  for (const kind of [FORM, FLOW, SCREEN, DATASET]) addRoutesOfKind(app, context, kind);
};
