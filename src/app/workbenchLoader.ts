import { lazy } from 'react';

const load = () => import('./workbench.tsx');

/** Everything behind sign-in: its own download. */
export const Workbench = lazy(() => load().then(({ Workbench: component }) => ({ default: component })));

/** Fetches it ahead, while a person types the password. A failure is met again when it is shown. */
export const preloadWorkbench = (): void => { load().catch(() => undefined); };
