export { commentRoutes } from './commentRoutes.ts';
export { registerReviews, tryingReviews } from './register.ts';
export { askReview } from './reviews.ts';
export { reviewRoutes } from './reviewRoutes.ts';
