import { observer } from '@formily/reactive-react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { useForm } from '../../runtime/contexts.ts';
import { SubTable } from './SubTable.tsx';

/** The sub-table as a field of the form; its value is the full list of rows. */
export const Edit = observer(function Edit({ id, node, value, onChange }: EditProps<NodeByTag['subTable']>) {
  const session = useForm();
  const table = session.compiled.tables.get(node.__vModel__);
  const hasLabel = node.label !== undefined && node.label !== '' && node.showLabel !== false;
  if (!table) return null;
  return (
    <SubTable
      table={table}
      session={session}
      value={value}
      id={id}
      labelledBy={hasLabel ? `${id}-label` : undefined}
      onChange={onChange}
    />
  );
});
