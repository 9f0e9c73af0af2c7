import type { FastifyInstance } from 'fastify';
import { bearerOf } from '../auth/index.ts';
import type { Routes, ServerContext } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { MAYBE_SIGNED_IN } from '../http/openapi/install.ts';
import { rememberAnswer } from '../idempotency/idempotency.ts';
import { Refusal } from '../http/refusal.ts';
import { key } from '../http/schemas.ts';
import { refuseWhenFull } from '../store/space.ts';
import { adminOf, userOf } from '../http/user.ts';
import { documentsOf, draftOrPublishedContent, saveDraft, versionsOf } from './drafts.ts';
import { loadForm } from './loadForm.ts';
import { publishDraft, withPreparedDraft } from './publishDraft.ts';
import {
  DATASET,
  FLOW,
  FORM,
  type KindRoutes,
  objectSchema,
  SCREEN,
  screenKeySchema,
  versionSchema,
} from './documentKinds.ts';
import { lifecycleRoutes } from './lifecycleRoutes.ts';
import { rollBackVersion, versionOf } from './versions.ts';
import { PUBLIC_SCREENS, servedScreen } from './screens.ts';

type Fields = Record<string, unknown>;
const textOf = (fields: Fields, name: string): string => String(fields[name] ?? '');

/**
 * Adds routes for draft, publication and versions of a document kind, for administrators only. In request bodies,
 * `revision` is the revision of the draft that the administrator has seen, `seen` the number of the published version,
 * and `acknowledged` a hash of the impact that the administrator was shown; all detect concurrent changes.
 */
function addDraftAndVersionRoutes(
  app: FastifyInstance,
  context: ServerContext,
  { kind, base, tag, keyName, titleName, keySchema }: KindRoutes,
): void {
  const { db } = context;
  const schema = (summary: string, schemaParts: object = {}) => ({ schema: { tags: [tag], summary, ...schemaParts } });
  const byKey = { querystring: objectSchema({ [keyName]: keySchema }, keyName) };
  const revision = { type: 'integer', minimum: 0 };
  const draftBody = objectSchema(
    {
      [keyName]: keySchema,
      [titleName]: { type: 'string', maxLength: 100, nullable: true },
      definition: {},
      revision,
      seen: { type: 'integer', minimum: 0 },
    },
    keyName,
    'definition',
  );
  const publishBody = objectSchema(
    {
      [keyName]: keySchema,
      note: { type: 'string', maxLength: 500, nullable: true },
      revision,
      seen: { type: 'integer', minimum: 0 },
      acknowledged: { type: 'string', maxLength: 64, nullable: true },
    },
    keyName,
  );

  app.get<{ Querystring: Fields }>(`${base}/getDraft`, schema('草稿', byKey), async (request) => {
    adminOf(request);
    return ok(await draftOrPublishedContent(db, kind, textOf(request.query, keyName)));
  });
  app.get<{ Querystring: Fields }>(`${base}/versions`, schema('版本', byKey), async (request) => {
    adminOf(request);
    return ok(await versionsOf(context, kind, textOf(request.query, keyName)));
  });
  const byVersion = { querystring: objectSchema({ [keyName]: keySchema, version: versionSchema }, keyName, 'version') };
  app.get<{ Querystring: Fields }>(`${base}/getVersion`, schema('一个版本的原文', byVersion), async (request) => {
    adminOf(request);
    return ok(await versionOf(db, kind, textOf(request.query, keyName), Number(request.query.version)));
  });
  const byKeyIfGiven = { querystring: objectSchema({ [keyName]: keySchema }) };
  app.get<{ Querystring: Fields }>(`${base}/list`, schema('目录', byKeyIfGiven), async (request) => {
    adminOf(request);
    const requestedKey = textOf(request.query, keyName);
    return ok(
      (await documentsOf(db, kind, requestedKey === '' ? undefined : requestedKey)).map(
        ({ key: documentKey, name, ...rest }) => ({
          [keyName]: documentKey,
          [titleName]: name,
          ...rest,
        }),
      ),
    );
  });
  app.post<{ Body: Fields }>(`${base}/saveDraft`, schema('保存草稿', { body: draftBody }), async (request) => {
    const author = adminOf(request);
    await refuseWhenFull(context);
    const { body } = request;
    const { revision: draftRevision, seen: seenVersion } = body as { revision?: number; seen?: number };
    return ok(
      await saveDraft(context, {
        kind,
        key: textOf(body, keyName),
        name: textOf(body, titleName),
        definition: body.definition,
        author,
        ...(draftRevision === undefined ? {} : { revision: draftRevision }),
        ...(seenVersion === undefined ? {} : { seen: seenVersion }),
      }),
      '草稿已保存',
    );
  });
  app.post<{ Body: Fields }>(`${base}/publish`, schema('发布', { body: publishBody }), async (request) => {
    const author = adminOf(request);
    await refuseWhenFull(context);
    const {
      revision: draftRevision,
      seen: seenVersion,
      acknowledged,
    } = request.body as {
      revision?: number;
      seen?: number;
      acknowledged?: string | null;
    };
    const publication = {
      kind,
      key: textOf(request.body, keyName),
      note: textOf(request.body, 'note'),
      author,
      ...(draftRevision === undefined ? {} : { revision: draftRevision }),
      seenVersion,
      acknowledged: acknowledged ?? undefined,
    };
    return withPreparedDraft(context, publication, () =>
      db.transaction().execute(async (trx) => {
        const answer = ok(await publishDraft(context, trx, publication), '发布成功');
        await rememberAnswer(trx, request, answer);
        return answer;
      }),
    );
  });
  const rollbackBody = objectSchema(
    {
      [keyName]: keySchema,
      version: versionSchema,
      note: { type: 'string', maxLength: 500, nullable: true },
      seen: { type: 'integer', minimum: 0 },
      acknowledged: { type: 'string', maxLength: 64, nullable: true },
    },
    keyName,
    'version',
  );
  app.post<{ Body: Fields }>(`${base}/rollback`, schema('恢复旧版本', { body: rollbackBody }), async (request) => {
    const author = adminOf(request);
    const { body } = request;
    const seenVersion = body.seen as number | undefined;
    return ok(
      await rollBackVersion(
        context,
        {
          kind,
          key: textOf(body, keyName),
          version: Number(body.version),
          note: textOf(body, 'note'),
          author,
          ...(seenVersion === undefined ? {} : { seenVersion }),
          acknowledged: (body.acknowledged as string | null | undefined) ?? undefined,
        },
        (trx, published) => rememberAnswer(trx, request, ok(published, '恢复成功')),
      ),
      '恢复成功',
    );
  });
}

/**
 * Routes that serve the definitions of forms (CL-077) and screens, and the routes for drafts, publication, versions and
 * life cycle of forms, processes, screens and datasets. The screens in `PUBLIC_SCREENS` are served before sign-in.
 */
export const documentRoutes: Routes = (app, context) => {
  const { db } = context;
  app.get<{ Querystring: { formKey: string; version?: number } }>(
    `${FORM.base}/getLastVersionFrmDef`,
    {
      schema: {
        tags: [FORM.tag],
        summary: '表单定义',
        querystring: objectSchema({ formKey: key, version: versionSchema }, 'formKey'),
      },
    },
    async (request) => {
      userOf(request);
      return ok((await loadForm(context, db, request.query.formKey, request.query.version)).form.definition);
    },
  );
  app.get<{ Querystring: { screenKey: string; version?: number } }>(
    `${SCREEN.base}/getLastVersionScreenDef`,
    {
      config: { isPublic: true },
      schema: {
        security: MAYBE_SIGNED_IN,
        tags: [SCREEN.tag],
        summary: '界面定义',
        querystring: objectSchema({ screenKey: screenKeySchema, version: versionSchema }, 'screenKey'),
      },
    },
    async (request) => {
      const { screenKey: requestedKey, version: requestedVersion } = request.query;
      if (!request.user && !PUBLIC_SCREENS.has(requestedKey)) throw new Refusal(bearerOf(request) ? 'A0230' : '401');
      return ok(await servedScreen(db, requestedKey, requestedVersion));
    },
  );
  addDraftAndVersionRoutes(app, context, FORM);
  addDraftAndVersionRoutes(app, context, FLOW);
  addDraftAndVersionRoutes(app, context, SCREEN);
  addDraftAndVersionRoutes(app, context, DATASET);
  lifecycleRoutes(app, context);
};
