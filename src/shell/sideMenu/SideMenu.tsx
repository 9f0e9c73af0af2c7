import { useEffect, useMemo, useRef, useState } from 'react';
import { Empty, Menu } from 'antd';
import { useLocation } from 'react-router-dom';
import { trailOfAddress } from '../../session/menuLookup.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { useSessionState } from '../../session/context.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { useLayout, useLayoutState } from '../layoutContext.ts';
import { createMenuItems } from './MenuItems.tsx';
import { usePrefetchScreen } from './usePrefetchScreen.ts';

/** SB-015: delay before a popover closes; antd expects seconds. */
const CLOSE_DELAY_SECONDS = 0.38;

/**
 * The menu in the sidebar: the entries of the active module if the modules are in the top bar (`topNav`), otherwise all
 * modules. Groups open in place, or in a popover when the sidebar is closed (SB-014).
 */
export function SideMenu() {
  const { modules, moduleId, taskNumber, nodeNumbers, collectionLettersNum, sendLettersNum, delLettersNum, unread } =
    useSessionState();
  const unreadMails = unread.mail;
  const layout = useLayout();
  const { isOpen, device } = useLayoutState();
  const { topNav, sideTheme } = useLayoutSettings();
  const { pathname, search } = useLocation();
  const prefetchHovered = usePrefetchScreen();
  const trail = useMemo(
    () => trailOfAddress(modules as MenuEntry[], pathname, search).map(({ id }) => id),
    [modules, pathname, search],
  );
  const [openKeys, setOpenKeys] = useState<string[]>(trail);
  const [appliedTrail, setAppliedTrail] = useState(trail);
  // after navigation the groups of the new page open; groups that the person opened stay open
  if (appliedTrail !== trail) {
    setAppliedTrail(trail);
    setOpenKeys([...new Set([...openKeys, ...trail])]);
  }

  const nav = useRef<HTMLElement>(null);
  const selectedEntryId = trail.at(-1);
  // scrolls to the selected entry: a page that was opened without the menu may have its entry outside the visible part
  useEffect(() => {
    nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
  }, [selectedEntryId, moduleId]);
  const module = modules.find(({ id }) => id === moduleId);
  const counts = useMemo(
    () => ({ taskNumber, nodeNumbers, collectionLettersNum, sendLettersNum, delLettersNum, unreadMails }),
    [taskNumber, nodeNumbers, collectionLettersNum, sendLettersNum, delLettersNum, unreadMails],
  );
  const items = useMemo(
    () => createMenuItems((topNav ? module?.children : modules) ?? [], { isOpen, counts }),
    [topNav, module, modules, isOpen, counts],
  );
  if (items.length === 0)
    return <Empty className="sf-menu-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无可用菜单" />;
  return (
    <nav ref={nav} className="sf-menu" aria-label={topNav && module ? module.title : '菜单'}>
      <Menu
        theme={sideTheme}
        mode="inline"
        items={items}
        inlineCollapsed={!isOpen}
        subMenuCloseDelay={CLOSE_DELAY_SECONDS}
        selectedKeys={trail.slice(-1)}
        {...(isOpen ? { openKeys, onOpenChange: setOpenKeys } : {})}
        onPointerOver={prefetchHovered}
        onFocus={prefetchHovered}
        onClick={() => {
          if (device === 'mobile') layout.close();
        }}
      />
    </nav>
  );
}
