/**
 * Addresses of pages without the layout (sidebar, top bar and page tabs); a test keeps them equal to the routes of
 * src/app. Opening one of them unmounts the layout and all pages that are open in it.
 */
export const STANDALONE_PATHS: readonly string[] = [
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
export const RESERVED_PATHS: readonly string[] = [
  '/',
  '/login',
  '/401',
  '/bind',
  '/register',
  '/auth-redirect',
  '/redirect',
  ...STANDALONE_PATHS,
];

/**
 * Key of the screen in which the menu is edited. Saving a menu without an entry for this screen is refused: nobody
 * could open the screen again to correct the menu.
 */
export const MENU_MANAGER_KEY = 'platform/menuManager';
