import { ConfigProvider } from 'antd';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  type ChangeEventHandler,
  type CompositionEventHandler,
  type CSSProperties,
  type RefObject,
} from 'react';
import './textBox.css';

type Control = HTMLInputElement | HTMLTextAreaElement;

interface Props {
  ref?: RefObject<Control | null>;
  id: string;
  /** Lines of a text of several lines; null for one line. */
  rows: number | null;
  /** In a cell: no border of its own, and the keyboard at once. */
  isCell?: boolean;
  value?: string;
  defaultValue?: string;
  placeholder?: string;
  maxLength?: number;
  inputMode?: 'decimal';
  disabled: boolean;
  onChange: ChangeEventHandler<Control>;
  onBlur?(): void;
  onCompositionStart?: CompositionEventHandler<Control>;
  onCompositionEnd?: CompositionEventHandler<Control>;
}

const SIZES: Readonly<Record<string, string>> = { small: ' sf-box-small', large: ' sf-box-large' };

/**
 * A text control with nothing in it but text, in the looks of the library's. A form consists mostly of these: the
 * browser's own renders nothing at a key, is there at once, and has a size that no text changes, so that a key lays
 * out this control alone.
 */
export function TextBox({ ref: given, rows, isCell = false, placeholder, ...control }: Props) {
  const { componentSize } = ConfigProvider.useConfig();
  const own = useRef<Control>(null);
  const ref = (given ?? own) as RefObject<(HTMLInputElement & HTMLTextAreaElement) | null>;
  const hint = useHint(ref, placeholder);
  const props = {
    ...control,
    ref,
    onInput: hint,
    className: `sf-box${isCell ? ' sf-box-cell' : ''}${SIZES[componentSize ?? ''] ?? ''}`,
    ...(isCell ? { autoFocus: true } : {}),
  };
  return rows === null ? (
    <input type="text" {...props} />
  ) : (
    <textarea rows={rows} {...props} style={{ '--sf-rows': rows } as CSSProperties} />
  );
}

/** The hint while there is no text: the browser styles it anew at every key, seen or not. */
function useHint(ref: RefObject<Control | null>, text: string | undefined): () => void {
  const show = useCallback((): void => {
    const hint = ref.current?.value === '' ? (text ?? '') : '';
    if (ref.current !== null && ref.current.placeholder !== hint) ref.current.placeholder = hint;
  }, [ref, text]);
  useLayoutEffect(show);
  return show;
}
