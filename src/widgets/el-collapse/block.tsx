import { useCallback, useState } from 'react';
import { observer } from '@formily/reactive-react';
import { Collapse } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { childrenPath } from '../../runtime/node/childrenPath.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { NodeGrid } from '../../runtime/node/NodeGrid.tsx';
import { useOpenPaneOnFocus } from '../../runtime/node/useOpenPaneOnFocus.ts';
import { PaneLabel } from '../shared/PaneLabel.tsx';
import { useVisiblePanes } from '../shared/panes.ts';

/** Collapsible panels, initially open unless `isOpen` is false, so that required fields are visible. */
export const FormCollapse = observer(function FormCollapse({ node, path }: BlockProps<NodeByTag['el-collapse']>) {
  const [openKeys, setOpenKeys] = useState<string[]>(() =>
    node.children.flatMap((pane, index) => (pane.isOpen === false ? [] : [String(index)])),
  );
  useOpenPaneOnFocus(
    node.children,
    useCallback(
      (index: number) => setOpenKeys((keys) => (keys.includes(String(index)) ? keys : [...keys, String(index)])),
      [],
    ),
  );
  return (
    <Collapse
      activeKey={openKeys}
      onChange={(keys) => setOpenKeys([keys].flat().map(String))}
      items={useVisiblePanes(node.children).map(({ pane, index }) => ({
        key: String(index),
        label: <PaneLabel text={pane.label} nodes={pane.children} />,
        forceRender: true,
        children: <NodeGrid nodes={pane.children} path={childrenPath(path, 'children', index, 'children')} />,
      }))}
    />
  );
});
