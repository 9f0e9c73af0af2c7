import { useMemo, type ReactNode } from 'react';
import { Breadcrumb } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import { useSessionState } from '../../session/context.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { firstPath, trailOfAddress } from '../../session/menuLookup.ts';
import { NO_NAME } from '../tabBar/tabs.ts';
import { useTabsState } from '../tabBar/tabsContext.ts';
import { EditPageLink } from './EditPageLink.tsx';

/**
 * The breadcrumb of the shown page: its menu entry and the groups above the entry. For a record: the menu entry of its
 * form, and the record. Groups link to their first page.
 */
export function PageTrail() {
  const { modules } = useSessionState();
  const { pathname, search } = useLocation();
  const { visitedViews, active } = useTabsState();
  const title = visitedViews.find(({ id }) => id === active)?.title;
  const trail = useMemo(() => trailOfAddress(modules as MenuEntry[], pathname, search), [modules, pathname, search]);
  const shownEntry = trail.at(-1);
  // the home page, or a page that is in no menu, has no breadcrumb
  if (!shownEntry || pathname === '/index') return <PageHead />;
  const isRecordPage = title !== undefined && title !== NO_NAME && title !== shownEntry.title;
  const items = [
    ...trail.map((entry) => {
      const to = entry.children.length > 0 ? firstPath(entry.children) : entry.path + entry.search;
      return {
        key: entry.id,
        title: to && (isRecordPage || entry !== shownEntry) ? <Link to={to}>{entry.title}</Link> : entry.title,
      };
    }),
    ...(isRecordPage ? [{ key: 'page', title }] : []),
  ];
  return (
    <PageHead>
      <Breadcrumb className="sf-trail" aria-label="当前位置" items={items} />
    </PageHead>
  );
}

/** The line above a page: the breadcrumb, and the link to the designer for persons with permission. */
const PageHead = ({ children }: { children?: ReactNode }) => (
  <div className="sf-page-head">
    {children}
    <EditPageLink />
  </div>
);
