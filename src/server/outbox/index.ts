export { readDefaults } from './audience.ts';
export { queueMessages, type NewMessage } from './queue.ts';
export { deliverMessages, startDelivery, MAX_TRIES } from './deliver.ts';
export { forgetSent, keepMailChannel } from './keepChannels.ts';
export { messageKindRoutes } from './kindRoutes.ts';
export { outboxRoutes } from './routes.ts';
