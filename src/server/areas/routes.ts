import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import { listAreasBelow, loadAreaTree } from './readAreas.ts';
import { COUNTRY, readAreaOutline } from './areaOutlines.ts';

const query = { type: 'object', properties: { parentCode: { type: 'string', maxLength: 12 } } } as const;

const outlineQuery = {
  type: 'object',
  properties: { code: { type: 'string', pattern: '^\\d{6}$' } },
} as const;

/** Administrative areas (CL-057) and the outlines for their maps. */
export const areaRoutes: Routes = (app, { db, settings }) => {
  const tags = ['system'];
  app.get<{ Querystring: { parentCode?: string } }>(
    '/api/system/sys/area/getArea',
    { schema: { tags, summary: '下级行政区划，缺省为省级', querystring: query } },
    async (request) => ok(await listAreasBelow(db, request.query.parentCode || null)),
  );
  app.get('/api/system/sys/area/getTree', { schema: { tags, summary: '行政区划树' } }, async () =>
    ok(await loadAreaTree(db)),
  );

  app.get<{ Querystring: { code?: string } }>(
    '/api/system/sys/area/outline',
    { schema: { tags, summary: '地图边界，缺省为全国', querystring: outlineQuery } },
    async (request) => {
      const areaOutline = await readAreaOutline(settings.schemasDir, request.query.code ?? COUNTRY);
      if (!areaOutline) throw new Refusal('404');
      return ok(areaOutline);
    },
  );
};
