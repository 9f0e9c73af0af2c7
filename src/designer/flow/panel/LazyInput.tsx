import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { GrowingText } from '../../editor/GrowingText.tsx';

/** Rest in milliseconds after which what was typed is taken. */
const REST = 500;

interface Props {
  value: string;
  label: string;
  placeholder?: string;
  rows?: number;
  maxLength?: number;
  status?: '' | 'error';
  id?: string;
  onCommit(value: string): void;
}

/** A text whose changes are steps that can be undone: taken on leaving it or after a rest, not with each key. */
export function LazyInput({ value, label, placeholder, rows, maxLength, status = '', id, onCommit }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<(() => void) | null>(null);
  const take = (): void => {
    clearTimeout(timer.current);
    waiting.current?.();
    waiting.current = null;
  };
  // what is shown next is another element's: what was typed still belongs to this one
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      waiting.current?.();
      waiting.current = null;
    },
    [],
  );
  const change = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    waiting.current = () => {
      setTyped(null);
      if (next !== value) onCommit(next);
    };
    timer.current = setTimeout(take, REST);
  };
  const common = { id, 'aria-label': label, placeholder, maxLength, status, value: typed ?? value, onBlur: take };
  return rows ? (
    <GrowingText {...common} minRows={rows} maxRows={8} onChange={(event) => change(event.target.value)} />
  ) : (
    <Input {...common} onChange={(event) => change(event.target.value)} onPressEnter={take} />
  );
}
