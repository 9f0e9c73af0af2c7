import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import { id, key } from '../../http/schemas.ts';
import { userOf, type RequestUser } from '../../http/user.ts';
import { mayReadByPublishedForm, recordsOf, type RecordRow } from '../../records/index.ts';
import { progressOf } from '../view/progress.ts';
import { pendingTasksOf } from '../view/timeline.ts';

const recordQuery = {
  type: 'object',
  required: ['formKey', 'recordId'],
  properties: { formKey: key, recordId: id },
} as const;
interface RecordRequest {
  Querystring: { formKey: string; recordId: string };
}

/** Routes for the progress of an approval (diagram and current assignees), for readers of the record. */
export const progressRoutes: Routes = (app, context) => {
  const { db } = context;
  /** Returns the record. Refuses with 404 a record that does not exist or that the person may not read. */
  const requireReadable = async (
    user: RequestUser,
    { formKey, recordId }: RecordRequest['Querystring'],
  ): Promise<RecordRow> => {
    const row = await db
      .selectFrom(await recordsOf(db, formKey))
      .selectAll()
      .where('form_key', '=', formKey)
      .where('id', '=', recordId)
      .executeTakeFirst();
    if (!row) throw new Refusal('404');
    if (!(await mayReadByPublishedForm(context, db, user, row))) throw new Refusal('404');
    return row;
  };
  app.get<RecordRequest>(
    '/api/task/flow/process/progress',
    { schema: { tags: ['flow'], summary: '流程图与办理进度', querystring: recordQuery } },
    async (request) => {
      const user = userOf(request);
      return ok(await progressOf(context, db, user, await requireReadable(user, request.query)));
    },
  );
  app.get<RecordRequest>(
    '/api/task/flow/process/pending',
    { schema: { tags: ['flow'], summary: '当前办理人', querystring: recordQuery } },
    async (request) => {
      const row = await requireReadable(userOf(request), request.query);
      return ok(await pendingTasksOf(db, row.id));
    },
  );
};
