import { EditOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { usePageRoutes } from '../pageRoutes.ts';

/** Screen keys of the designer pages. A person may use a designer page only if the person's menu contains it. */
const SCREEN_MANAGER = 'platform/screenManager';
const FORM_MANAGER = 'platform/formManager';
/** Screens that serve every form: the form definition, not the screen, determines the content of the page. */
const GENERIC_SCREEN = /^platform\/commonEntry\/(\w+)$/;
/** The designer pages themselves show no edit link. */
const DESIGNER_SCREENS: ReadonlySet<string> = new Set([SCREEN_MANAGER, FORM_MANAGER]);

/** Link from a page to its designer, with the address to return to. Renders nothing for persons without permission. */
export function EditPageLink() {
  const { pathname, search } = useLocation();
  const routes = usePageRoutes();
  const to = useMemo(() => {
    const route = routes.get(pathname);
    if (route?.kind !== 'screen' || DESIGNER_SCREENS.has(route.screenKey)) return null;
    const designerPathOf = (screenKey: string): string | undefined =>
      [...routes.values()].find((menuRoute) => menuRoute.kind === 'screen' && menuRoute.screenKey === screenKey)?.path;
    const formKey = new URLSearchParams(search).get('formKey');
    const genericMatch = GENERIC_SCREEN.exec(route.screenKey);
    const designerPath = designerPathOf(genericMatch && formKey ? FORM_MANAGER : SCREEN_MANAGER);
    if (designerPath === undefined) return null;
    const query = new URLSearchParams(
      genericMatch && formKey
        ? { form: formKey, view: genericMatch[1] === 'list' ? 'list' : 'design', back: pathname + search }
        : { screen: route.screenKey, back: pathname + search },
    );
    return `${designerPath}?${query.toString()}`;
  }, [routes, pathname, search]);
  return to === null ? null : (
    <Link className="sf-edit-page" to={to} data-action="edit-page" title="修改这个页面的内容和排列">
      <EditOutlined aria-hidden /> 编辑此页
    </Link>
  );
}
