/** Addresses of pages without the layout, kept equal to the routes of src/app by a test: going there leaves every open page. */
export const LONE: readonly string[] = [
  '/noticePush',
  '/taskCenter/taskFlowPrint',
  '/taskCenter/printSample',
  '/taskCenter/printSampleRetention',
  '/commonEntry/print',
  '/wordPreview',
  '/commonOfficeMobile',
  '/commonOfficeReport',
  '/commonVueOfficeMobile',
  '/pdfViews',
  '/testRoomCode',
  '/deviceCode',
  '/acceptCode',
  '/submit',
  '/commonUpload',
  '/entrustManagement/checkReport',
  '/winning/entrustList',
  '/HR/personnelFilesByQRCode',
  '/winning/satisfactionSurvey',
  '/winning/satisfactionSurveyNew',
  '/sampleCardH5',
  '/elevatorTaskDetail',
  '/elevatorReportPreparation',
  '/elevatorCraneTaskDetail',
  '/reportPreparationDetails',
];

/** Addresses that no menu entry may take. */
export const RESERVED: readonly string[] = [
  '/',
  '/login',
  '/401',
  '/bind',
  '/register',
  '/auth-redirect',
  '/redirect',
  ...LONE,
];

/** The view that edits the menu: without an entry for it nobody could put anything right. */
export const MENU_MANAGER = 'platform/menuManager';
