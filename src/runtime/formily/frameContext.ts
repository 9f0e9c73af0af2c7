import { createContext, createRef, type RefObject } from 'react';

/** What the field frame tells the control in it. */
export interface FrameState {
  /** Id of the control: the label points to it. */
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

/** Components that follow their field by themselves: new props from Formily's renderer tell them nothing. */
export const selfFollowing = new WeakSet<object>();
