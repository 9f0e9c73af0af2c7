export { contentOf } from './content.ts';
export { checkOptionCalls, serverCalls } from './optionCalls.ts';
export {
  formPublished,
  type FormPublished,
  formPublishing,
  type FormPublishing,
  type FormCheck,
  flowDocuments,
  datasetDocuments,
  formChecks,
  publicationGuards,
  type PublicationGuard,
  runningCounts,
  type RunningCounts,
} from './extensions.ts';
export { formHolders, formJudges, type FormJudge, type Holders, type Judged } from './impact/formJudges.ts';
export { fresh, judgeForms, judgeScreens } from './impact/judges.ts';
export { isIndexCurrent, rebuildReferences } from './references/indexDocuments.ts';
export { storePublished } from './storePublished.ts';
export { isOutOfUse, knownVersionInUse, refuseDisabled } from './life/refuseDisabled.ts';
export { loadForm, type LoadedForm, knownForm } from './forms.ts';
export { type Beside, publishedForm, relatedForms } from './relationForms.ts';
export { prepareForm, prepareFormDraft, publishForm } from './publishForm.ts';
export { publishDraft } from './publishDraft.ts';
export { putDraft, refuseFaultyDraft } from './drafts.ts';
export { documentRoutes } from './routes.ts';
export { publishScreen } from './screens.ts';
export { errorsOf, refuseErrors } from './checkForm.ts';
export {
  forgetVersions,
  publication,
  publishedVersion,
  versionRow,
  lockDocument,
  staleDraft,
  type Author,
  findDocument,
  draftForUpdate,
} from './store.ts';
export { DOCUMENT_KIND_NAMES } from './documentKinds.ts';
export type { DocumentKind } from './tables.ts';
export { disableDocument, enableDocument, isHeld, withdrawDocument } from './life/endOfLife.ts';
export { affectedText, impactOf } from './impact/impactOf.ts';
export { keepingDraft } from './versions.ts';
