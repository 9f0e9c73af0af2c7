import { truncateName, unusedPath, rowMap } from '../../domain/menu/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { grantFormRights } from '../forms/grantFormRights.ts';
import { listScreenOf, publishList } from '../forms/publishList.ts';
import { newDraft, rowOf } from '../menu/draft.ts';

async function addEntry(
  services: Services,
  { name, component, path, icon }: { name: string; component: string; path: string; icon: string },
  parentId: string,
): Promise<void> {
  const { entries } = await services.menus.all();
  const { id: _id, ...row } = rowOf(
    newDraft('screen', parentId, {
      name: truncateName(name),
      component,
      path: unusedPath(rowMap(entries), parentId, path),
      icon,
    }),
  );
  await services.menus.save(row);
}

/** Publishes a list of a form, grants all users the right to use it, and adds it to a group of the menu. */
export async function addFormToMenu(
  services: Services,
  { formKey, formName }: { formKey: string; formName: string },
  parentId: string,
): Promise<void> {
  const { screenKey } = listScreenOf(formKey, await services.screens.list());
  await publishList(services, formKey, formName, screenKey);
  await grantFormRights(services, formKey, null);
  await addEntry(services, { name: formName, component: screenKey, path: formKey, icon: 'form' }, parentId);
}

/** Adds a published page to a group of the menu. Its figures count only records that the viewer may read. */
export const addPageToMenu = (
  services: Services,
  { key, name }: { key: string; name: string },
  parentId: string,
): Promise<void> =>
  addEntry(services, { name, component: key, path: key.split('/').slice(-2).join('-'), icon: 'chart' }, parentId);
