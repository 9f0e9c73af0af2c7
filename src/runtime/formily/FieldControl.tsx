import { memo, Suspense, useCallback, useContext, useEffect, useSyncExternalStore, type ComponentType } from 'react';
import type { CompiledField } from '../../kernel/index.ts';
import { afterPress } from '../host/afterPress.ts';
import type { FieldParts } from '../form/ReadField.tsx';
import type { FormSession } from '../form/session.ts';
import { companion, useEdited } from '../form/useEdited.ts';
import type { EditProps } from '../node/faces.ts';
import { focusControl } from '../node/focusControl.ts';
import { LONG } from '../node/gridChunks.ts';
import { useNearViewport } from '../node/nearViewport.ts';
import { NodeLoading } from '../node/Placeholders.tsx';
import { FrameContext } from './frameContext.ts';

/** The control of a field that can be filled in: mounted when it comes near the window or is asked for by focus. Its Formily field exists all the time. */
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
    <Proxy session={session} field={field} id={id} height={height} onFocus={focus} />
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
 * Stands for a control that is not near: its text, so that Tab and screen readers find it. In a long form no input,
 * which costs the browser five times as much; in a short one an input, as password managers and other tools that fill
 * in pages expect it.
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
      label: companion(session, field),
      ...(field.options ? { options: field.options } : {}),
    }) ?? ''
  );
}
