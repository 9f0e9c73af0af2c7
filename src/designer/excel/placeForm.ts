import { freePath, rowMap } from '../../domain/menu/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { grantForm } from '../forms/grantForm.ts';
import { listOf, publishList } from '../forms/publishList.ts';
import { newDraft, rowOf } from '../menu/draft.ts';

async function placeEntry(
  services: Services,
  { name, component, path, icon }: { name: string; component: string; path: string; icon: string },
  parentId: string,
): Promise<void> {
  const { entries } = await services.menus.all();
  const { id: _id, ...row } = rowOf(
    newDraft('screen', parentId, { name, component, path: freePath(rowMap(entries), parentId, path), icon }),
  );
  await services.menus.save(row);
}

/** Makes a list of a form, lets everybody use it, and puts it into a group of the menu. */
export async function placeForm(
  services: Services,
  { formKey, formName }: { formKey: string; formName: string },
  parentId: string,
): Promise<void> {
  const { screenKey } = listOf(formKey, await services.screens.list());
  await publishList(services, formKey, formName, screenKey);
  await grantForm(services, formKey, null);
  await placeEntry(services, { name: formName, component: screenKey, path: formKey, icon: 'form' }, parentId);
}

/** Puts a published page of figures into a group of the menu; what it shows to whom are the rights of its records. */
export const placeFigures = (
  services: Services,
  { key, name }: { key: string; name: string },
  parentId: string,
): Promise<void> =>
  placeEntry(services, { name, component: key, path: key.split('/').slice(-2).join('-'), icon: 'chart' }, parentId);
