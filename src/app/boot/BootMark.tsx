import { useLayoutEffect } from 'react';
import { Bones } from './Skeleton.tsx';
import { dressBones } from './skeletonLook.ts';

/** Shown while the page behind it is on its way; the same as in index.html. early.js says whether the page has a layout. */
export function BootMark() {
  useLayoutEffect(
    () =>
      dressBones(
        document.documentElement.dataset,
        localStorage,
        window.matchMedia('(prefers-color-scheme: dark)').matches,
      ),
    [],
  );
  if (document.documentElement.dataset.boot !== 'lone') return <Bones />;
  return (
    <output className="sf-boot">
      <span className="sf-boot-mark" aria-hidden="true" />
      <p>正在打开…</p>
    </output>
  );
}
