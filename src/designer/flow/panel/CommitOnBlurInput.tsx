import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { GrowingText } from '../../editor/GrowingText.tsx';

/** Time after the last keystroke until the text is committed. */
const DEBOUNCE_MS = 500;

interface Props {
  value: string;
  label: string;
  placeholder?: string;
  /** The minimum number of lines of a text area; without it, the input has one line. */
  rows?: number;
  maxLength?: number;
  status?: '' | 'error';
  id?: string;
  onCommit(value: string): void;
}

/** A text input that commits on blur and after a pause in typing, so that not every keystroke is an undo step. */
export function CommitOnBlurInput({ value, label, placeholder, rows, maxLength, status = '', id, onCommit }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pendingCommit = useRef<(() => void) | null>(null);
  const commit = (): void => {
    clearTimeout(timer.current);
    pendingCommit.current?.();
    pendingCommit.current = null;
  };
  // also commits on unmount: the text belongs to the diagram element that was selected before
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      pendingCommit.current?.();
      pendingCommit.current = null;
    },
    [],
  );
  const change = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    pendingCommit.current = () => {
      setTyped(null);
      if (next !== value) onCommit(next);
    };
    timer.current = setTimeout(commit, DEBOUNCE_MS);
  };
  const commonProps = {
    id,
    'aria-label': label,
    placeholder,
    maxLength,
    status,
    value: typed ?? value,
    onBlur: commit,
  };
  return rows ? (
    <GrowingText {...commonProps} minRows={rows} maxRows={8} onChange={(event) => change(event.target.value)} />
  ) : (
    <Input {...commonProps} onChange={(event) => change(event.target.value)} onPressEnter={commit} />
  );
}
