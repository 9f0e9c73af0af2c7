import { memo, Suspense, useCallback, useContext, useEffect, useSyncExternalStore, type ComponentType } from 'react';
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
import { FrameContext } from './frameContext.ts';

/**
 * The control of an editable field: mounted when the field comes near the viewport or gets the focus. The Formily field
 * exists from the start.
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
 * Shown in place of a control that is not near the viewport: an element with the value as text, reachable for Tab and
 * screen readers. In a short form the element is an input, as password managers and other form-filling tools expect. In
 * a long form it is a div, which costs the browser a fifth of an input.
 */
function UnmountedControl({ session, field, id, height, onFocus }: UnmountedControlProps) {
  const subscribe = useCallback((listener: () => void) => session.onValue(field.key, listener), [session, field.key]);
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
      label: companionLabel(session, field),
      ...(field.options ? { options: field.options } : {}),
    }) ?? ''
  );
}
