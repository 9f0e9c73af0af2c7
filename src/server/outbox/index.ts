export { queueMessages, type NewMessage } from './queue.ts';
export { deliverMessages, startDelivery, MAX_TRIES } from './deliver.ts';
export { forgetSent } from './keepChannels.ts';
export { outboxRoutes } from './routes.ts';
