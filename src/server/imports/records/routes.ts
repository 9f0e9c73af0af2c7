import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { actorOf } from '../../audit/index.ts';
import { runAs } from '../../store/actor.ts';
import type { Routes, ServerContext } from '../../context.ts';
import { uploadedName, onlyFile } from '../../files/index.ts';
import { ok } from '../../http/envelope.ts';
import { rememberAnswer } from '../../idempotency/idempotency.ts';
import { Refusal } from '../../http/refusal.ts';
import { id, key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { newId } from '../../store/id.ts';
import { refuseWhenFull } from '../../store/space.ts';
import { beginShare } from '../../threads/shares.ts';
import { createTurns } from '../../threads/turns.ts';
import { makeImportFolder } from '../folder.ts';
import { keepPart } from '../receive.ts';
import { sendMade, XLSX_TYPE } from '../../archive/index.ts';
import { loadForm } from '../../documents/index.ts';
import { badRowsBook, templateBook } from './books.ts';
import { badRows, endImport, importState, keepAlive } from './job.ts';
import { runImport } from './run.ts';

/** Puts the file into a folder of its own, which is answered. Refuses with IMPORT_FILE and FILE_SIZE. */
async function receive(
  { settings }: ServerContext,
  { part, alone }: Awaited<ReturnType<typeof onlyFile>>,
): Promise<{ folder: string; path: string; fileName: string }> {
  const { fileName, fileExt } = uploadedName(part);
  if (fileExt !== 'xlsx') throw new Refusal('IMPORT_FILE', { file: fileName, detail: '请上传后缀为.xlsx的文件' });
  const folder = await makeImportFolder(settings.dataDir);
  const path = join(folder, 'list.xlsx');
  try {
    await keepPart(part, path, settings.fileLimit);
    await alone();
    return { folder, path, fileName };
  } catch (error) {
    // cut off or too large: nothing of it stays on the disk
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Lists of records from .xlsx files: taken in row by row after the answer, with a state to ask for (CT-006). */
export const recordImportRoutes: Routes = (app, context) => {
  const tags = ['frmCrud'];
  const turns = createTurns({ atOnce: 1, mostWaiting: 20 });
  const running = new Set<Promise<void>>();
  // what runs ends with its group; the database closes after it
  app.addHook('onClose', async () => {
    await Promise.allSettled(running);
  });

  const params = { type: 'object', properties: { formKey: key } } as const;
  const asked = {
    type: 'object',
    additionalProperties: false,
    properties: {
      isTrial: { type: 'string', enum: ['0', '1'] },
      columns: { type: 'string', maxLength: 16_000, pattern: '^[\\w-]*(,[\\w-]*)*$' },
    },
  } as const;
  app.post<{ Params: { formKey: string }; Querystring: { isTrial?: string; columns?: string } }>(
    '/api/system/frmCrud/importRows/:formKey',
    {
      config: { way: 'import' },
      schema: { tags, summary: '导入列表', params, querystring: asked, consumes: ['multipart/form-data'] },
    },
    async (request) => {
      const user = userOf(request);
      const { formKey } = request.params;
      await refuseWhenFull(context, true);
      const end = beginShare(request, 'import');
      const { folder, path, fileName } = await onlyFile(request, {
        limits: { fileSize: context.settings.fileLimit, files: 2 },
        throwFileSizeLimit: false,
      })
        .then((upload) => receive(context, upload))
        .catch((error: unknown) => {
          end();
          throw error;
        });
      const isTrial = request.query.isTrial === '1';
      const job = { id: newId(), user, formKey, path, isTrial, columns: request.query.columns?.split(',') };
      const answer = ok({ id: job.id }, '已开始导入');
      // known before the first row is stored: a request that is sent again after its server died must not take the file in anew
      await context.db
        .transaction()
        .execute(async (trx) => {
          await trx
            .insertInto('frm_import')
            .values({
              id: job.id,
              form_key: formKey,
              user_id: user.id,
              file_name: fileName,
              state: 'running',
              is_trial: isTrial,
            })
            .execute();
          await rememberAnswer(trx, request, answer);
        })
        .catch(async (error: unknown) => {
          end();
          await rm(folder, { recursive: true, force: true });
          throw error;
        });
      const failed = (error: unknown): void => {
        request.log.error({ err: error }, 'an import failed');
      };
      const rest = keepAlive(context.db, { id: job.id, folder }, failed);
      const run = runAs(actorOf(request), () => turns.take(() => runImport(context, job, failed)))
        // too many wait already
        .catch((error: unknown) => {
          failed(error);
          return endImport(context.db, job.id, 'failed', '等待导入的文件过多，请稍后再导入');
        })
        .catch(failed)
        .finally(() => {
          end();
          rest();
          return rm(folder, { recursive: true, force: true });
        })
        .finally(() => {
          running.delete(run);
        });
      running.add(run);
      return answer;
    },
  );

  const querystring = { type: 'object', required: ['id'], properties: { id } } as const;
  app.get<{ Querystring: { id: string } }>(
    '/api/system/frmCrud/importState',
    { schema: { tags, summary: '导入进度', querystring } },
    async (request) => {
      const state = await importState(context.db, userOf(request).id, request.query.id);
      if (!state) throw new Refusal('404');
      return ok(state);
    },
  );

  app.get<{ Querystring: { id: string } }>(
    '/api/system/frmCrud/importBadRows',
    { schema: { tags, summary: '未导入的行', querystring } },
    async (request, reply) => {
      const found = await badRows(context.db, userOf(request).id, request.query.id);
      if (!found) throw new Refusal('404');
      const name = `${found.fileName.replace(/\.xlsx$/i, '')}-未导入的行`;
      return sendMade(reply, `${name}.xlsx`, XLSX_TYPE, badRowsBook(found));
    },
  );

  app.get<{ Params: { formKey: string } }>(
    '/api/system/frmCrud/importTemplate/:formKey',
    { config: { way: 'import' }, schema: { tags, summary: '导入模板', params } },
    async (request, reply) => {
      const { form } = await loadForm(context, context.db, request.params.formKey);
      const content = await templateBook(context.db, userOf(request), form);
      return sendMade(reply, `${form.definition.formName}-导入模板.xlsx`, XLSX_TYPE, content);
    },
  );
};
