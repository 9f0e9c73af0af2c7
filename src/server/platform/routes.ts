import { fileRefs } from '../../domain/fileValue.ts';
import type { Routes } from '../context.ts';
import { fileStoreOf, sendFile } from '../files/index.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { adminOf } from '../http/user.ts';
import { parametersRevision, readParameters, saveParameters } from '../parameters/index.ts';

/** Pictures that a browser shows by itself and that hold no script. */
const PICTURES = ['png', 'jpg', 'jpeg', 'gif', 'webp'];
const MEGA = 1024 * 1024;

/** The parameters of the installation, and what of them is shown before sign-in. */
export const platformRoutes: Routes = (app, { db, settings }) => {
  const tags = ['system'];
  const files = fileStoreOf(settings);
  const picture = (id: string) =>
    db.selectFrom('att_file').selectAll().where('id', '=', id).where('file_ext', 'in', PICTURES).executeTakeFirst();

  app.get('/api/system/sys/param/values', { schema: { tags, summary: '系统参数' } }, async (request) => {
    adminOf(request);
    const values = await readParameters(db, settings);
    return ok({
      ...values,
      locked: Object.keys(settings.parameters),
      revision: parametersRevision(values),
      uploadBoundMb: Math.floor(settings.fileLimit / MEGA),
    });
  });

  app.post<{ Body: Record<string, unknown> & { revision?: string | null } }>(
    '/api/system/sys/param/save',
    {
      schema: {
        tags,
        summary: '保存系统参数',
        body: {
          type: 'object',
          maxProperties: 100,
          properties: { revision: { type: 'string', maxLength: 64, nullable: true } },
        },
      },
    },
    async (request) => {
      adminOf(request);
      const { revision = null, ...given } = request.body;
      if ('platformLogo' in given) {
        const [logo = ''] = fileRefs(given['platformLogo']);
        if (logo !== '' && !(await picture(logo))) throw new Refusal('FILE_TYPE', { types: PICTURES.join('、') });
        given['platformLogo'] = logo;
      }
      await db.transaction().execute((trx) => saveParameters(trx, settings, given, revision));
      return ok(null, '已保存');
    },
  );

  app.get<{ Querystring: { v?: string } }>(
    '/api/system/platform/logo',
    {
      config: { isPublic: true },
      schema: {
        tags,
        summary: '平台标志',
        querystring: { type: 'object', properties: { v: { type: 'string', maxLength: 64 } } },
      },
    },
    async (_request, reply) => {
      const { platformLogo } = await readParameters(db, settings);
      const row = platformLogo === '' ? undefined : await picture(platformLogo);
      if (!row) throw new Refusal('404');
      return sendFile(reply.header('Cache-Control', 'public, max-age=86400'), files, row, true);
    },
  );
};
