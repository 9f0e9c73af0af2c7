import { areaRoutes } from './areas/routes.ts';
import { auditRoutes } from './auditTrail/routes.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { lockRoutes } from './auth/lockRoutes.ts';
import { sessionRoutes } from './auth/sessionRoutes.ts';
import { passwordRoutes } from './auth/passwordRoutes.ts';
import { authRoutes } from './auth/routes.ts';
import type { Routes } from './context.ts';
import { documentRoutes } from './documents/routes.ts';
import { draftRoutes } from './drafts/routes.ts';
import { openRoutes } from './files/openRoutes.ts';
import { fileRoutes } from './files/routes.ts';
import { actRoutes } from './approval/routes/actRoutes.ts';
import { flowDesignRoutes } from './approval/design/designRoutes.ts';
import { flowAdminRoutes } from './approval/admin/adminRoutes.ts';
import { flowImageRoutes } from './approval/routes/imageRoutes.ts';
import { phraseRoutes } from './approval/routes/phraseRoutes.ts';
import { flowRoutes } from './approval/routes/flowRoutes.ts';
import { runProcessRoute } from './approval/routes/runProcessRoute.ts';
import { progressRoutes } from './approval/routes/progressRoutes.ts';
import { taskCentreRoutes } from './approval/routes/taskCentreRoutes.ts';
import { webRoutes } from './http/web.ts';
import { archiveRoutes } from './hr/archiveRoutes.ts';
import { hrAuthRoutes } from './hr/authRoutes.ts';
import { staffRoutes } from './hr/staffRoutes.ts';
import { sealRoutes } from './seals/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { receiveMailRoutes } from './mail/receiveRoutes.ts';
import { metricsRoutes } from './probes/metricsRoutes.ts';
import { probeRoutes } from './probes/probes.ts';
import { sendMailRoutes } from './mail/sendRoutes.ts';
import { importRoutes } from './imports/routes.ts';
import { exportRoutes } from './records/list/exportRoutes.ts';
import { recordRoutes } from './records/recordRoutes.ts';
import { recordImportRoutes } from './imports/records/routes.ts';
import { roleRoutes } from './roles/routes.ts';
import { dictionaryRoutes } from './system/dictionaryRoutes.ts';
import { menuRoutes } from './system/menuRoutes.ts';
import { orgRoutes } from './system/orgRoutes.ts';
import { userRoutes } from './system/userRoutes.ts';

/** Every area's routes. */
export const routes: readonly Routes[] = [
  probeRoutes,
  metricsRoutes,
  authRoutes,
  passwordRoutes,
  sessionRoutes,
  lockRoutes,
  menuRoutes,
  orgRoutes,
  userRoutes,
  roleRoutes,
  dictionaryRoutes,
  areaRoutes,
  fileRoutes,
  openRoutes,
  attachmentRoutes,
  documentRoutes,
  recordRoutes,
  exportRoutes,
  importRoutes,
  recordImportRoutes,
  draftRoutes,
  flowRoutes,
  runProcessRoute,
  actRoutes,
  flowImageRoutes,
  phraseRoutes,
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
  archiveRoutes,
  hrAuthRoutes,
  staffRoutes,
  sealRoutes,
  webRoutes,
];
