import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { adminOf } from '../http/user.ts';
import { setSetupOpen, markStep, loadSetupState, type SetupMark } from './setupState.ts';

/** Routes for the initial set-up of a company. Administrators read its progress and mark steps as done or skipped. */
export const setupRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  const base = '/api/system/sys/setup';
  app.get(`${base}/state`, { schema: { tags, summary: '初始设置的进度' } }, async (request) => {
    adminOf(request);
    return ok(await loadSetupState(db));
  });
  app.post<{ Body: { step: string; mark?: SetupMark | null } }>(
    `${base}/mark`,
    {
      schema: {
        tags,
        summary: '标记初始设置的一步',
        body: {
          type: 'object',
          required: ['step'],
          additionalProperties: false,
          properties: {
            step: { type: 'string', minLength: 1, maxLength: 32 },
            mark: { enum: ['done', 'skipped', null] },
          },
        },
      },
    },
    async (request) => {
      const { name } = adminOf(request);
      const { step, mark } = request.body;
      await db.transaction().execute((trx) => markStep(trx, name, step, mark ?? null));
      return ok(await loadSetupState(db));
    },
  );
  // ends the set-up, or reopens it (`isOpen`)
  app.post<{ Body: { isOpen: boolean } }>(
    `${base}/end`,
    {
      schema: {
        tags,
        summary: '结束或重新打开初始设置',
        body: {
          type: 'object',
          required: ['isOpen'],
          additionalProperties: false,
          properties: { isOpen: { type: 'boolean' } },
        },
      },
    },
    async (request) => {
      const { name } = adminOf(request);
      await db.transaction().execute((trx) => setSetupOpen(trx, name, request.body.isOpen));
      return ok(await loadSetupState(db));
    },
  );
};
