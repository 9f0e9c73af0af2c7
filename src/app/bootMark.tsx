import { useLocation } from 'react-router-dom';
import { Bones } from './bones.tsx';
import { ALONE } from './fixedRoutes.ts';
import { HIDDEN } from './hiddenPages.ts';

/** Shown while the page behind it is on its way; the same as in index.html. */
export function BootMark() {
  const { pathname } = useLocation();
  if (![...ALONE, ...HIDDEN].some(({ path }) => path === pathname)) return <Bones />;
  return <output className="sf-boot"><span className="sf-boot-mark" aria-hidden="true" /><p>正在打开…</p></output>;
}
