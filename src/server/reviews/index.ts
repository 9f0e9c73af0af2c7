export { commentRoutes } from './commentRoutes.ts';
export { registerReviews, collectNeededReviews } from './registerReviews.ts';
export { requestReview } from './reviews.ts';
export { reviewRoutes } from './reviewRoutes.ts';
