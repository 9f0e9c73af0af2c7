export { toStoredText } from './content.ts';
export { refuseErrors, routeMatchers } from './checkForm.ts';
export {
  formPublishedHooks,
  type FormPublishedHook,
  formPublishingHooks,
  type FormPublishingHook,
  type FormCheck,
  flowDocuments,
  datasetDocuments,
  formChecks,
  publicationGuards,
  runningCounts,
  type RunningCounts,
} from './extensions.ts';
export {
  recordCounts,
  formImpactChecks,
  type FormImpactCheck,
  type ValueCount,
  type BrokenReference,
} from './impact/formImpactChecks.ts';
export { newErrors, findBrokenForms, findBrokenScreens } from './impact/findBrokenDocuments.ts';
export { isReferenceIndexCurrent, rebuildReferences } from './references/indexDocuments.ts';
export { isDocumentDisabled, enabledVersion, refuseDisabled } from './lifecycle/refuseDisabled.ts';
export { definitionOf, loadForm, type LoadedForm, loadFormWithFacts } from './loadForm.ts';
export { type PendingForms, publishedForm, relatedForms } from './relationForms.ts';
export { type FormToPrepare, publishForm, storePublished, withPreparedForms } from './publishForm.ts';
export { publishDraft, withPreparedDraft } from './publishDraft.ts';
export { saveDraftInTransaction, refuseDraftWithErrors } from './drafts.ts';
export { documentRoutes } from './routes.ts';
export { publishScreen } from './screens.ts';
export {
  clearVersionCache,
  publishedVersionFact,
  publishedVersion,
  versionRow,
  lockDocument,
  type Author,
  findDocument,
  findDraftForUpdate,
} from './store.ts';
export { DOCUMENT_KIND_NAMES } from './documentKinds.ts';
export type { DocumentKind } from './tables.ts';
export { disableDocument, enableDocument, isWithdrawalBlocked, withdrawDocument } from './lifecycle/removeDocument.ts';
export { affectedText, impactOf } from './impact/impactOf.ts';
export { publishKeepingDraft } from './versions.ts';
