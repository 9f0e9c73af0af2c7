import { useLayoutEffect } from 'react';
import { LayoutSkeleton } from './LayoutSkeleton.tsx';
import { applySkeletonSettings } from './skeletonSettings.ts';

/**
 * Loading state of the application, with the same markup as in index.html. early.js sets whether the page has a layout.
 */
export function BootMark() {
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
