import { parentPort, workerData } from 'node:worker_threads';
import { parseFormDefinition, type FormParseOptions } from '../../importer/index.ts';
import { createVocabulary } from '../../kernel/index.ts';
import { definitions } from '../widgets.generated.ts';

/** Entry of the thread that parses one large definition. */
const { content, options } = workerData as { content: string; options: FormParseOptions };
parentPort?.postMessage(parseFormDefinition(content, createVocabulary(definitions), options));
