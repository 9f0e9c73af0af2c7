export { noteRelease, thisRelease } from './noteRelease.ts';
export { versionRoutes } from './routes.ts';
