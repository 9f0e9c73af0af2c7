import { Tabs } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeList } from '../../runtime/node/NodeView.tsx';
import { TabCount } from './TabCount.tsx';

/** Panes of a screen: each is mounted when first opened and stays. The address may name the one to begin with (`tab`). */
export function BlockTabs({ node, path }: BlockProps<NodeByTag['tabs']>) {
  const { query } = useSituation();
  const wanted = node.items.find(({ key }) => key === query.tab)?.key;
  return (
    <Tabs
      {...(wanted ? { defaultActiveKey: wanted } : {})}
      items={node.items.map((item, index) => ({
        key: item.key,
        label: item.count ? (
          <>
            {item.label}
            <TabCount count={item.count} />
          </>
        ) : (
          item.label
        ),
        children: <NodeList nodes={item.children} path={childrenPath(path, 'items', index, 'children')} />,
      }))}
    />
  );
}
