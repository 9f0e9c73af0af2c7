import { useEffect, useState } from 'react';
import { Drawer } from 'antd';
import { useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { ShellNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeList, type LooseNode } from '../../runtime/node/NodeView.tsx';
import { useSessionState } from '../../session/context.ts';
import { createNonThrowingStorage } from '../../session/nonThrowingStorage.ts';
import { LayoutContext } from '../layoutContext.ts';
import { createLayout } from '../layoutState.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { createTabs } from '../tabBar/tabs.ts';
import { TabsContext } from '../tabBar/tabsContext.ts';
import { useCounts } from '../useCounts.ts';
import './shell.css';

const NO_NODES: readonly LooseNode[] = [];

/** The layout: sidebar, top bar and page (SH-001, SH-002). Below 992 px the sidebar is a drawer (SH-008). */
export function Shell({ node, path }: BlockProps<ShellNode>) {
  useCounts();
  const { userInfo } = useSessionState();
  const [layout] = useState(() => createLayout(createNonThrowingStorage(localStorage), window.innerWidth));
  const [tabs] = useState(() => createTabs(createNonThrowingStorage(sessionStorage), userInfo?.id));
  const { fixedHeader, sideTheme } = useLayoutSettings();
  const { device, isOpen, withoutAnimation } = useSnapshot(layout.state);
  const [sidebarPath] = useState(() => [...path, 'sidebar']);
  const [headerPath] = useState(() => [...path, 'header']);
  const [barsPath] = useState(() => [...path, 'bars']);
  const [pagePath] = useState(() => [...path, 'children']);
  useEffect(() => {
    const updateDevice = (): void => layout.resize(window.innerWidth);
    window.addEventListener('resize', updateDevice);
    return () => window.removeEventListener('resize', updateDevice);
  }, [layout]);
  const isMobile = device === 'mobile';
  const { pathname, search } = useLocation();
  // closes the drawer when the page changes: by the menu, the logo, the back button or a message
  useEffect(() => {
    if (layout.state.device === 'mobile') layout.close();
  }, [layout, pathname, search]);
  const sidebar = <NodeList nodes={node.sidebar ?? NO_NODES} path={sidebarPath} />;
  return (
    <LayoutContext value={layout}>
      <TabsContext value={tabs}>
        <div
          className="sf-shell"
          data-device={device}
          data-sidebar={isOpen ? 'open' : 'closed'}
          data-still={withoutAnimation || undefined}
          data-side={sideTheme}
          data-header={fixedHeader ? 'fixed' : 'flowing'}
        >
          <a className="sf-skip" href="#sf-main" onClick={skipToPage}>
            跳到正文
          </a>
          {isMobile ? (
            <Drawer
              open={isOpen}
              onClose={() => layout.close()}
              placement="left"
              width={250}
              closable={false}
              rootClassName={`sf-drawer sf-drawer-${sideTheme}`}
              aria-label="菜单"
            >
              <div className="sf-sidebar">{sidebar}</div>
            </Drawer>
          ) : (
            <aside className="sf-sidebar" aria-label="侧边栏">
              {sidebar}
            </aside>
          )}
          <div className="sf-body">
            <header className="sf-header">
              <NodeList nodes={node.header ?? NO_NODES} path={headerPath} />
            </header>
            <NodeList nodes={node.bars ?? NO_NODES} path={barsPath} />
            <main className="sf-main" id="sf-main" tabIndex={-1}>
              <NodeList nodes={node.children} path={pagePath} />
            </main>
          </div>
        </div>
      </TabsContext>
    </LayoutContext>
  );
}

/** Focuses the page content without following the link, because the router owns the address hash. */
function skipToPage(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('sf-main')?.focus();
}
