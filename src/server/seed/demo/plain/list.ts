import { userFiles } from './personnelFiles.ts';
import { customerProfile, mergeCustomer, satisfactionSurvey, satisfactionSurveyNew } from './customers.ts';
import { deviceList } from './devices.ts';
import { basis, engineeringConfig, itemConfig, sampleDescription, testTask } from './laboratory.ts';
import { craneReport, craneTask, elevatorReport, elevatorTask } from './lifting.ts';
import { customerConnect, followRecord, receipt } from './money.ts';
import { getPaid, insuranceRate, legalCaseFiling, legalDispute, monthBasicSalary } from './offices.ts';
import type { PlainForm } from './plain.ts';
import { businessHandover, principalChange } from './handovers.ts';
import { costReport, mergeProject, projectDivision, projectRegister } from './projects.ts';
import { knowledgeBase, laboratoryList, parameterConfig } from './quality.ts';
import { fileCentre, livePreview } from './registers.ts';
import { sampleInfo, sampleRetention } from './samples.ts';
import { sealImpressionInfo } from './seals.ts';
import { sealDetails } from './sealUse.ts';
import { abilityConfirm, userChanges, userEntry } from './staff.ts';
import { reportTemplate } from './templates.ts';

/**
 * Forms without an approval that have demo records. The index of a form is part of its random seed: add new forms at
 * the end.
 */
export const PLAIN_FORMS: readonly PlainForm[] = [
  deviceList,
  projectRegister,
  costReport,
  customerProfile,
  satisfactionSurvey,
  elevatorTask,
  elevatorReport,
  sampleInfo,
  sampleRetention,
  laboratoryList,
  parameterConfig,
  knowledgeBase,
  monthBasicSalary,
  legalCaseFiling,
  userFiles,
  userEntry,
  userChanges,
  abilityConfirm,
  sealImpressionInfo,
  sealDetails,
  customerConnect,
  followRecord,
  receipt,
  basis,
  engineeringConfig,
  itemConfig,
  testTask,
  projectDivision,
  legalDispute,
  sampleDescription,
  mergeProject,
  getPaid,
  insuranceRate,
  principalChange,
  businessHandover,
  satisfactionSurveyNew,
  mergeCustomer,
  fileCentre,
  livePreview,
  craneTask,
  craneReport,
  reportTemplate,
];
