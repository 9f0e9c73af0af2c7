import type { ReactNode } from 'react';
import { RecursionField, VoidField } from '@formily/react';
import type { NodeSchema } from './toFormilySchema.ts';
import { schemaObject } from './schemaTree.ts';

/** Renders one node of a form in edit mode by Formily's schema renderer. A container renders its children itself. */
export function FormilyNode({ schema }: { schema: NodeSchema }) {
  const object = schemaObject(schema);
  return <RecursionField schema={object} name={object.name} onlyRenderSelf />;
}

/** Wraps the children of a pane in its void field; renders nothing while the pane is hidden. */
export function FormilyPane({ schema, children }: { schema: NodeSchema; children: ReactNode }) {
  const object = schemaObject(schema);
  return (
    <VoidField {...(object.toFieldProps({}) as object)} name={object.name as string}>
      {children}
    </VoidField>
  );
}
