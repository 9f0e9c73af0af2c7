import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { userOf } from '../http/user.ts';
import { requireRight } from './formRights.ts';
import { WAYS } from './ways.ts';

/** Addresses by which records of a form leave or enter. */
const OF_RECORDS = /^\/api\/system\/frmCrud\/\w+\/:formKey$/;

/**
 * Asks for the right of a route's way before the route begins. A route of records that names no way ends the start: it
 * would let records out, or in, past the roles. Lists and other look-ups ask for theirs in the statement that reads
 * (`readableSql`), so that they cost no query more.
 */
export function installWays(app: FastifyInstance, context: ServerContext): void {
  app.addHook('onRoute', ({ url, config, method }) => {
    if (OF_RECORDS.test(url) && method !== 'HEAD' && (config?.way === undefined || !(config.way in WAYS)))
      throw new Error(`${String(method)} ${url} names no way of src/server/rights/ways.ts`);
  });
  app.addHook('preHandler', async (request) => {
    const { way, isLookUp } = request.routeOptions.config;
    const right = way === undefined || isLookUp ? null : WAYS[way];
    const { formKey } = (request.params ?? {}) as { formKey?: string };
    if (right === null || formKey === undefined) return;
    const { form } = await loadForm(context, context.db, formKey);
    await requireRight(context.db, userOf(request), { formKey, access: form.definition.access, right });
  });
}
