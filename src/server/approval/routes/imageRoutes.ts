import type { Routes } from '../../context.ts';
import { versionRow } from '../../documents/index.ts';
import { Refusal } from '../../http/refusal.ts';
import { id, key } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { mayReadByPublishedForm, recordsOf } from '../../records/index.ts';
import { flowOfRecord } from '../definitions/recordFlow.ts';
import { layoutOf, flowSvg, type Progress } from '../../flow/index.ts';

const SVG_TYPE = 'image/svg+xml; charset=utf-8';
const NO_PROGRESS: Progress = { completedIds: new Set(), currentIds: new Set() };

/**
 * Routes for process diagrams as SVG (CL-015): of the published process of a form, and of a record with its progress.
 */
export const flowImageRoutes: Routes = (app, context) => {
  const { db } = context;
  /**
   * Returns the SVG diagram of a record's process or, without `recordId`, of the form's process. Refuses with 404 a
   * form without approval.
   */
  const loadDiagram = async (formKey: string, recordId: string | undefined, progress: Progress): Promise<string> => {
    const flow = await flowOfRecord(context, db, formKey, recordId);
    if (!flow) throw new Refusal('404');
    const { content } = await versionRow(db, 'flow', flow.key, flow.version);
    return flowSvg(flow.definition, await layoutOf(content, flow.definition), progress);
  };
  const formQuery = { type: 'object', required: ['formKey'], properties: { formKey: key } } as const;
  const recordQuery = {
    type: 'object',
    required: ['formKey', 'recordId'],
    properties: { formKey: key, recordId: id },
  } as const;
  for (const base of ['/api/system/flow/img', '/api/task/flow/img']) {
    app.get<{ Querystring: { formKey: string } }>(
      `${base}/getFlwDefImg`,
      { schema: { tags: ['flow'], summary: '流程图', querystring: formQuery } },
      async (request, reply) =>
        reply.type(SVG_TYPE).send(await loadDiagram(request.query.formKey, undefined, NO_PROGRESS)),
    );
    app.get<{ Querystring: { formKey: string; recordId: string } }>(
      `${base}/viewProcessImg`,
      { schema: { tags: ['flow'], summary: '流程进度图', querystring: recordQuery } },
      async (request, reply) => {
        const { formKey, recordId } = request.query;
        const row = await db
          .selectFrom(await recordsOf(db, formKey))
          .select(['id', 'form_key', 'create_by'])
          .where('form_key', '=', formKey)
          .where('id', '=', recordId)
          .executeTakeFirst();
        if (!row) throw new Refusal('404');
        if (!(await mayReadByPublishedForm(context, db, userOf(request), row))) throw new Refusal('404');
        const tasks = await db
          .selectFrom('flw_task')
          .select(['node_id', 'state', 'vote'])
          .where('record_id', '=', recordId)
          .execute();
        const nodeIds = (matches: (task: (typeof tasks)[number]) => boolean): Set<string> =>
          new Set(tasks.filter(matches).map((task) => task.node_id));
        return reply.type(SVG_TYPE).send(
          await loadDiagram(formKey, recordId, {
            completedIds: nodeIds(({ vote }) => vote === 'approve'),
            currentIds: nodeIds(({ state }) => state === 'open'),
          }),
        );
      },
    );
  }
};
