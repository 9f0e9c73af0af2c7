import type { NodeByTag } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { sectionName } from '../../runtime/screen/sections.ts';
import '../shared/blocks.css';

/** FT-007: section title. Links use the anchor `__vModel__`; the section list uses the path of the node. */
export const SectionTitle = ({ node, path }: BlockProps<NodeByTag['sTitle']>) => (
  <h3
    className="sf-section"
    id={node.__vModel__}
    data-anchor={node.__vModel__}
    data-section={sectionName(path)}
    tabIndex={-1}
  >
    {node.label}
  </h3>
);
