import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { areasBelow, areaTree } from './areas.ts';

const query = { type: 'object', properties: { parentCode: { type: 'string', maxLength: 12 } } } as const;

/** Areas of the country (CL-057). */
export const areaRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  app.get<{ Querystring: { parentCode?: string } }>(
    '/api/system/sys/area/getArea',
    { schema: { tags, summary: '下级行政区划，缺省为省级', querystring: query } },
    async (request) => ok(await areasBelow(db, request.query.parentCode || null)),
  );
  app.get('/api/system/sys/area/getTree', { schema: { tags, summary: '行政区划树' } }, async () =>
    ok(await areaTree(db)),
  );
};
