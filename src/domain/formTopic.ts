import { keptTopic, type KeptTopic } from './recordTopics.ts';

/** The news that records of a form were written: its figures are worth asking for again. */
export const formTopic = (formKey: string): KeptTopic => keptTopic(`form:${formKey}`);
