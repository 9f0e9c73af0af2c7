import { lazyFace } from '../../runtime/node/LazyFace.tsx';

/** The application after sign-in, as a lazy component. */
export const Workbench = lazyFace(async () => (await import('../Workbench.tsx')).Workbench);

/**
 * Prefetches the workbench, e.g. while the user types the password. A failure is reported when the workbench renders.
 */
export const preloadWorkbench = (): void => {
  Workbench.preload().catch(() => undefined);
};
