export { referencesOfDataset, referencesOfForm, referencesOfScreen } from './documentReferences.ts';
export { formInAddress } from './collectEffectReferences.ts';
export { collectNodeReferences, type ReferenceFilter, type PathOf } from './collectNodeReferences.ts';
export { NO_NAME_CONTEXT, formNameContext, namesReadByText, type NameContext } from './namesReadByText.ts';
export {
  REFERENCE_KINDS,
  type UnresolvedReference,
  type Reference,
  type ReferenceKind,
  type ReferenceUse,
} from './reference.ts';
export { resolveReferences, type FindForm } from './resolveReferences.ts';
