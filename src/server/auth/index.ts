export { bearerOf } from './bearer.ts';
export { installAuthorisation } from './hook.ts';
export { lockRoutes } from './lockRoutes.ts';
export { lookUp } from './lookUp.ts';
export { hashPassword } from './password.ts';
export { passwordRoutes } from './passwordRoutes.ts';
export { authRoutes } from './routes.ts';
export { newSecret, secretHash } from './secret.ts';
export { sessionRoutes } from './sessionRoutes.ts';
