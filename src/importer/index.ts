/**
 * Public interface of the importer: converts documents of foreign and older dialects to canonical documents. Used at
 * publishing, by the designer, and lazily by a front end whose back end serves other dialects.
 */
export { parseDataset } from './dataset.ts';
export { holdsForm } from './findForm.ts';
export {
  type FormParseOptions,
  type FormParseResult,
  type ScreenDefinition,
  parseFormDefinition,
  parseScreenDefinition,
} from './parse.ts';
