import { useLayoutEffect } from 'react';
import { STORAGE_KEYS, readJson, type StorageLike } from '../../session/keys.ts';
import { isDark, readLayout } from '../../shell/settings/settings.ts';
import { LayoutSkeleton } from './LayoutSkeleton.tsx';

/**
 * Applies the user's layout settings to the skeleton after sign-in; on a page load with a session, early.js does the
 * same. If loading then fails, `PublicScreen` removes the dark theme: the sign-in page is never dark.
 */
function applySkeletonSettings(
  dataset: DOMStringMap,
  storage: Pick<StorageLike, 'getItem'>,
  isSystemDark: boolean,
): void {
  const layout = readLayout(readJson(storage, STORAGE_KEYS.layout));
  if (isDark({ layout, size: 'default', isSystemDark })) dataset.theme = 'dark';
  if (storage.getItem(STORAGE_KEYS.sidebar) === '0') dataset.bonesSide = 'closed';
  if (layout.sideTheme === 'light') dataset.bonesLight = '1';
  if (!layout.tagsView) dataset.bonesNoTabs = '1';
}

/**
 * Loading state of the application, with the same markup as in index.html: the skeleton of the layout, or a spinner on
 * a page without a layout (early.js has set `data-boot` to `lone`).
 */
export function AppLoading() {
  useLayoutEffect(
    () =>
      applySkeletonSettings(
        document.documentElement.dataset,
        localStorage,
        window.matchMedia('(prefers-color-scheme: dark)').matches,
      ),
    [],
  );
  if (document.documentElement.dataset.boot !== 'lone') return <LayoutSkeleton />;
  return (
    <output className="sf-boot">
      <span className="sf-boot-mark" aria-hidden="true" />
      <p>正在打开…</p>
    </output>
  );
}
