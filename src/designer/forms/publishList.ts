import type { Services } from '../../runtime/services/services.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { firstScreen, listKeyOf } from '../screens/screenStarts.ts';

/** The published list of a form that stands among the screens already; else the key under which its first one is made. */
export const listOf = (
  formKey: string,
  screens: readonly DocumentSummary[],
): { screenKey: string; isThere: boolean } => {
  const found = screens.find(
    ({ key, version }) => version > 0 && key.split('/')[1] === formKey && key.endsWith('/list'),
  );
  return { screenKey: found?.key ?? listKeyOf(formKey), isThere: found !== undefined };
};

/** Makes and publishes a plain list of a form, where none of this key is published. */
export async function publishList(services: Services, formKey: string, name: string, screenKey: string): Promise<void> {
  const isMade = (await services.screens.list()).some(({ key, version }) => key === screenKey && version > 0);
  if (isMade) return;
  await services.screens.saveDraft(screenKey, name, firstScreen('list', { screenKey, title: name, formKey }));
  await services.screens.publish(screenKey, '放进菜单时新建');
}
