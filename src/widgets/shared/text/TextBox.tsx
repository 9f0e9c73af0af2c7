import { ConfigProvider } from 'antd';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  type ChangeEventHandler,
  type ClipboardEventHandler,
  type CompositionEventHandler,
  type CSSProperties,
  type RefObject,
} from 'react';
import './textBox.css';

type Control = HTMLInputElement | HTMLTextAreaElement;

interface Props {
  ref?: RefObject<Control | null>;
  id: string;
  /** Number of lines of a multi-line text; null for a single-line input. */
  rows: number | null;
  /** The control edits a table cell: no border, focused on mount. */
  isCell?: boolean;
  value?: string;
  defaultValue?: string;
  placeholder?: string;
  maxLength?: number;
  inputMode?: 'decimal';
  disabled: boolean;
  onChange: ChangeEventHandler<Control>;
  onBlur?(): void;
  onPaste?: ClipboardEventHandler<Control>;
  onCompositionStart?: CompositionEventHandler<Control>;
  onCompositionEnd?: CompositionEventHandler<Control>;
}

const SIZE_CLASSES: Readonly<Record<string, string>> = { small: ' sf-box-small', large: ' sf-box-large' };

/**
 * A plain text control in the style of antd. Forms consist mostly of text controls, so this component uses the native
 * element: it mounts fast, typing does not render React components, and its fixed size limits layout to the control
 * itself.
 */
export function TextBox({ ref: outerRef, rows, isCell = false, placeholder, ...control }: Props) {
  const { componentSize } = ConfigProvider.useConfig();
  const ownRef = useRef<Control>(null);
  const ref = (outerRef ?? ownRef) as RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>;
  const updatePlaceholder = usePlaceholder(ref, placeholder);
  const props = {
    ...control,
    ref,
    onInput: updatePlaceholder,
    className: `sf-box${isCell ? ' sf-box-cell' : ''}${SIZE_CLASSES[componentSize ?? ''] ?? ''}`,
    ...(isCell ? { autoFocus: true } : {}),
  };
  return rows === null ? (
    <input type="text" {...props} />
  ) : (
    <textarea rows={rows} {...props} style={{ '--sf-rows': rows } as CSSProperties} />
  );
}

/** Sets the placeholder only while the control is empty, because browsers restyle a placeholder at every key press. */
function usePlaceholder(ref: RefObject<Control | null>, text: string | undefined): () => void {
  const update = useCallback((): void => {
    const shownPlaceholder = ref.current?.value === '' ? (text ?? '') : '';
    if (ref.current !== null && ref.current.placeholder !== shownPlaceholder)
      ref.current.placeholder = shownPlaceholder;
  }, [ref, text]);
  useLayoutEffect(update);
  return update;
}
