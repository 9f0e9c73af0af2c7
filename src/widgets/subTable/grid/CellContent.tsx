import { Suspense, type ComponentType, type MouseEvent, type ReactNode } from 'react';
import type { CompiledColumn, Row } from '../../../kernel/form.ts';
import { RowContext, useRegistry } from '../../../runtime/contexts.ts';
import type { ViewProps } from '../../../runtime/faces.ts';
import { companionOf, shownText } from '../cellText.ts';
import { hyperlinkOf, openHyperlink } from '../hyperlink.ts';
import type { TableModel } from '../model.ts';

/** Tags whose text says less than their view face (files need a call to get their names). */
const NEEDS_FACE: ReadonlySet<string> = new Set(['el-upload']);

const hereBase = (): string => `${window.location.origin}${window.location.pathname}`;

/** What a cell shows when nobody edits it: text, a link, or the view face where text is not enough. */
export function cellContent(model: TableModel, column: CompiledColumn, row: Row): ReactNode {
  const value = row.fieldsMap[column.key];
  const text = shownText(column, row.fieldsMap, model.actions.options(column.key));
  const { HyperlinkUrl: url } = column.node;
  if (url && text !== '') return <Hyperlink url={url} row={row} text={text} />;
  if (NEEDS_FACE.has(column.node.tag) && !column.isEmpty(value)) return <FaceCell column={column} row={row} text={text} />;
  return text;
}

/** HL-001: opens a new window. A real link, so that its address can be read, copied and reached with the keyboard. */
function Hyperlink({ url, row, text }: { url: string; row: Row; text: string }) {
  const values = { id: row.id, ...row.fieldsMap };
  const target = hyperlinkOf(url, values, hereBase());
  if (target === null) return text;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    openHyperlink(url, values);
  };
  return <a className="st-link" href={target} target="_blank" rel="noopener noreferrer" onClick={open}>{text}</a>;
}

function FaceCell({ column, row, text }: { column: CompiledColumn; row: Row; text: string }) {
  const View = useRegistry().widget(column.node.tag)?.faces.view as ComponentType<ViewProps> | undefined;
  if (!View) return text;
  return (
    <RowContext value={row.fieldsMap}>
      <Suspense fallback={text}><View node={column.node} value={row.fieldsMap[column.key]} label={companionOf(column, row.fieldsMap)} /></Suspense>
    </RowContext>
  );
}
