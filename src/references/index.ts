/**
 * Public interface of src/references: finds the references in a document (keys of forms, fields, dictionaries, roles
 * ...), each with its path, and checks that their targets exist.
 */
export { referencesOfDataset, referencesOfForm, referencesOfScreen } from './documentReferences.ts';
export {
  type ExternalName,
  type KnownNames,
  checkExternalNames,
  externalNamesIn,
  externalNamesInScreen,
  fieldHolds,
  buttonKeys,
  fieldKeys,
  namesOfKind,
} from './externalNames.ts';
export { formNameContext, namesReadByExpression } from './namesRead.ts';
export type { Reference, ReferenceKind, ReferenceUse, UnresolvedReference } from './reference.ts';
export { resolveReferences } from './resolveReferences.ts';
