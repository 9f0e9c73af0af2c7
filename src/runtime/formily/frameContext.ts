import { createContext, createRef, type RefObject } from 'react';

/** State that the field frame passes to its control. */
export interface FrameState {
  /** Id of the control to which the label points. */
  id: string;
  frame: RefObject<HTMLDivElement | null>;
  isRequired: boolean;
  isInvalid: boolean;
}

export const FrameContext = createContext<FrameState>({
  id: '',
  frame: createRef<HTMLDivElement>(),
  isRequired: false,
  isInvalid: false,
});

/** Components that subscribe to their field themselves and ignore new props from Formily's renderer. */
export const selfUpdatingComponents = new WeakSet<object>();
