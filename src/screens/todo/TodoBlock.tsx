import type { TodoNode } from '../../grammar/nodes.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { DetailBlock } from '../detail/DetailBlock.tsx';

/** The `todo` block: the detail block of a record with approval bar and history. */
export function TodoBlock(props: BlockProps<TodoNode>) {
  return <DetailBlock {...props} />;
}
