import { observer } from '@formily/reactive-react';
import type { ReactNode } from 'react';
import type { AnyNode } from '../../grammar/nodes.ts';
import { isBlockGranted } from '../node/blockAccess.ts';
import type { FormSession } from './session.ts';

/**
 * Children of a block inside a form, while it is granted and its `visibleWhen` is true; follows values and situation.
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
