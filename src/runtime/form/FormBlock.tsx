import { observer } from '@formily/reactive-react';
import type { ReactNode } from 'react';
import type { AnyNode } from '../../grammar/nodes.ts';
import { isBlockGranted } from '../node/blockAccess.ts';
import type { FormSession } from './session.ts';

/**
 * Shows the children of a block inside a form if the user may see the block and its `visibleWhen` is true. Renders
 * again when values or the situation change.
 */
export const FormBlock = observer(function FormBlock({
  node,
  session,
  children,
}: {
  node: AnyNode;
  session: FormSession;
  children: ReactNode;
}) {
  return isBlockGranted(node, session.situation) && session.compiled.isNodeVisible(node, session.scope)
    ? children
    : null;
});
