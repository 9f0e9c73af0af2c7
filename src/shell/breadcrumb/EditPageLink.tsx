import { EditOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { usePageRoutes } from '../pageRoutes.ts';

/** Views that administrators change pages with: whoever has one in the menu may use it. */
const SCREENS = 'platform/screenManager';
const FORMS = 'platform/formManager';
/** Views over every form: what differs between their pages is in the form. */
const GENERIC = /^platform\/commonEntry\/(\w+)$/;
/** Tools themselves are no pages to be changed from within. */
const TOOLS: ReadonlySet<string> = new Set([SCREENS, FORMS]);

/** Leads from a page to where it is designed, and names the page to come back to; nothing for who may not change it. */
export function EditPageLink() {
  const { pathname, search } = useLocation();
  const routes = usePageRoutes();
  const to = useMemo(() => {
    const route = routes.get(pathname);
    if (route?.kind !== 'screen' || TOOLS.has(route.screenKey)) return null;
    const toolOf = (view: string): string | undefined =>
      [...routes.values()].find((one) => one.kind === 'screen' && one.screenKey === view)?.path;
    const formKey = new URLSearchParams(search).get('formKey');
    const generic = GENERIC.exec(route.screenKey);
    const tool = toolOf(generic && formKey ? FORMS : SCREENS);
    if (tool === undefined) return null;
    const query = new URLSearchParams(
      generic && formKey
        ? { form: formKey, view: generic[1] === 'list' ? 'list' : 'design', back: pathname + search }
        : { screen: route.screenKey, back: pathname + search },
    );
    return `${tool}?${query.toString()}`;
  }, [routes, pathname, search]);
  return to === null ? null : (
    <Link className="sf-edit-page" to={to} data-action="edit-page" title="修改这个页面的内容和排列">
      <EditOutlined aria-hidden /> 编辑此页
    </Link>
  );
}
