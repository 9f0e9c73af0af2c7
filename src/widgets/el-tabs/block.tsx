import { useCallback, useState } from 'react';
import { Tabs } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/childrenPath.ts';
import type { BlockProps } from '../../runtime/faces.ts';
import { NodeGrid } from '../../runtime/nodeView.tsx';
import { useFocusedChild } from '../../runtime/useFocusedChild.ts';
import { PaneLabel } from '../shared/paneLabel.tsx';

/** Every pane is in the page from the start (its tables compute, its problems show); controls of hidden panes wait until seen. */
export function FormTabs({ node, path }: BlockProps<NodeByTag['el-tabs']>) {
  const [active, setActive] = useState('0');
  useFocusedChild(node.children, useCallback((index: number) => setActive(String(index)), []));
  return (
    <Tabs
      activeKey={active}
      onChange={setActive}
      items={node.children.map((pane, index) => ({
        key: String(index),
        label: <PaneLabel text={pane.label} nodes={pane.children} />,
        forceRender: true,
        children: <NodeGrid nodes={pane.children} path={childrenPath(path, 'children', index, 'children')} />,
      }))}
    />
  );
}
