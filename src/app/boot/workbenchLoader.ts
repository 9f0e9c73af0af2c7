import { lazyFace } from '../../runtime/node/LazyFace.tsx';

/** Everything behind sign-in: its own download. */
export const Workbench = lazyFace(async () => (await import('../Workbench.tsx')).Workbench);

/** Fetches it ahead, while a person types the password. A failure is met again when it is shown. */
export const preloadWorkbench = (): void => {
  Workbench.preload().catch(() => undefined);
};
