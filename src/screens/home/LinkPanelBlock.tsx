import { Button } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { LinkPanelNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useSessionState } from '../../session/context.ts';
import type { MenuEntry } from '../../session/menu.ts';
import { allEntries } from '../../session/menuLookup.ts';
import { LINKS, linkPanelHeight } from './heights.ts';
import { Panel } from './Panel.tsx';

/** Screens that are a click away anyway, or are no work of their own. */
const isHome = (component: string): boolean => component.startsWith('platform/home');

/** Ways into the product that the person's menu offers: business screens before the platform's own. */
export function LinkPanelBlock({ node }: BlockProps<LinkPanelNode>) {
  const { modules } = useSessionState();
  const load = useMemo(() => {
    const entries = allEntries(modules as MenuEntry[]).filter(
      (entry) => entry.isShown && entry.children.length === 0 && entry.path !== '' && !isHome(entry.component),
    );
    const isOwn = ({ component }: { component: string }): boolean => component.startsWith('platform/');
    const value = [...entries.filter((entry) => !isOwn(entry)), ...entries.filter(isOwn)].slice(0, node.count ?? LINKS);
    return { state: 'ready' as const, value };
  }, [modules, node.count]);
  return (
    <Panel
      title={node.title ?? '常用功能'}
      height={linkPanelHeight(node)}
      load={load}
      onRetry={() => undefined}
      isEmpty={(links) => links.length === 0}
      empty="暂无可用功能"
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
