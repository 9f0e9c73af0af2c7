import { KEYS, readJson, type KeyStore } from '../../session/keys.ts';
import { isDark, readLayout } from '../../shell/settings/settings.ts';

/**
 * Dresses the bones of the layout as this person keeps it, for who has just signed in; early.js does it for who is
 * signed in when the page is loaded. The sign-in page itself is never dark.
 */
export function dressBones(look: DOMStringMap, storage: Pick<KeyStore, 'getItem'>, isSystemDark: boolean): void {
  const layout = readLayout(readJson(storage, KEYS.layout));
  if (isDark({ layout, size: 'default', isSystemDark })) look.theme = 'dark';
  if (storage.getItem(KEYS.sidebar) === '0') look.bonesSide = 'closed';
  if (layout.sideTheme === 'light') look.bonesLight = '1';
  if (!layout.tagsView) look.bonesNoTabs = '1';
}
