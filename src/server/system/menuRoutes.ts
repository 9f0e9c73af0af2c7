import type { Routes } from '../context.ts';
import { ok } from '../http/envelope.ts';
import { userOf } from '../http/user.ts';
import { menusOf } from './menus.ts';

/** The menus of the signed-in person, under both names the shell uses (CL-006, CL-007). */
export const menuRoutes: Routes = (app, { db }) => {
  for (const call of ['getCurrentUserMenus', 'getRouters']) {
    app.get(`/api/system/sys/menu/${call}`, { schema: { tags: ['system'], summary: '当前用户的菜单' } }, async (request) => ok(await menusOf(db, userOf(request))));
  }
};
