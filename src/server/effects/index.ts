export { effectRoutes } from './routes.ts';
export { registerEffects } from './register.ts';
export { starting, type StartProcess } from './starting.ts';
export { undoEffects } from './undoEffects.ts';
