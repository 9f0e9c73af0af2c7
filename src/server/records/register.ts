import type { ServerContext } from '../context.ts';
import { formPublished } from '../documents/index.ts';
import { prepareRecords } from './indexes/prepareRecords.ts';

/** Prepares the tables of a form's records whenever a version of it is published. */
export const registerRecords = (context: ServerContext): void => formPublished.add(context, prepareRecords);
