import type { MenuRoute } from '../../session/routes.ts';
import { PUBLIC_PAGES } from './publicPages.ts';

const screenRoute = (path: string, screenKey: string, title: string, overrides: Partial<MenuRoute> = {}): MenuRoute =>
  ({ kind: 'screen', path, screenKey, title, affix: false, noCache: false, ...overrides }) as MenuRoute;

const PREVIEW_SCREEN = 'platform/taskCenter/commonOffice';
/** FE-001: paths of the generic office and PDF preview. */
const PREVIEW_PATHS = [
  '/taskCenter/commonOffice',
  '/taskCenter/commonVueOffice',
  '/commonEntry/office',
  '/commonEntry/pdf',
];
/** Paths of the same preview on a page without layout (FR-012, FR-019…022). */
const PREVIEW_PATHS_WITHOUT_LAYOUT = [
  '/wordPreview',
  '/commonOfficeMobile',
  '/commonOfficeReport',
  '/commonVueOfficeMobile',
  '/pdfViews',
];

/**
 * Routes of every user, independent of the menu (FR-001…007, TC-001…005). A menu entry with the same path takes
 * precedence.
 */
export const FIXED_ROUTES: readonly MenuRoute[] = [
  screenRoute('/index', 'platform/home', '首页', { affix: true }),
  { kind: 'redirect', path: '/taskCenter', to: '/taskCenter/toDoList', title: '', affix: false, noCache: true },
  screenRoute('/taskCenter/toDoList', 'platform/taskCenter/toDoList', '我的待办'),
  screenRoute('/taskCenter/remindList', 'platform/taskCenter/remindList', '我的提醒'),
  // the paths come from the old system, where these two names are swapped
  screenRoute('/taskCenter/launch', 'platform/taskCenter/launch', '我的已办'),
  screenRoute('/taskCenter/alreadyDone', 'platform/taskCenter/alreadyDone', '我发起的'),
  screenRoute('/myTest/index', 'platform/myTest/index', '我的检测'),
  ...PREVIEW_PATHS.map((path) => screenRoute(path, PREVIEW_SCREEN, '文件预览')),
  screenRoute('/productionReport/reportHtml', 'platform/productionReport/reportHtml', '报告模板'),
  screenRoute('/productionReport/reportDesign', 'platform/productionReport/reportDesign', '报告模板设计'),
  screenRoute('/productionReport/recordDesign', 'platform/productionReport/recordDesign', '原始记录模板设计'),
  screenRoute('/productionReport/entrustOrderDesign', 'platform/productionReport/entrustOrderDesign', '委托单模板设计'),
  ...PUBLIC_PAGES.map(({ path, screenKey, title }) => screenRoute(path, screenKey, title)),
  screenRoute('/commonEntry/list', 'platform/commonEntry/list', '表单列表'),
  screenRoute('/commonEntry/detail', 'platform/commonEntry/detail', '表单详情'),
  screenRoute('/reportManagement/processDesign/index', 'platform/flowManager', '流程设计'),
  screenRoute('/reportManagement/processDesign/setting', 'platform/flowManager', '流程设计'),
];

/**
 * Pages without the layout: for printing, for phones, or embedded in an iframe. Only embedded pages (`isEmbedded`)
 * follow the dark theme.
 */
export const PAGES_WITHOUT_LAYOUT: readonly { path: string; screenKey: string; title: string; isEmbedded?: boolean }[] =
  [
    { path: '/noticePush', screenKey: 'platform/noticePush', title: '通知推送', isEmbedded: true },
    { path: '/taskCenter/taskFlowPrint', screenKey: 'platform/taskCenter/taskFlowPrint', title: '流转单打印' },
    { path: '/taskCenter/printSample', screenKey: 'platform/taskCenter/printSample', title: '样品标签打印' },
    {
      path: '/taskCenter/printSampleRetention',
      screenKey: 'platform/taskCenter/printSampleRetention',
      title: '留样标签打印',
    },
    { path: '/commonEntry/print', screenKey: 'platform/commonEntry/print', title: '打印' },
    ...PREVIEW_PATHS_WITHOUT_LAYOUT.map((path) => ({ path, screenKey: PREVIEW_SCREEN, title: '文件预览' })),
  ];
