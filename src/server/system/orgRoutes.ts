import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { orgTree, units } from './orgs.ts';

/** The organisation for the selectors (CL-054, CL-055). */
export const orgRoutes: Routes = (app, { db }) => {
  const tags = ['system'];
  app.get('/api/system/sys/org/getCompanyTree', { schema: { tags, summary: '单位和部门' } }, async () => ok(await orgTree(db)));
  app.get('/api/system/sys/org/getCompany', { schema: { tags, summary: '单位' } }, async () => ok(await units(db)));
  app.get('/api/system/sys/org/getUnits', { schema: { tags, summary: '单位名称' } }, async () => ok((await units(db)).map(({ id, name }) => ({ id, name }))));
};
