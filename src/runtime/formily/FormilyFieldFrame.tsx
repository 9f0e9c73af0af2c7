import { isValidElement, memo, useContext, useId, useMemo, useRef, type ReactNode } from 'react';
import type { Field } from '@formily/core';
import { observer, useField } from '@formily/react';
import { useForm, useRegistry } from '../contexts.ts';
import { FieldFrame } from '../form/FieldFrame.tsx';
import { MarksContext } from '../node/marks.ts';
import { FrameContext, selfUpdatingComponents } from './frameContext.ts';

interface Props {
  children?: ReactNode;
}

/** Label, required mark, help and problems around a component, from the state of its Formily field. */
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
        hasHelp={isEditable || field.compute !== null}
        problems={problems}
        mark={mark}
        isChecking={isEditable && session.isCheckingUnique(key)}
        // eager faces (sub-tables) have state, which a remount would lose
        keepsPosition={faces?.isEager}
      >
        {children}
      </FieldFrame>
    </FrameContext>
  );
});

/**
 * Returns true if the old and new children are the same element, or two elements of the same self-updating component.
 * Formily creates a new element at each new value.
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
