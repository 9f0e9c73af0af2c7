/**
 * The importer's door: foreign and older dialects of documents -> canonical documents. Used at publishing, by the
 * designer, and lazily by a front end on a back end that serves other dialects.
 */
export { parseDataset } from './dataset.ts';
export { holdsForm } from './findForm.ts';
export {
  type FormParseOptions,
  type FormRead,
  type ScreenDefinition,
  parseFormDefinition,
  parseScreenDefinition,
} from './parse.ts';
