export { readDefaults, receiversOf } from './audience.ts';
export { queueMessages, type Attachment, type NewMessage, type Queued } from './queue.ts';
export { deliverMessages, startDelivery, MAX_TRIES } from './deliver.ts';
export { forgetSent, keepMailChannel } from './keepChannels.ts';
export { sealChannels } from './sealChannels.ts';
export { messageKindRoutes } from './kindRoutes.ts';
export { outboxRoutes } from './routes.ts';
