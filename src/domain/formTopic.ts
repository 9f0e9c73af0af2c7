import { keptTopic, type KeptTopic } from './recordTopics.ts';

/**
 * Returns the topic of the event that records of the form were stored; pages then reload the figures computed from
 * them.
 */
export const formTopic = (formKey: string): KeptTopic => keptTopic(`form:${formKey}`);
