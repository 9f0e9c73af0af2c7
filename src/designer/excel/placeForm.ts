import { freePath, rowMap } from '../../domain/menu/index.ts';
import type { Services } from '../../runtime/services/services.ts';
import { grantForm } from '../forms/grantForm.ts';
import { listOf, publishList } from '../forms/publishList.ts';
import { newDraft, rowOf } from '../menu/draft.ts';

/** Makes a list of a form, lets everybody use it, and puts it into a group of the menu. */
export async function placeForm(
  services: Services,
  { formKey, formName }: { formKey: string; formName: string },
  parentId: string,
): Promise<void> {
  const { screenKey } = listOf(formKey, await services.screens.list());
  await publishList(services, formKey, formName, screenKey);
  await grantForm(services, formKey, null);
  const { entries } = await services.menus.all();
  const { id: _id, ...row } = rowOf(
    newDraft('screen', parentId, {
      name: formName,
      component: screenKey,
      path: freePath(rowMap(entries), parentId, formKey),
      icon: 'form',
    }),
  );
  await services.menus.save(row);
}
