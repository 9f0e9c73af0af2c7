import { keptTopic, type KeptTopic } from './recordTopics.ts';

/**
 * Returns the topic of the event that records of a form were stored. On this event, pages reload the figures that are
 * computed from these records. Events about forms use the kind of topic `kept` (see `recordTopics.ts`).
 */
export const formTopic = (formKey: string): KeptTopic => keptTopic(`form:${formKey}`);
