import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MenuItem } from '../../grammar/documents.ts';
import type { ServerContext } from '../context.ts';
import { isFresh, markLoaded, textHash } from './shipped.ts';

interface MenuRow { id: string; parent_id: string | null; sn: number; code: string | null; roles: string | null; item: string }

/** Loads the shipped menu tree when it is new or newer. Items an administrator has changed stay as they are. */
export async function seedMenus({ db, settings }: ServerContext): Promise<void> {
  const file = join(settings.schemasDir, 'platform', 'menu.json');
  if (!existsSync(file)) return;
  const text = readFileSync(file, 'utf8');
  const hash = textHash(text);
  if (!(await isFresh(db, 'menu', 'platform', hash))) return;
  const rows = rowsOf(JSON.parse(text) as MenuItem[], null);
  await db.transaction().execute(async (trx) => {
    // what is no longer shipped goes, children with it; the rest is written in order, parents first
    await trx.deleteFrom('sys_menu').where('is_changed', '=', false).where('id', 'not in', rows.map(({ id }) => id)).execute();
    for (const row of rows) {
      await trx.insertInto('sys_menu').values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row }).where('sys_menu.is_changed', '=', false)).execute();
    }
    await markLoaded(trx, 'menu', 'platform', hash);
  });
}

/** The tree as rows, each parent before its children. */
export function rowsOf(items: readonly MenuItem[], parentId: string | null): MenuRow[] {
  return items.flatMap((menuItem, index) => {
    const { id = '', parentId: _parent, children = [], sn = index + 1, code, roles, ...item } = menuItem;
    if (id === '') throw new Error(`menu item "${menuItem.name ?? index}" has no id`);
    return [{ id, parent_id: parentId, sn, code: code ?? null, roles: roles ? JSON.stringify(roles) : null, item: JSON.stringify(item) }, ...rowsOf(children, id)];
  });
}
