import { observer } from '@formily/react';
import { Tabs } from 'antd';
import { useState } from 'react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { TabCount } from './TabCount.tsx';

/**
 * Tabs of a screen. A pane is mounted when first opened and stays mounted. The address parameter `tab` selects a tab.
 */
export const BlockTabs = observer(function BlockTabs({ node, path }: BlockProps<NodeByTag['tabs']>) {
  const { query } = useSituation();
  const requestedKey = node.items.find(({ key }) => key === query.tab)?.key;
  const [active, setActive] = useState({ key: requestedKey ?? node.items[0]?.key ?? '', addressKey: requestedKey });
  // a new value of the address parameter overrides the user's choice
  if (requestedKey !== undefined && requestedKey !== active.addressKey)
    setActive({ key: requestedKey, addressKey: requestedKey });
  return (
    <Tabs
      activeKey={active.key}
      onChange={(key) => setActive({ key, addressKey: requestedKey })}
      items={node.items.map((item, index) => ({
        key: item.key,
        label: item.count ? (
          <>
            {item.label}
            <TabCount countSource={item.count} />
          </>
        ) : (
          item.label
        ),
        children: <NodeGrid nodes={item.children} path={childrenPath(path, 'items', index, 'children')} />,
      }))}
    />
  );
});
