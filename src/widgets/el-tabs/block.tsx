import { useCallback, useState } from 'react';
import { observer } from '@formily/reactive-react';
import { Tabs } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { useOpenPaneOnFocus } from '../../runtime/node/useOpenPaneOnFocus.ts';
import { PaneLabel } from '../shared/PaneLabel.tsx';
import { useVisiblePanes } from '../shared/panes.ts';

/**
 * Tabs of a form. All panes are mounted from the start, so that the values of their sub-tables are computed and their
 * problems are shown. The controls of a hidden pane are rendered when the pane is opened.
 */
export const FormTabs = observer(function FormTabs({ node, path }: BlockProps<NodeByTag['el-tabs']>) {
  const [active, setActive] = useState('0');
  useOpenPaneOnFocus(
    node.children,
    useCallback((index: number) => setActive(String(index)), []),
  );
  const panes = useVisiblePanes(node.children);
  if (panes.length === 0) return null;
  return (
    <Tabs
      activeKey={panes.some(({ index }) => String(index) === active) ? active : String(panes[0].index)}
      onChange={setActive}
      items={panes.map(({ pane, index }) => ({
        key: String(index),
        label: <PaneLabel text={pane.label} nodes={pane.children} />,
        forceRender: true,
        children: <NodeGrid nodes={pane.children} path={childrenPath(path, 'children', index, 'children')} />,
      }))}
    />
  );
});
