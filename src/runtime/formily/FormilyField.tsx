import {
  createContext,
  createRef,
  isValidElement,
  memo,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Field } from '@formily/core';
import { observer, useField, RecursionField, VoidField } from '@formily/react';
import { useForm, useRegistry } from '../contexts.ts';
import { FieldFrame } from '../form/FieldFrame.tsx';
import { MarksContext } from '../node/marks.ts';
import type { NodeSchema } from './toFormilySchema.ts';
import { schemaObject } from './fieldStore.ts';
import type { CompiledField } from '../../kernel/index.ts';
import { afterPress } from '../host/afterPress.ts';
import type { FieldParts } from '../form/ReadField.tsx';
import type { FormSession } from '../form/session.ts';
import { companionLabel, useEdited } from '../form/useEdited.ts';
import type { EditProps } from '../node/faces.ts';
import { focusControl } from '../node/focusControl.ts';
import { LONG_FORM_SIZE } from '../node/gridChunks.ts';
import { useNearViewport } from '../node/nearViewport.ts';
import { NodeLoading } from '../node/Placeholders.tsx';

/** Renders one node of a form in edit mode by Formily's schema renderer. A container renders its children itself. */
export function FormilyNode({ schema }: { schema: NodeSchema }) {
  const formilySchema = schemaObject(schema);
  return <RecursionField schema={formilySchema} name={formilySchema.name} onlyRenderSelf />;
}

/** Wraps the children of a pane in its void field; renders nothing while the pane is hidden. */
export function FormilyPane({ schema, children }: { schema: NodeSchema; children: ReactNode }) {
  const formilySchema = schemaObject(schema);
  return (
    <VoidField {...(formilySchema.toFieldProps({}) as object)} name={formilySchema.name as string}>
      {children}
    </VoidField>
  );
}

/** State that the field frame passes to the control inside it. */
interface FrameState {
  /** Id of the control to which the label points. */
  id: string;
  /** The element of the field frame. */
  frame: RefObject<HTMLDivElement | null>;
  isRequired: boolean;
  isInvalid: boolean;
}

const FrameContext = createContext<FrameState>({
  id: '',
  frame: createRef<HTMLDivElement>(),
  isRequired: false,
  isInvalid: false,
});

/** Components that subscribe to their field themselves and ignore new props from Formily's renderer. */
export const selfUpdatingComponents = new WeakSet<object>();

interface Props {
  children?: ReactNode;
}

/** Label, required mark, change mark (`Marks`), help and problems around a component, from its Formily field. */
const ObservedFrame = observer(function FormilyFieldFrame({ children }: Props) {
  const session = useForm();
  const formilyField = useField<Field>();
  const key = formilyField.path.toString();
  const field = session.field(key);
  const registry = useRegistry();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const mark = useContext(MarksContext)?.field(key);
  const problems = session.problems(key);
  const isEditable = formilyField.pattern === 'editable';
  const isRequired = isEditable && formilyField.required === true;
  const isInvalid = problems.length > 0;
  const state = useMemo(() => ({ id, frame, isRequired, isInvalid }), [id, isRequired, isInvalid]);
  if (!field) return null;
  const faces = registry.widget(field.node.tag)?.faces;
  return (
    <FrameContext value={state}>
      <FieldFrame
        ref={frame}
        id={id}
        node={field.node}
        mode={isEditable ? 'edit' : 'view'}
        isRequired={isRequired}
        isGroup={isEditable && faces?.isGroup}
        showsHelp={isEditable || field.compute !== null}
        problems={problems}
        mark={mark}
        isChecking={isEditable && session.isCheckingUnique(key)}
        // otherwise a change of the frame's structure would remount the face, and an eager face would lose its state
        keepsPosition={faces?.isEager}
      >
        {children}
      </FieldFrame>
    </FrameContext>
  );
});

/**
 * Returns true if the old and new children are the same element, or two elements of the same component of
 * `selfUpdatingComponents`. Formily creates a new element whenever the value changes.
 */
const isSameComponent = ({ children: oldChildren }: Props, { children: newChildren }: Props): boolean =>
  oldChildren === newChildren ||
  (isValidElement(oldChildren) &&
    isValidElement(newChildren) &&
    oldChildren.type === newChildren.type &&
    selfUpdatingComponents.has(oldChildren.type as unknown as object));

/**
 * The `x-decorator` of every field. Memoised, so that a new value renders only the component, not the frame: otherwise
 * a chain of computed fields would cost three times as much.
 */
export const FormilyFieldFrame = memo(ObservedFrame, isSameComponent);

/**
 * The control of an editable field. It is mounted when the field comes near the viewport or gets the focus, and at once
 * if its face is eager (`Faces.isEager`). The Formily field exists from the start.
 */
export function FieldControl({ session, field, faces }: FieldParts) {
  const { id, frame, isRequired, isInvalid } = useContext(FrameContext);
  const [isNear, show] = useNearViewport(frame, faces.isEager === true);
  const focus = useCallback(() => {
    show();
    focusControl(frame, id);
  }, [show, frame, id]);
  useEffect(
    () =>
      session.onFocus((path) => {
        if (path[0] === field.key) focus();
      }),
    [session, field.key, focus],
  );
  // 32 px: the height of a control with one line
  const height = faces.reserve?.(field.node as never) ?? 32;
  return isNear ? (
    <Suspense fallback={<NodeLoading height={height} />}>
      <Control session={session} field={field} faces={faces} id={id} isRequired={isRequired} isInvalid={isInvalid} />
    </Suspense>
  ) : (
    <UnmountedControl session={session} field={field} id={id} height={height} onFocus={focus} />
  );
}

interface UnmountedControlProps {
  session: FormSession;
  field: CompiledField;
  id: string;
  height: number;
  onFocus(): void;
}

/**
 * Shown in place of a control that is not near the viewport: an element with the value as text, which Tab and screen
 * readers can reach. In a short form the element is an input, as password managers and other form-filling tools expect.
 * In a long form it is a div, which costs the browser a fifth of an input.
 */
function UnmountedControl({ session, field, id, height, onFocus }: UnmountedControlProps) {
  const subscribe = useCallback(
    (listener: () => void) => session.onValueChange(field.key, listener),
    [session, field.key],
  );
  const text = useSyncExternalStore(subscribe, () => plainText(session, field));
  const sharedProps = { className: 'sf-proxy', id, 'aria-labelledby': `${id}-label`, style: { height }, onFocus };
  if (session.compiled.fields.size < LONG_FORM_SIZE) return <input {...sharedProps} readOnly value={text} />;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a div is cheaper than an input that nobody sees
    <div {...sharedProps} role="textbox" tabIndex={0} aria-readonly="true">
      {text}
    </div>
  );
}

interface ControlProps extends FieldParts {
  id: string;
  isRequired: boolean;
  isInvalid: boolean;
}

/** The edit face of a field, connected to the session. */
const Control = memo(function Control({ session, field, faces, id, isRequired, isInvalid }: ControlProps) {
  const Edit = faces.edit as ComponentType<EditProps>;
  const { key, node } = field;
  const { value, label, onChange } = useEdited(session, field, faces.keepsText?.(node as never) === true);
  const onBlur = useCallback(() => {
    afterPress(() => session.validateField(key));
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

/** Returns the value of a field as text; '' if its widget has no text. */
function plainText(session: FormSession, field: CompiledField): string {
  return (
    field.definition.text?.(session.values[field.key], field.node as never, {
      label: companionLabel(session, field),
      ...(field.options ? { options: field.options } : {}),
    }) ?? ''
  );
}
