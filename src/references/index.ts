/**
 * Public interface of src/references: the names in a document that stand for something else (forms, fields,
 * dictionaries, roles ...), each with its path; and the check of such names against what exists.
 */
export { referencesOfDataset, referencesOfForm, referencesOfScreen } from './documentReferences.ts';
export {
  type ExternalName,
  type KnownNames,
  checkExternalNames,
  externalNamesIn,
  fieldKeys,
  namesOfKind,
} from './externalNames.ts';
export { formNameContext, namesReadByText } from './namesReadByText.ts';
export type { Reference, ReferenceKind, ReferenceUse, UnresolvedReference } from './reference.ts';
export { resolveReferences } from './resolveReferences.ts';
