import { fileRefs } from '../../domain/fileValue.ts';
import type { Routes } from '../context.ts';
import { fileStoreOf, sendFile } from '../files/index.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { adminOf } from '../http/user.ts';
import { parametersRevision, readParameters, saveParameters } from '../parameters/index.ts';

/** Image types that a browser displays and that cannot contain scripts. */
const LOGO_TYPES = ['png', 'jpg', 'jpeg', 'gif', 'webp'];
const BYTES_PER_MB = 1024 * 1024;

/** Routes for the parameters of the installation, and for the logo, which is public. */
export const platformRoutes: Routes = (app, { db, settings }) => {
  const tags = ['system'];
  const files = fileStoreOf(settings);
  const imageFile = (id: string) =>
    db.selectFrom('att_file').selectAll().where('id', '=', id).where('file_ext', 'in', LOGO_TYPES).executeTakeFirst();

  app.get('/api/system/sys/param/values', { schema: { tags, summary: '系统参数' } }, async (request) => {
    adminOf(request);
    const values = await readParameters(db, settings);
    return ok({
      ...values,
      locked: Object.keys(settings.parameters),
      revision: parametersRevision(values),
      uploadBoundMb: Math.floor(settings.fileLimit / BYTES_PER_MB),
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
      const { revision = null, ...changes } = request.body;
      if ('platformLogo' in changes) {
        const [logo = ''] = fileRefs(changes['platformLogo']);
        if (logo !== '' && !(await imageFile(logo))) throw new Refusal('FILE_TYPE', { types: LOGO_TYPES.join('、') });
        changes['platformLogo'] = logo;
      }
      await db.transaction().execute((trx) => saveParameters(trx, settings, changes, revision));
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
      const row = platformLogo === '' ? undefined : await imageFile(platformLogo);
      if (!row) throw new Refusal('404');
      return sendFile(reply.header('Cache-Control', 'public, max-age=86400'), files, row, true);
    },
  );
};
