import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { colourOf, definition } from './definition.ts';
import '../shared/blocks.css';

/** A sample of the colour followed by its code. */
export function View({ node, value }: ViewProps<NodeByTag['el-color-picker']>) {
  const colour = colourOf(value);
  const text = definition.text?.(value, node, {}) ?? '';
  return colour === null ? (
    text
  ) : (
    <>
      <span className="sf-swatch" style={{ background: colour }} aria-hidden="true" />
      {text}
    </>
  );
}
