import { observer } from '@formily/react';
import { Tabs } from 'antd';
import { useState } from 'react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { useSituation } from '../../runtime/contexts.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { TabCount } from './TabCount.tsx';

/** Panes of a screen: each is mounted when first opened and stays. The address may name the one to show (`tab`). */
export const BlockTabs = observer(function BlockTabs({ node, path }: BlockProps<NodeByTag['tabs']>) {
  const { query } = useSituation();
  const wanted = node.items.find(({ key }) => key === query.tab)?.key;
  const [shown, setShown] = useState({ key: wanted ?? node.items[0]?.key ?? '', wanted });
  // an address that names another one wins over what was chosen before it
  if (wanted !== undefined && wanted !== shown.wanted) setShown({ key: wanted, wanted });
  return (
    <Tabs
      activeKey={shown.key}
      onChange={(key) => setShown({ key, wanted })}
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
        children: <NodeGrid nodes={item.children} path={childrenPath(path, 'items', index, 'children')} />,
      }))}
    />
  );
});
