import { observer } from '@formily/reactive-react';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { useOptionalForm } from '../../runtime/contexts.ts';
import type { Row } from '../../kernel/index.ts';
import { definition } from './definition.ts';
import { SubTable } from './SubTable.tsx';

/** The read-only table; outside a form (in a cell of a list), only the number of rows. */
export const View = observer(function View({ node, value }: ViewProps<NodeByTag['subTable']>) {
  const session = useOptionalForm();
  const table = session?.compiled.tables.get(node.__vModel__);
  if (!session || !table) return definition.text?.(value, node, {}) ?? '';
  const isFormEditable = session.mode === 'edit' && session.situation.isEdit === '1';
  return (
    <SubTable
      table={table}
      session={session}
      value={value}
      id={`field-${node.__vModel__}`}
      labelledBy={undefined}
      {...(isFormEditable ? { onLoaded: (rows: readonly Row[]) => session.setValue(table.key, rows) } : {})}
    />
  );
});
