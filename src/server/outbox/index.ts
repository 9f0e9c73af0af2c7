export { readDefaults, loadReceivers } from './audience.ts';
export { queueMessages, type Attachment, type NewMessage, type QueuedMessage } from './queueMessages.ts';
export { deliverMessages, startDelivery, MAX_TRIES } from './deliver.ts';
export { deleteSentMessages, updateMailChannel } from './manageChannels.ts';
export { encryptChannels } from './encryptChannels.ts';
export { messageKindRoutes } from './kindRoutes.ts';
export { outboxRoutes } from './routes.ts';
