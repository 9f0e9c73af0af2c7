import { useRegistry } from '../../runtime/contexts.ts';
import type { CSSProperties, ReactNode } from 'react';
import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import { isTable, isFieldNode, panesOf, type Pane, type Vocabulary } from '../../kernel/index.ts';
import { companionKey } from '../../domain/companionKey.ts';
import { isBlockGranted } from '../../runtime/node/blockAccess.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { ValueView } from '../shared/ValueView.tsx';
import { arrangeFields } from './arrangeFields.ts';
import { PrintTable } from './PrintTable.tsx';

type PrintedPiece =
  | { kind: 'field'; node: FieldNode }
  | { kind: 'heading'; text: string; level: 2 | 3 }
  | { kind: 'text'; text: string }
  | { kind: 'table'; node: FieldNode };

const nodesOf = (list: unknown): AnyNode[] =>
  Array.isArray(list) ? (list as AnyNode[]).filter((node) => typeof node.tag === 'string') : [];

/** Returns the printed pieces in document order. Containers are flattened, because paper has no panes to open. */
function listPieces(nodes: readonly AnyNode[], session: FormSession, vocabulary: Vocabulary): PrintedPiece[] {
  const isShown = (part: object): boolean => session.compiled.isNodeVisible(part, session.scope);
  return nodes.flatMap((node): PrintedPiece[] => {
    if (isFieldNode(node)) {
      const field = session.field(node.__vModel__);
      if (!field || !session.access(field.key).visible) return [];
      return isTable(field)
        ? [
            { kind: 'heading', text: node.label ?? '', level: 3 },
            { kind: 'table', node },
          ]
        : [{ kind: 'field', node }];
    }
    if (!isShown(node) || !isBlockGranted(node, session.situation)) return [];
    const { kind, title, paragraph, printsPaneLabelsAsText = false } = vocabulary.definition(node.tag) ?? {};
    const heading = title?.(node as never);
    if (kind === 'block' && heading !== undefined) return [{ kind: 'heading', text: heading, level: 2 }];
    if (paragraph) return [{ kind: 'text', text: paragraph(node as never) }];
    const withHeading = (label: string | undefined, children: readonly AnyNode[]): PrintedPiece[] => {
      const pieces = listPieces(children, session, vocabulary);
      return pieces.length > 0 && label ? [{ kind: 'heading', text: label, level: 2 }, ...pieces] : pieces;
    };
    const panes = panesOf(node).filter(isShown);
    if (printsPaneLabelsAsText)
      return panes.flatMap((cell: Pane) => [
        ...(cell.label ? [{ kind: 'text', text: cell.label } as PrintedPiece] : []),
        ...listPieces(nodesOf(cell.children), session, vocabulary),
      ]);
    if (panes.length > 0) return panes.flatMap((pane) => withHeading(pane.label, nodesOf(pane.children)));
    return withHeading(heading, nodesOf((node as { children?: unknown }).children));
  });
}

function Fields({ nodes, session }: { nodes: readonly FieldNode[]; session: FormSession }) {
  const registry = useRegistry();
  return (
    <dl className="pr-fields">
      {arrangeFields(nodes, registry).map(({ node, span }) => (
        <div
          key={node.__vModel__}
          className="pr-field"
          data-field={node.__vModel__}
          style={{ '--span': span } as CSSProperties}
        >
          <dt>{node.label ?? node.__vModel__}</dt>
          <dd>
            <ValueView
              node={node}
              value={session.values[node.__vModel__]}
              label={
                session.field(node.__vModel__)?.hasCompanion ? session.values[companionKey(node.__vModel__)] : undefined
              }
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The printed form: fields in a bordered grid, headings and tables. */
export function PrintNodes({ session }: { session: FormSession }) {
  const registry = useRegistry();
  const elements: ReactNode[] = [];
  let pendingFields: FieldNode[] = [];
  const flushFields = (): void => {
    if (pendingFields.length > 0)
      elements.push(<Fields key={elements.length} nodes={pendingFields} session={session} />);
    pendingFields = [];
  };
  let previousHeading = '';
  for (const piece of listPieces(session.compiled.definition.fields, session, registry)) {
    // a heading is not printed if it repeats the heading directly above: a table is often named like its section
    const isRepeated = piece.kind === 'heading' && piece.text === previousHeading;
    previousHeading = piece.kind === 'heading' ? piece.text : '';
    if (isRepeated) continue;
    if (piece.kind === 'field') {
      pendingFields.push(piece.node);
      continue;
    }
    flushFields();
    const key = elements.length;
    if (piece.kind === 'text')
      elements.push(
        <p key={key} className="pr-text">
          {piece.text}
        </p>,
      );
    else if (piece.kind === 'heading')
      elements.push(
        piece.text === '' ? null : piece.level === 2 ? (
          <h2 key={key}>{piece.text}</h2>
        ) : (
          <h3 key={key}>{piece.text}</h3>
        ),
      );
    else {
      const table = session.compiled.tables.get(piece.node.__vModel__);
      if (table) elements.push(<PrintTable key={key} table={table} session={session} />);
    }
  }
  flushFields();
  return elements;
}
