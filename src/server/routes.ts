import { areaRoutes } from './areas/routes.ts';
import { auditRoutes } from './auditTrail/routes.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import {
  factorRoutes,
  openIdRoutes,
  accountLockRoutes,
  apiClientRoutes,
  sessionRoutes,
  passwordRoutes,
  authRoutes,
} from './auth/index.ts';
import type { Routes } from './context.ts';
import { documentRoutes } from './documents/index.ts';
import { datasetRoutes } from './datasets/index.ts';
import { draftRoutes } from './drafts/routes.ts';
import { listViewRoutes } from './listViews/routes.ts';
import { subscriptionRoutes } from './subscriptions/index.ts';
import { folderRoutes } from './folders/index.ts';
import { publicFileRoutes, fileRoutes, manageFileRoutes } from './files/index.ts';
import {
  actRoutes,
  delegationRoutes,
  flowDesignRoutes,
  flowAdminRoutes,
  flowImageRoutes,
  phraseRoutes,
  flowRoutes,
  runProcessRoute,
  progressRoutes,
  taskCentreRoutes,
} from './approval/index.ts';
import { webRoutes } from './http/web.ts';
import { archiveRoutes } from './hr/archiveRoutes.ts';
import { hrAuthorisationRoutes } from './hr/authorisationRoutes.ts';
import { staffRoutes } from './hr/staffRoutes.ts';
import { sealRoutes } from './seals/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { eventRoutes } from './events/index.ts';
import { noticeRoutes } from './notices/index.ts';
import { receiveMailRoutes } from './mail/receiveRoutes.ts';
import { jobRoutes } from './jobs/index.ts';
import { messageKindRoutes, outboxRoutes } from './outbox/index.ts';
import { serialRoutes } from './numbers/routes.ts';
import { platformRoutes } from './platform/routes.ts';
import { metricsRoutes } from './probes/metricsRoutes.ts';
import { monitorRoutes } from './probes/monitorRoutes.ts';
import { probeRoutes } from './probes/probes.ts';
import { sendMailRoutes } from './mail/sendRoutes.ts';
import { importRoutes, recordImportRoutes } from './imports/index.ts';
import { effectRoutes } from './effects/index.ts';
import {
  recordBinRoutes,
  exportRoutes,
  lookupRoutes,
  recordRoutes,
  areaCountRoutes,
  relationRoutes,
  searchRoutes,
} from './records/index.ts';
import { onlineRoutes, ownAccountRoutes, peopleImportRoutes, peopleRoutes } from './people/index.ts';
import { recordPageRoutes } from './recordPages/index.ts';
import { rightRoutes } from './rights/index.ts';
import { roleGridRoutes } from './roles/gridRoutes.ts';
import { packRoutes } from './packs/index.ts';
import { roleProposalRoutes } from './roles/roleProposals.ts';
import { manageRoleRoutes } from './roles/manageRoleRoutes.ts';
import { roleRoutes } from './roles/routes.ts';
import { accessExplanationRoutes } from './roles/why/whyRoutes.ts';
import { setupRoutes } from './setup/index.ts';
import { versionRoutes } from './versions/index.ts';
import { documentBinRoutes as removedRoutes } from './recycleBinRoutes/index.ts';
import { presenceRoutes } from './presence/index.ts';
import { commentRoutes, reviewRoutes } from './reviews/index.ts';
import { pageErrorRoutes } from './pageErrors/index.ts';
import { pageViewRoutes } from './pageViews/index.ts';
import { dictionaryRoutes, groupRoutes, menuRoutes, orgRoutes, postRoutes, userRoutes } from './system/index.ts';

/** The routes of all modules. */
export const routes: readonly Routes[] = [
  probeRoutes,
  metricsRoutes,
  monitorRoutes,
  authRoutes,
  passwordRoutes,
  sessionRoutes,
  accountLockRoutes,
  apiClientRoutes,
  factorRoutes,
  openIdRoutes,
  menuRoutes,
  orgRoutes,
  postRoutes,
  groupRoutes,
  userRoutes,
  peopleRoutes,
  peopleImportRoutes,
  ownAccountRoutes,
  onlineRoutes,
  roleRoutes,
  manageRoleRoutes,
  roleGridRoutes,
  accessExplanationRoutes,
  roleProposalRoutes,
  setupRoutes,
  packRoutes,
  rightRoutes,
  dictionaryRoutes,
  serialRoutes,
  jobRoutes,
  outboxRoutes,
  messageKindRoutes,
  platformRoutes,
  areaRoutes,
  fileRoutes,
  manageFileRoutes,
  publicFileRoutes,
  attachmentRoutes,
  folderRoutes,
  documentRoutes,
  presenceRoutes,
  commentRoutes,
  reviewRoutes,
  removedRoutes,
  recordRoutes,
  searchRoutes,
  recordBinRoutes,
  effectRoutes,
  areaCountRoutes,
  relationRoutes,
  lookupRoutes,
  recordPageRoutes,
  datasetRoutes,
  exportRoutes,
  importRoutes,
  recordImportRoutes,
  draftRoutes,
  listViewRoutes,
  subscriptionRoutes,
  flowRoutes,
  runProcessRoute,
  actRoutes,
  flowImageRoutes,
  phraseRoutes,
  delegationRoutes,
  flowDesignRoutes,
  taskCentreRoutes,
  progressRoutes,
  flowAdminRoutes,
  sendMailRoutes,
  receiveMailRoutes,
  noticeRoutes,
  eventRoutes,
  homeRoutes,
  auditRoutes,
  versionRoutes,
  pageViewRoutes,
  pageErrorRoutes,
  archiveRoutes,
  hrAuthorisationRoutes,
  staffRoutes,
  sealRoutes,
  webRoutes,
];
