import type { Services } from '../../runtime/services/services.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { publishNewScreen } from '../screens/publishNewScreen.ts';
import { initialScreen, listScreenKeyOf } from '../screens/screenStarts.ts';

/**
 * Returns the key of the published list of a form; if no list is published, the key for a new list. Keys of lists have
 * the pattern `<folder>/<form key>/list`.
 */
export const listScreenOf = (
  formKey: string,
  screens: readonly DocumentSummary[],
): { screenKey: string; isPublished: boolean } => {
  const listScreen = screens.find(
    ({ key, version }) => version > 0 && key.split('/')[1] === formKey && key.endsWith('/list'),
  );
  return { screenKey: listScreen?.key ?? listScreenKeyOf(formKey), isPublished: listScreen !== undefined };
};

/**
 * Creates and publishes a simple list of a form, unless a screen with this key is published. Throws DOC_HAS_DRAFT if
 * the screen is an unpublished draft.
 */
export const publishList = (services: Services, formKey: string, name: string, screenKey: string): Promise<void> =>
  publishNewScreen(services, {
    screenKey,
    name,
    definition: initialScreen('list', { screenKey, title: name, formKey }),
  });
