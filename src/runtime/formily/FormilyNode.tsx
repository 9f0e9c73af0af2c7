import type { ReactNode } from 'react';
import { RecursionField, VoidField } from '@formily/react';
import type { NodeSchema } from './toFormilySchema.ts';
import { schemaObject } from './schemaTree.ts';

/** One node of a form that is filled in, by Formily's schema renderer. The component of a container renders what is in it. */
export function FormilyNode({ schema }: { schema: NodeSchema }) {
  const object = schemaObject(schema);
  return <RecursionField schema={object} name={object.name} onlyRenderSelf />;
}

/** The void field of a pane around its children; shows nothing while the pane is hidden. */
export function FormilyPane({ schema, children }: { schema: NodeSchema; children: ReactNode }) {
  const object = schemaObject(schema);
  return (
    <VoidField {...(object.toFieldProps({}) as object)} name={object.name as string}>
      {children}
    </VoidField>
  );
}
