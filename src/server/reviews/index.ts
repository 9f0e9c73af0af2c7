export { commentRoutes } from './commentRoutes.ts';
export { registerReviews, collectNeededReviews } from './register.ts';
export { requestReview } from './reviews.ts';
export { reviewRoutes } from './reviewRoutes.ts';
