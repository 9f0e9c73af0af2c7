import { useEffect, useId, useRef, useState } from 'react';
import { offersAt, type Offer } from './offers.ts';
import { GrowingText } from '../../editor/GrowingText.tsx';

/** Rest in milliseconds after which what was typed is taken. */
const REST = 500;

interface Props {
  value: string;
  label: string;
  placeholder: string;
  status: '' | 'error';
  words: readonly Offer[];
  onCommit(value: string): void;
}

/** A condition that is typed; fields and functions are offered at the caret (↑ ↓, Enter or Tab takes one, Esc closes). Taken on leaving it or after a rest. */
export function ExpressionInput({ value, label, placeholder, status, words, onCommit }: Props) {
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const box = useRef<HTMLTextAreaElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string | null>(null);
  const told = useRef(onCommit);
  useEffect(() => {
    told.current = onCommit;
  });
  const text = typed ?? value;
  const take = (): void => {
    clearTimeout(timer.current);
    const next = waiting.current;
    waiting.current = null;
    setTyped(null);
    if (next !== null && next !== value) onCommit(next);
  };
  // what is shown next is another element's: what was typed still belongs to this one
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (waiting.current !== null) told.current(waiting.current);
    },
    [],
  );
  const { from, offers } = caret === null ? { from: 0, offers: [] } : offersAt(text, caret, words);
  const change = (next: string, position: number): void => {
    setTyped(next);
    setCaret(position);
    setAt(0);
    waiting.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(take, REST);
  };
  const accept = ({ word }: Offer): void => {
    const position = from + word.length;
    change(text.slice(0, from) + word + text.slice(caret ?? from), position);
    setCaret(null);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(position, position);
    });
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const chosen = offers[at];
    if (!chosen) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setAt((at + (event.key === 'ArrowDown' ? 1 : offers.length - 1)) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') accept(chosen);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="fd-expression">
      <GrowingText
        ref={(given) => {
          box.current = given?.resizableTextArea?.textArea ?? null;
        }}
        value={text}
        placeholder={placeholder}
        status={status}
        minRows={3}
        maxRows={8}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setCaret(null);
          take();
        }}
        onChange={(event) => change(event.target.value, event.target.selectionStart)}
        aria-label={label}
        aria-describedby={offers.length > 0 ? listId : undefined}
      />
      <ul id={listId} aria-label="可用的字段和函数" className="fd-offers" hidden={offers.length === 0}>
        {offers.map((offer, index) => (
          <li key={offer.word}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === at}
              data-offer={offer.word}
              onMouseDown={(event) => {
                event.preventDefault();
                accept(offer);
              }}
            >
              <code>{offer.word}</code> <span>{offer.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
