import { KEYS, readJson, type KeyStore } from '../../session/keys.ts';
import { isDark, readLayout } from '../../shell/settings/settings.ts';

/**
 * Applies the user's layout settings to the skeleton after sign-in; early.js does this for a user who is signed in when
 * the page is loaded. The sign-in page itself is never dark.
 */
export function applySkeletonSettings(
  dataset: DOMStringMap,
  storage: Pick<KeyStore, 'getItem'>,
  isSystemDark: boolean,
): void {
  const layout = readLayout(readJson(storage, KEYS.layout));
  if (isDark({ layout, size: 'default', isSystemDark })) dataset.theme = 'dark';
  if (storage.getItem(KEYS.sidebar) === '0') dataset.bonesSide = 'closed';
  if (layout.sideTheme === 'light') dataset.bonesLight = '1';
  if (!layout.tagsView) dataset.bonesNoTabs = '1';
}
