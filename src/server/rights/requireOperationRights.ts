import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { userOf } from '../http/user.ts';
import { requireRight } from './formRights.ts';
import { RECORD_OPERATIONS } from './recordOperations.ts';

/** Paths of the routes that read or write the records of a form. */
const RECORD_PATHS = /^\/api\/system\/frmCrud\/\w+\/:formKey$/;

/**
 * Checks the right that a route's operation on records needs, before the handler runs; refuses with 403. A route of
 * records without an operation stops the server's start, because it would bypass the roles. Routes that read with
 * cached facts are left out here: their own statement checks the right, which saves a query.
 */
export function requireOperationRights(app: FastifyInstance, context: ServerContext): void {
  app.addHook('onRoute', ({ url, config, method }) => {
    if (
      RECORD_PATHS.test(url) &&
      method !== 'HEAD' &&
      (config?.recordOperation === undefined || !(config.recordOperation in RECORD_OPERATIONS))
    )
      throw new Error(`${String(method)} ${url} names no operation of src/server/rights/recordOperations.ts`);
  });
  app.addHook('preHandler', async (request) => {
    const { recordOperation, usesReadWithFacts } = request.routeOptions.config;
    const right = recordOperation === undefined || usesReadWithFacts ? null : RECORD_OPERATIONS[recordOperation];
    const { formKey } = (request.params ?? {}) as { formKey?: string };
    if (right === null || formKey === undefined) return;
    const { form } = await loadForm(context, context.db, formKey);
    await requireRight(context.db, userOf(request), { formKey, access: form.definition.access, right });
  });
}
