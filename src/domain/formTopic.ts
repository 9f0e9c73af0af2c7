import { keptTopic, type KeptTopic } from './recordTopics.ts';

/** Topic of an event: records of the form were stored, so figures computed from them should be loaded again. */
export const formTopic = (formKey: string): KeptTopic => keptTopic(`form:${formKey}`);
