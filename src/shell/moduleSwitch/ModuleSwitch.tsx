import { useEffect, useState } from 'react';
import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useNavigate } from 'react-router-dom';
import { confirmLeave } from '../../runtime/screen/leaveGuard.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { firstPath } from '../../session/menuLookup.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { useSession, useSessionState } from '../../session/context.ts';

/** TB-003: how many modules stand side by side. At least one. */
export const shownModules = (width: number): number => Math.max(1, Math.floor(width / 3 / 85));

function useWindowWidth(): number {
  const [width, setWidth] = useState(() => window.innerWidth);
  useEffect(() => {
    const follow = (): void => setWidth(window.innerWidth);
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, []);
  return width;
}

/** TB-002: the modules as tabs; those that do not fit stand in a menu. A choice opens the module's first page. */
export function ModuleSwitch() {
  const session = useSession();
  const { modules, moduleId } = useSessionState();
  const navigate = useNavigate();
  const count = shownModules(useWindowWidth());
  const { topNav } = useLayoutSettings();
  const shown = modules.filter((module) => module.isShown);
  const choose = (id: string): void =>
    confirmLeave(() => {
      session.chooseModule(id);
      const path = firstPath((modules as MenuEntry[]).filter((module) => module.id === id));
      if (path) void navigate(path);
    }, 'page');
  if (!topNav) return null;
  // the module in use always stands outside of the menu: it says where the person is
  const current = shown.slice(count).find(({ id }) => id === moduleId);
  const beside = current ? [...shown.slice(0, count - 1), current] : shown.slice(0, count);
  const rest = shown.filter((module) => !beside.includes(module));
  return (
    <nav className="sf-modules" aria-label="模块">
      {beside.map(({ id, title }) => (
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
      {rest.length > 0 && (
        <Dropdown
          trigger={['click', 'hover']}
          menu={{
            items: rest.map(({ id, title }) => ({ key: id, label: title })),
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
