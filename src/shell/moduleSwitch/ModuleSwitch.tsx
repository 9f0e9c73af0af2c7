import { useEffect, useState } from 'react';
import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useNavigate } from 'react-router-dom';
import { confirmLeave } from '../../runtime/screen/leaveGuard.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { firstPath } from '../../session/menuLookup.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { useSession, useSessionState } from '../../session/context.ts';

/** Width in pixels of the tab of a module. */
const MODULE_WIDTH = 85;

/**
 * Returns the number of modules, at least 1, that fit side by side in a third of a window of this width in pixels
 * (TB-003).
 */
export const countFittingModules = (width: number): number => Math.max(1, Math.floor(width / 3 / MODULE_WIDTH));

function useWindowWidth(): number {
  const [width, setWidth] = useState(() => window.innerWidth);
  useEffect(() => {
    const updateWidth = (): void => setWidth(window.innerWidth);
    window.addEventListener('resize', updateWidth);
    return () => window.removeEventListener('resize', updateWidth);
  }, []);
  return width;
}

/** TB-002: the modules as tabs; a menu contains those that do not fit. Choosing a module opens its first page. */
export function ModuleSwitch() {
  const session = useSession();
  const { modules, moduleId } = useSessionState();
  const navigate = useNavigate();
  const tabCount = countFittingModules(useWindowWidth());
  const { topNav } = useLayoutSettings();
  const visibleModules = modules.filter((module) => module.isShown);
  const choose = (id: string): void =>
    confirmLeave(() => {
      session.chooseModule(id);
      const path = firstPath((modules as MenuEntry[]).filter((module) => module.id === id));
      if (path) void navigate(path);
    }, 'page');
  if (!topNav) return null;
  // the active module is always shown as a tab
  const hiddenActive = visibleModules.slice(tabCount).find(({ id }) => id === moduleId);
  const tabModules = hiddenActive
    ? [...visibleModules.slice(0, tabCount - 1), hiddenActive]
    : visibleModules.slice(0, tabCount);
  const menuModules = visibleModules.filter((module) => !tabModules.includes(module));
  return (
    <nav className="sf-modules" aria-label="模块">
      {tabModules.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className="sf-module"
          data-module={id}
          aria-current={id === moduleId || undefined}
          onClick={() => choose(id)}
        >
          {title}
        </button>
      ))}
      {menuModules.length > 0 && (
        <Dropdown
          trigger={['click', 'hover']}
          menu={{
            items: menuModules.map(({ id, title }) => ({ key: id, label: title })),
            onClick: ({ key }) => choose(key),
          }}
        >
          <button type="button" className="sf-module" aria-label="更多菜单">
            <span className="sf-more-word">更多菜单 </span>
            <DownOutlined />
          </button>
        </Dropdown>
      )}
    </nav>
  );
}
