import { keptTopic, type KeptTopic } from './recordTopics.ts';

/** Topic of the event that records of the form were stored; pages then load the figures computed from them again. */
export const formTopic = (formKey: string): KeptTopic => keptTopic(`form:${formKey}`);
