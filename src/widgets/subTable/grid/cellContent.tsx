import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { RowContext, useRegistry } from '../../../runtime/contexts.ts';
import type { ViewProps } from '../../../runtime/node/faces.ts';
import { HyperlinkText } from '../../../runtime/host/HyperlinkText.tsx';
import { storedLabel, screenCellText } from '../cellText.ts';
import type { TableModel } from '../model.ts';

/** Returns the content of a cell that is not being edited: text, a link, or the view face if the widget needs it. */
export function cellContent(model: TableModel, column: CompiledColumn, row: Row): ReactNode {
  const value = row.fieldsMap[column.key];
  const text = screenCellText(column, row.fieldsMap, model.actions.options(column.key));
  const { HyperlinkUrl: url } = column.node;
  if (url && text !== '')
    return (
      <HyperlinkText url={url} values={{ id: row.id, ...row.fieldsMap }} className="st-link">
        {text}
      </HyperlinkText>
    );
  if (column.definition.column?.needsFace && !column.isEmpty(value))
    return <FaceCell column={column} row={row} text={text} />;
  return text;
}

function FaceCell({ column, row, text }: { column: CompiledColumn; row: Row; text: string }) {
  const View = useRegistry().widget(column.node.tag)?.faces.view as ComponentType<ViewProps> | undefined;
  if (!View) return text;
  return (
    <RowContext value={row.fieldsMap}>
      <Suspense fallback={text}>
        <View node={column.node} value={row.fieldsMap[column.key]} label={storedLabel(column, row.fieldsMap)} isCell />
      </Suspense>
    </RowContext>
  );
}
