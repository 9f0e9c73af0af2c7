import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { actorOf } from '../../audit/index.ts';
import { runAs } from '../../store/actor.ts';
import type { Routes, ServerContext } from '../../context.ts';
import { uploadedName, receiveOnlyFile } from '../../files/index.ts';
import { ok } from '../../http/envelope.ts';
import { rememberAnswer } from '../../idempotency/idempotency.ts';
import { Refusal } from '../../http/refusal.ts';
import { id, key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { newId } from '../../store/newId.ts';
import { refuseWhenFull } from '../../store/space.ts';
import { beginImportOrExport } from '../../threads/importExportLimit.ts';
import { createWorkQueue } from '../../threads/workQueue.ts';
import { makeImportFolder } from '../folder.ts';
import { saveUploadedFile } from '../receive.ts';
import { sendGenerated, XLSX_TYPE } from '../../archive/index.ts';
import { loadForm } from '../../documents/index.ts';
import { badRowsBook, createTemplateBook } from './books.ts';
import { loadBadRows, endImport, loadImportState, startHeartbeat } from './job.ts';
import { runImport } from './run.ts';

/**
 * Writes the uploaded file into a new folder. Returns the folder, the path of the file and its original name. Refuses
 * with IMPORT_FILE a file that is not .xlsx, with FILE_SIZE a file that is too large. Refuses a second file too.
 */
async function storeUploadedFile(
  { settings }: ServerContext,
  { part, refuseFurtherFiles }: Awaited<ReturnType<typeof receiveOnlyFile>>,
): Promise<{ folder: string; path: string; fileName: string }> {
  const { fileName, fileExt } = uploadedName(part);
  if (fileExt !== 'xlsx') throw new Refusal('IMPORT_FILE', { file: fileName, detail: '请上传后缀为.xlsx的文件' });
  const folder = await makeImportFolder(settings.dataDir);
  const path = join(folder, 'list.xlsx');
  try {
    await saveUploadedFile(part, path, settings.fileLimit);
    await refuseFurtherFiles();
    return { folder, path, fileName };
  } catch (error) {
    // the upload was interrupted or too large: remove what was written
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Routes to import records from .xlsx files. The import runs after the answer, and the page requests its state
 * (CT-006).
 */
export const recordImportRoutes: Routes = (app, context) => {
  const tags = ['frmCrud'];
  const importQueue = createWorkQueue({ concurrency: 1, maxWaiting: 20 });
  const runningImports = new Set<Promise<void>>();
  // waits for running imports before the database closes; they stop after their current group of rows
  app.addHook('onClose', async () => {
    await Promise.allSettled(runningImports);
  });

  const params = { type: 'object', properties: { formKey: key } } as const;
  const importQuery = {
    type: 'object',
    additionalProperties: false,
    properties: {
      isTrial: { type: 'string', enum: ['0', '1'] },
      columns: { type: 'string', maxLength: 16_000, pattern: '^[\\w$\\u4e00-\\u9fa5-]*(,[\\w$\\u4e00-\\u9fa5-]*)*$' },
    },
  } as const;
  app.post<{ Params: { formKey: string }; Querystring: { isTrial?: string; columns?: string } }>(
    '/api/system/frmCrud/importRows/:formKey',
    {
      config: { recordOperation: 'import' },
      schema: { tags, summary: '导入列表', params, querystring: importQuery, consumes: ['multipart/form-data'] },
    },
    async (request) => {
      const user = userOf(request);
      const { formKey } = request.params;
      await refuseWhenFull(context, true);
      const endTask = beginImportOrExport(request, 'import');
      const { folder, path, fileName } = await receiveOnlyFile(request, {
        limits: { fileSize: context.settings.fileLimit, files: 2 },
        throwFileSizeLimit: false,
      })
        .then((upload) => storeUploadedFile(context, upload))
        .catch((error: unknown) => {
          endTask();
          throw error;
        });
      const isTrial = request.query.isTrial === '1';
      const job = { id: newId(), user, formKey, path, isTrial, columns: request.query.columns?.split(',') };
      const answer = ok({ id: job.id }, '已开始导入');
      // stored before the first row, so that a request that is repeated after its server died does not import the
      // file again
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
          endTask();
          await rm(folder, { recursive: true, force: true });
          throw error;
        });
      const logFailure = (error: unknown): void => {
        request.log.error({ err: error }, 'an import failed');
      };
      const stopHeartbeat = startHeartbeat(context.db, { id: job.id, folder }, logFailure);
      const run = runAs(actorOf(request), () => importQueue.run(() => runImport(context, job, logFailure)))
        // `importQueue` rejects if too many imports are waiting
        .catch((error: unknown) => {
          logFailure(error);
          return endImport(context.db, job.id, 'failed', '等待导入的文件过多，请稍后再导入');
        })
        .catch(logFailure)
        .finally(() => {
          endTask();
          stopHeartbeat();
          return rm(folder, { recursive: true, force: true });
        })
        .finally(() => {
          runningImports.delete(run);
        });
      runningImports.add(run);
      return answer;
    },
  );

  const querystring = { type: 'object', required: ['id'], properties: { id } } as const;
  app.get<{ Querystring: { id: string } }>(
    '/api/system/frmCrud/importState',
    { schema: { tags, summary: '导入进度', querystring } },
    async (request) => {
      const state = await loadImportState(context.db, userOf(request).id, request.query.id);
      if (!state) throw new Refusal('404');
      return ok(state);
    },
  );

  app.get<{ Querystring: { id: string } }>(
    '/api/system/frmCrud/importBadRows',
    { schema: { tags, summary: '未导入的行', querystring } },
    async (request, reply) => {
      const badRows = await loadBadRows(context.db, userOf(request).id, request.query.id);
      if (!badRows) throw new Refusal('404');
      const name = `${badRows.fileName.replace(/\.xlsx$/i, '')}-未导入的行`;
      return sendGenerated(reply, `${name}.xlsx`, XLSX_TYPE, badRowsBook(badRows));
    },
  );

  app.get<{ Params: { formKey: string } }>(
    '/api/system/frmCrud/importTemplate/:formKey',
    { config: { recordOperation: 'import' }, schema: { tags, summary: '导入模板', params } },
    async (request, reply) => {
      const { form } = await loadForm(context, context.db, request.params.formKey);
      const content = await createTemplateBook(context.db, userOf(request), form);
      return sendGenerated(reply, `${form.definition.formName}-导入模板.xlsx`, XLSX_TYPE, content);
    },
  );
};
