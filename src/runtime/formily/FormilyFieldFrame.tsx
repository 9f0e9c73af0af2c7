import { isValidElement, memo, useContext, useId, useMemo, useRef, type ReactNode } from 'react';
import type { Field } from '@formily/core';
import { observer, useField } from '@formily/react';
import { useForm, useRegistry } from '../contexts.ts';
import { FieldFrame } from '../form/FieldFrame.tsx';
import { MarksContext } from '../node/marks.ts';
import { FrameContext, selfFollowing } from './frameContext.ts';

interface Props {
  children?: ReactNode;
}

/** Label, required mark, help and problems around a component, as the Formily field says. */
const ObservingFrame = observer(function FormilyFieldFrame({ children }: Props) {
  const session = useForm();
  const own = useField<Field>();
  const key = own.path.toString();
  const field = session.field(key);
  const registry = useRegistry();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const mark = useContext(MarksContext)?.field(key);
  const problems = session.problems(key);
  const isEditable = own.pattern === 'editable';
  const isRequired = isEditable && own.required === true;
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
        hasHelp={isEditable || field.compute !== null}
        problems={problems}
        mark={mark}
        isAsking={isEditable && session.isAsking(key)}
        isLasting={faces?.isEager}
      >
        {children}
      </FieldFrame>
    </FrameContext>
  );
});

/** Formily's renderer makes a new element of the same component at each new value. */
const isSameComponent = ({ children: before }: Props, { children: now }: Props): boolean =>
  before === now ||
  (isValidElement(before) &&
    isValidElement(now) &&
    before.type === now.type &&
    selfFollowing.has(before.type as unknown as object));

/**
 * The `x-decorator` of every field. A new value renders only the component that shows it, not the frame: in a chain of
 * computed fields each link would cost three times as much.
 */
export const FormilyFieldFrame = memo(ObservingFrame, isSameComponent);
