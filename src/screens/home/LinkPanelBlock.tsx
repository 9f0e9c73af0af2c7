import { Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { LinkPanelNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useSessionState } from '../../session/context.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { allEntries } from '../../session/menuLookup.ts';
import { DEFAULT_LINKS, linkPanelHeight } from './heights.ts';
import { Panel } from './Panel.tsx';

/** Returns true for the menu entry of the home page itself, which needs no link. */
const isHome = (component: string): boolean => component.startsWith('platform/home');

/** Panel with links to pages of the user's menu: business pages first, then those of the platform. */
export function LinkPanelBlock({ node }: BlockProps<LinkPanelNode>) {
  const { modules } = useSessionState();
  const load = useMemo(() => {
    const entries = allEntries(modules as MenuEntry[]).filter(
      (entry) => entry.isShown && entry.children.length === 0 && entry.path !== '' && !isHome(entry.component),
    );
    const isPlatformPage = ({ component }: { component: string }): boolean => component.startsWith('platform/');
    const value = [...entries.filter((entry) => !isPlatformPage(entry)), ...entries.filter(isPlatformPage)].slice(
      0,
      node.count ?? DEFAULT_LINKS,
    );
    return { state: 'ready' as const, value };
  }, [modules, node.count]);
  return (
    <Panel
      title={node.title ?? '常用功能'}
      height={linkPanelHeight(node)}
      load={load}
      onRetry={() => undefined}
      isEmpty={(links) => links.length === 0}
      emptyText="暂无可用功能"
    >
      {(links) => (
        <div className="sc-links">
          {links.map((entry) => (
            <Link key={entry.id} to={entry.path + entry.search}>
              <Button block>{entry.title}</Button>
            </Link>
          ))}
        </div>
      )}
    </Panel>
  );
}
