import { afterPress } from '../host/afterPress.ts';
import {
  memo,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { observer } from '@formily/reactive-react';
import type { FieldNode } from '../../grammar/nodes.ts';
import { type CompiledField, isTable } from '../../kernel/index.ts';
import type { Path, Problem } from '../../domain/problem/index.ts';
import { serialMoment, serialOf } from '../../domain/serial.ts';
import { useOptionalForm, useRegistry } from '../contexts.ts';
import type { EditProps, Faces, ViewProps } from '../node/faces.ts';
import { FieldFrame } from './FieldFrame.tsx';
import { LONG } from '../node/gridChunks.ts';
import { HyperlinkText } from '../host/HyperlinkText.tsx';
import { focusControl } from '../node/focusControl.ts';
import { isLazy } from '../node/LazyFace.tsx';
import { MarksContext } from '../node/marks.ts';
import { useNearViewport } from '../node/nearViewport.ts';
import { NodeLoading, UnknownNode } from '../node/Placeholders.tsx';
import type { FormSession } from './session.ts';
import { ReadTurn } from '../screen/readTurn.ts';
import { companion, useEdited } from './useEdited.ts';

/** A field node inside a form: nothing, its text or its widget, as the rules of the moment say. */
export const FieldView = memo(function FieldView({ node, path }: { node: FieldNode; path: Path }) {
  const session = useOptionalForm();
  const faces = useRegistry().widget(node.tag)?.faces;
  const field = session?.field(node.__vModel__);
  if (!session || !field || !faces?.view || !faces.edit)
    return <UnknownNode tag={node.tag} path={path} label={node.label} />;
  return session.mode === 'view' ? (
    <ReadField session={session} field={field} faces={faces} />
  ) : (
    <FieldSwitch session={session} field={field} faces={faces} />
  );
});

interface FieldProps {
  session: FormSession;
  field: CompiledField;
  faces: Faces;
}

/** ED-002: what is not editable shows text instead of a control. `isHideField` hides on screen only. */
const FieldSwitch = observer(function FieldSwitch({ session, field, faces }: FieldProps) {
  const id = useId();
  const mark = useContext(MarksContext)?.field(field.key);
  const access = session.access(field.key);
  if (!access.visible) return null;
  if (access.editable)
    return (
      <FieldEdit
        session={session}
        field={field}
        faces={faces}
        id={id}
        isRequired={access.required}
        problems={session.problems(field.key)}
        isAsking={session.isAsking(field.key)}
        mark={mark}
      />
    );
  return textOf({ session, field, faces }, id, mark);
});

/** A form that is only read changes as a whole: `ReadTurn` says when, and no field follows it by itself. */
function ReadField({ session, field, faces }: FieldProps) {
  useContext(ReadTurn);
  const mark = useContext(MarksContext)?.field(field.key);
  return session.access(field.key).visible ? textOf({ session, field, faces }, '', mark) : null;
}

function textOf({ session, field, faces }: FieldProps, id: string, mark: ReactNode): ReactNode {
  const View = faces.view as ComponentType<ViewProps>;
  const value = session.values[field.key];
  const awaited = session.mode === 'edit' && field.isEmpty(value) ? serialNote(session, field) : null;
  const text =
    awaited ?? linked(session, field, <View node={field.node} value={value} label={companion(session, field)} />);
  return (
    <FieldFrame
      id={id}
      node={field.node}
      mode="view"
      hasHelp={session.mode === 'edit' && field.compute !== null}
      problems={session.problems(field.key)}
      mark={mark}
      isLasting={faces.isEager}
    >
      {isLazy(View) ? <Suspense fallback={<NodeLoading />}>{text}</Suspense> : text}
    </FieldFrame>
  );
}

/** Its view face as a link where the field says one (HL-001…003). Files are links already. */
function linked(session: FormSession, field: CompiledField, face: ReactNode): ReactNode {
  const { HyperlinkUrl: url } = field.node;
  if (!url || field.definition.files || isTable(field) || field.isEmpty(session.values[field.key])) return face;
  return (
    <HyperlinkText url={url} values={{ id: session.record?.id, ...session.values }}>
      {face}
    </HyperlinkText>
  );
}

/** What stands in place of a number that the server has not issued yet. */
function serialNote({ compiled }: FormSession, { node }: CompiledField) {
  const serial = serialOf(node);
  if (!serial) return null;
  return (
    <span className="sf-awaited">
      {serialMoment(serial, Boolean(compiled.definition.flowKey)) === 'submit' ? '提交后自动生成' : '保存后自动生成'}
    </span>
  );
}

interface FieldEditProps extends FieldProps {
  id: string;
  isRequired: boolean;
  problems: readonly Problem[];
  isAsking: boolean;
  mark: ReactNode;
}

/** The frame at once, the widget when it comes near the viewport or is asked for by focus. What it shows is read above it: one component a field follows the form. */
function FieldEdit({ session, field, faces, id, isRequired, problems, isAsking, mark }: FieldEditProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isNear, show] = useNearViewport(frame, faces.isEager === true);
  const focus = useCallback(() => {
    show();
    focusControl(frame, id);
  }, [show, id]);
  useEffect(
    () =>
      session.onFocus((path) => {
        if (path[0] === field.key) focus();
      }),
    [session, field.key, focus],
  );
  const height = faces.reserve?.(field.node as never) ?? 32;
  return (
    <FieldFrame
      ref={frame}
      id={id}
      node={field.node}
      mode="edit"
      isRequired={isRequired}
      isGroup={faces.isGroup}
      problems={problems}
      mark={mark}
      isAsking={isAsking}
    >
      {isNear ? (
        <Suspense fallback={<NodeLoading height={height} />}>
          <Control
            session={session}
            field={field}
            faces={faces}
            id={id}
            isRequired={isRequired}
            isInvalid={problems.length > 0}
          />
        </Suspense>
      ) : (
        <Proxy session={session} field={field} id={id} height={height} onFocus={focus} />
      )}
    </FieldFrame>
  );
}

interface ProxyProps {
  session: FormSession;
  field: CompiledField;
  id: string;
  height: number;
  onFocus(): void;
}

/**
 * Stands for a control that is not near: its text, where Tab and the reading of the page come by. In a long form no
 * input, which costs the browser five times as much; in a short one an input, as whatever fills in pages expects it.
 */
function Proxy({ session, field, id, height, onFocus }: ProxyProps) {
  const subscribe = useCallback((listener: () => void) => session.onValue(field.key, listener), [session, field.key]);
  const text = useSyncExternalStore(subscribe, () => plainText(session, field));
  const common = { className: 'sf-proxy', id, 'aria-labelledby': `${id}-label`, style: { height }, onFocus };
  if (session.compiled.fields.size < LONG) return <input {...common} readOnly value={text} />;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a page of inputs nobody sees is what is saved
    <div {...common} role="textbox" tabIndex={0} aria-readonly="true">
      {text}
    </div>
  );
}

interface ControlProps extends FieldProps {
  id: string;
  isRequired: boolean;
  isInvalid: boolean;
}

const Control = memo(function Control({ session, field, faces, id, isRequired, isInvalid }: ControlProps) {
  const Edit = faces.edit as ComponentType<EditProps>;
  const { key, node } = field;
  const { value, label, onChange } = useEdited(session, field, faces.keepsText?.(node as never) === true);
  const onBlur = useCallback(() => {
    afterPress(() => session.check(key));
  }, [session, key]);
  return (
    <Edit
      id={id}
      node={node}
      value={value}
      label={label}
      onChange={onChange}
      onBlur={onBlur}
      disabled={false}
      invalid={isInvalid}
      isRequired={isRequired}
      describedBy={isInvalid ? `${id}-error` : node.help === undefined ? undefined : `${id}-help`}
    />
  );
});

function plainText(session: FormSession, field: CompiledField): string {
  return (
    field.definition.text?.(session.values[field.key], field.node as never, {
      label: companion(session, field),
      ...(field.options ? { options: field.options } : {}),
    }) ?? ''
  );
}
