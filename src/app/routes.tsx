import { useMemo } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { Screen } from '../runtime/screen.tsx';
import type { MenuEntry } from '../session/menu.ts';
import { menuRoutes, type MenuRoute } from '../session/routes.ts';
import { FramePage } from './framePage.tsx';
import { ScreenPage } from './screenPage.tsx';

/** FE-001 and the other names that the same preview goes by (FR-012, FR-019…022, the generic office and PDF preview). */
const PREVIEWS = [
  '/taskCenter/commonOffice', '/taskCenter/commonVueOffice', '/commonEntry/office', '/commonEntry/pdf', '/wordPreview', '/commonOfficeMobile', '/commonOfficeReport', '/commonVueOfficeMobile', '/pdfViews',
];

/** Routes every person has, whatever the menu says (FR-001…006, TC-001…005). A menu entry with the same path wins. */
const FIXED: readonly MenuRoute[] = [
  { kind: 'screen', path: '/index', screenKey: 'platform/home', title: '首页' },
  { kind: 'redirect', path: '/taskCenter', to: '/taskCenter/toDoList' },
  { kind: 'screen', path: '/taskCenter/toDoList', screenKey: 'platform/taskCenter/toDoList', title: '我的待办' },
  { kind: 'screen', path: '/taskCenter/launch', screenKey: 'platform/taskCenter/launch', title: '我的已办' },
  { kind: 'screen', path: '/taskCenter/alreadyDone', screenKey: 'platform/taskCenter/alreadyDone', title: '我发起的' },
  ...PREVIEWS.map((path): MenuRoute => ({ kind: 'screen', path, screenKey: 'platform/taskCenter/commonOffice', title: '文件预览' })),
  { kind: 'screen', path: '/commonEntry/list', screenKey: 'platform/commonEntry/list', title: '' },
  { kind: 'screen', path: '/commonEntry/detail', screenKey: 'platform/commonEntry/detail', title: '' },
];

const NotFound = () => <ScreenPage screenKey="platform/404" title="页面不存在" />;

/** FR-005: comes back to the path after the screen behind it is gone. */
function Again() {
  const path = useParams()['*'] ?? '';
  return <Navigate to={`/${path}`} replace />;
}

function elementOf(route: MenuRoute) {
  if (route.kind === 'redirect') return <Navigate to={route.to} replace />;
  if (route.kind === 'screen') return <ScreenPage screenKey={route.screenKey} title={route.title} />;
  // ER-013
  return route.link ? <FramePage link={route.link} title={route.title} /> : <NotFound />;
}

/** Fixed routes and those of the served menu, inside the layout (RG-006, RG-011); what is printed stands alone. */
export function WorkbenchRoutes({ modules }: { modules: unknown }) {
  const routes = useMemo(() => {
    const own = menuRoutes(modules as MenuEntry[]);
    return [...own, ...FIXED.filter(({ path }) => !own.some((route) => route.path === path))];
  }, [modules]);
  return (
    <Routes>
      <Route path="/commonEntry/print" element={<ScreenPage screenKey="platform/commonEntry/print" title="打印" />} />
      <Route element={<Screen screenKey="platform/shell" />}>
        <Route index element={<Navigate to="/index" replace />} />
        {routes.map((route) => <Route key={route.path} path={route.path} element={elementOf(route)} />)}
        <Route path="/redirect/*" element={<Again />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
