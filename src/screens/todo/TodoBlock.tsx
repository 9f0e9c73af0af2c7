import type { TodoNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { DetailBlock } from '../detail/DetailBlock.tsx';

/** A record opened to be acted on: the detail block with the approval bar and the history. */
export function TodoBlock(props: BlockProps<TodoNode>) {
  return <DetailBlock {...props} />;
}
