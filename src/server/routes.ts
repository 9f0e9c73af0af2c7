import { authRoutes } from './auth/routes.ts';
import type { Routes } from './context.ts';
import { healthRoutes } from './http/health.ts';
import { webRoutes } from './http/web.ts';

/** Every area's routes. */
export const routes: readonly Routes[] = [healthRoutes, authRoutes, webRoutes];
