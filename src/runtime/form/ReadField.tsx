import { memo, Suspense, useContext, type ComponentType, type ReactNode } from 'react';
import type { FieldNode } from '../../grammar/nodes.ts';
import { type CompiledField, isTable } from '../../kernel/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { serialMoment, serialOf } from '../../domain/serial.ts';
import { useOptionalForm, useRegistry } from '../contexts.ts';
import type { Faces, ViewProps } from '../node/faces.ts';
import { HyperlinkText } from '../host/HyperlinkText.tsx';
import { isLazy } from '../node/LazyFace.tsx';
import { MarksContext } from '../node/marks.ts';
import { NodeLoading, UnknownNode } from '../node/Placeholders.tsx';
import { ViewChangeCount } from '../screen/viewChangeCount.ts';
import { FieldFrame } from './FieldFrame.tsx';
import type { FormSession } from './session.ts';
import { companionLabel } from './useEdited.ts';

/** A field of a form session, with the faces of its widget. */
export interface FieldParts {
  session: FormSession;
  field: CompiledField;
  faces: Faces;
}

/**
 * A field of a read-only form: frame and view face, without a Formily field. The component does not observe the field's
 * value; instead, a change of the context `ViewChangeCount` renders all fields of the form again.
 */
export const ReadField = memo(function ReadField({ node, path }: { node: FieldNode; path: Path }) {
  const session = useOptionalForm();
  const faces = useRegistry().widget(node.tag)?.faces;
  const field = session?.field(node.__vModel__);
  const mark = useContext(MarksContext)?.field(node.__vModel__);
  useContext(ViewChangeCount);
  if (!session || !field || !faces?.view || !faces.edit)
    return <UnknownNode tag={node.tag} path={path} label={node.label} />;
  if (!session.access(field.key).visible) return null;
  return (
    <FieldFrame
      id=""
      node={field.node}
      mode="view"
      showsHelp={false}
      problems={session.problems(field.key)}
      mark={mark}
      // eager faces (`isEager`: sub-tables) have state, which a remount would lose
      keepsPosition={faces.isEager}
    >
      {viewFace({ session, field, faces })}
    </FieldFrame>
  );
});

/**
 * Renders the view face of a value, in a link if the field has one. For an empty serial of a form in edit mode, renders
 * a text that says when the server will issue the serial.
 */
export function viewFace({ session, field, faces }: FieldParts): ReactNode {
  const View = faces.view as ComponentType<ViewProps>;
  const value = session.values[field.key];
  const pendingSerial = session.mode === 'edit' && field.isEmpty(value) ? pendingSerialText(session, field) : null;
  const content =
    pendingSerial ??
    withLink(session, field, <View node={field.node} value={value} label={companionLabel(session, field)} />);
  return isLazy(View) ? <Suspense fallback={<NodeLoading />}>{content}</Suspense> : content;
}

/** HL-001…003: wraps the face in the field's hyperlink. Files, tables and empty values get no link. */
function withLink(session: FormSession, field: CompiledField, face: ReactNode): ReactNode {
  const { HyperlinkUrl: url } = field.node;
  if (!url || field.definition.files || isTable(field) || field.isEmpty(session.values[field.key])) return face;
  return (
    <HyperlinkText url={url} values={{ id: session.record?.id, ...session.values }}>
      {face}
    </HyperlinkText>
  );
}

/** Returns the text shown while the server has not issued a serial; null for a field that is not a serial. */
function pendingSerialText({ compiled }: FormSession, { node }: CompiledField) {
  const serial = serialOf(node);
  if (!serial) return null;
  return (
    <span className="sf-awaited">
      {serialMoment(serial, Boolean(compiled.definition.flowKey)) === 'submit' ? '提交后自动生成' : '保存后自动生成'}
    </span>
  );
}
