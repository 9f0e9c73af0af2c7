export { subscriptionRoutes } from './routes.ts';
export { runDueSubscriptions, subscriptionJob } from './runSubscriptions.ts';
