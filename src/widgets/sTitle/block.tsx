import type { NodeByTag } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/faces.ts';
import '../shared/blocks.css';

/** FT-007. `__vModel__` is the name that a link inside the page may jump to. */
export const SectionTitle = ({ node }: BlockProps<NodeByTag['sTitle']>) => <h3 className="sf-section" id={node.__vModel__} data-anchor={node.__vModel__}>{node.label}</h3>;
