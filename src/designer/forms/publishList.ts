import type { Services } from '../../runtime/services/services.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { firstScreen, listKeyOf } from '../screens/screenStarts.ts';

/** The published list of a form among the screens; if there is none, the key for a new one. */
export const listScreenOf = (
  formKey: string,
  screens: readonly DocumentSummary[],
): { screenKey: string; isPublished: boolean } => {
  const listScreen = screens.find(
    ({ key, version }) => version > 0 && key.split('/')[1] === formKey && key.endsWith('/list'),
  );
  return { screenKey: listScreen?.key ?? listKeyOf(formKey), isPublished: listScreen !== undefined };
};

/** Creates and publishes a simple list of a form, unless a screen with this key is published. */
export async function publishList(services: Services, formKey: string, name: string, screenKey: string): Promise<void> {
  const isAlreadyPublished = (await services.screens.list()).some(
    ({ key, version }) => key === screenKey && version > 0,
  );
  if (isAlreadyPublished) return;
  await services.screens.saveDraft(screenKey, name, firstScreen('list', { screenKey, title: name, formKey }));
  await services.screens.publish(screenKey, '放进菜单时新建');
}
