export { recordRelease, thisRelease } from './recordRelease.ts';
export { versionRoutes } from './routes.ts';
