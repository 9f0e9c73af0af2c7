import { useEffect, useMemo, useRef, useState } from 'react';
import { Empty, Menu } from 'antd';
import { useLocation } from 'react-router-dom';
import { trailOfAddress } from '../../session/menuLookup.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { useSessionState } from '../../session/context.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { useLayout, useLayoutState } from '../layoutContext.ts';
import { menuItems } from './MenuItems.tsx';
import { useScreenAhead } from './useScreenAhead.ts';

/** SB-015, in seconds as the menu wants it. */
const HIDE_DELAY = 0.38;

/** The menu of the active module: groups open in place, or in a popover when the sidebar is closed (SB-014). */
export function SideMenu() {
  const { modules, moduleId, taskNumber, nodeNumbers, collectionLettersNum, sendLettersNum, delLettersNum, unread } =
    useSessionState();
  const unreadMails = unread.mail;
  const layout = useLayout();
  const { isOpen, device } = useLayoutState();
  const { topNav, sideTheme } = useLayoutSettings();
  const { pathname, search } = useLocation();
  const ahead = useScreenAhead();
  const trail = useMemo(
    () => trailOfAddress(modules as MenuEntry[], pathname, search).map(({ id }) => id),
    [modules, pathname, search],
  );
  const [openKeys, setOpenKeys] = useState<string[]>(trail);
  const [followed, setFollowed] = useState(trail);
  // another page: its groups open, and what the person opened stays open
  if (followed !== trail) {
    setFollowed(trail);
    setOpenKeys([...new Set([...openKeys, ...trail])]);
  }

  const nav = useRef<HTMLElement>(null);
  const place = trail.at(-1);
  // a page that was opened by its address or a tab may have its entry far below
  useEffect(() => {
    nav.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
  }, [place, moduleId]);
  const module = modules.find(({ id }) => id === moduleId);
  const counts = useMemo(
    () => ({ taskNumber, nodeNumbers, collectionLettersNum, sendLettersNum, delLettersNum, unreadMails }),
    [taskNumber, nodeNumbers, collectionLettersNum, sendLettersNum, delLettersNum, unreadMails],
  );
  const items = useMemo(
    () => menuItems((topNav ? module?.children : modules) ?? [], { isOpen, counts }),
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
        subMenuCloseDelay={HIDE_DELAY}
        selectedKeys={trail.slice(-1)}
        {...(isOpen ? { openKeys, onOpenChange: setOpenKeys } : {})}
        onPointerOver={ahead}
        onFocus={ahead}
        onClick={() => {
          if (device === 'mobile') layout.close();
        }}
      />
    </nav>
  );
}
