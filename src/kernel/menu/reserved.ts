/** Addresses of pages without the layout; no menu entry may take one. Kept equal to the routes of src/app by a test. */
export const RESERVED: readonly string[] = [
  '/', '/login', '/401', '/bind', '/register', '/auth-redirect', '/redirect',
  '/noticePush', '/commonEntry/print', '/wordPreview', '/commonOfficeMobile', '/commonOfficeReport', '/commonVueOfficeMobile', '/pdfViews',
  '/testRoomCode', '/deviceCode', '/acceptCode', '/submit', '/commonUpload', '/entrustManagement/checkReport', '/winning/entrustList',
  '/HR/personnelFilesByQRCode', '/winning/satisfactionSurvey', '/winning/satisfactionSurveyNew', '/sampleCardH5', '/elevatorTaskDetail',
  '/elevatorReportPreparation', '/elevatorCraneTaskDetail', '/reportPreparationDetails',
];

/** The view that edits the menu: without an entry for it nobody could put anything right. */
export const MENU_MANAGER = 'platform/menuManager';
