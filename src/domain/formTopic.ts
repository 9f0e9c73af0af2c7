import { keptTopic, type KeptTopic } from './recordTopics.ts';

/**
 * Returns the topic of an event: records of the form were stored. Pages then reload the figures that are computed from
 * these records.
 */
export const formTopic = (formKey: string): KeptTopic => keptTopic(`form:${formKey}`);
