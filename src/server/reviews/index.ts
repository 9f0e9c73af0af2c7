export { commentRoutes } from './commentRoutes.ts';
export { registerReviews } from './register.ts';
export { reviewRoutes } from './reviewRoutes.ts';
