import { useEffect, useId, useRef, useState } from 'react';
import { completionsAt, type Completion } from './completions.ts';
import { GrowingText } from '../../editor/GrowingText.tsx';

/** Debounce of the commit after a keystroke. */
const DEBOUNCE_MS = 500;

interface Props {
  value: string;
  label: string;
  placeholder: string;
  status: '' | 'error';
  completions: readonly Completion[];
  onCommit(value: string): void;
}

/**
 * An input for expressions with completion of fields and functions at the caret (↑ ↓ select, Enter or Tab accepts, Esc
 * closes). `onCommit` is called on blur and after a pause in typing.
 */
export function ExpressionInput({ value, label, placeholder, status, completions, onCommit }: Props) {
  const listId = useId();
  const [typedText, setTypedText] = useState<string | null>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [selectedIndex, setSelectedIndex] = useState(0);
  const textArea = useRef<HTMLTextAreaElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pendingText = useRef<string | null>(null);
  const onCommitRef = useRef(onCommit);
  useEffect(() => {
    onCommitRef.current = onCommit;
  });
  const text = typedText ?? value;
  const commit = (): void => {
    clearTimeout(timer.current);
    const next = pendingText.current;
    pendingText.current = null;
    setTypedText(null);
    if (next !== null && next !== value) onCommit(next);
  };
  // Also commits on unmount: when the user selects another element of the process, the pending text must still be
  // stored in the element for which it was typed.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      if (pendingText.current !== null) onCommitRef.current(pendingText.current);
    },
    [],
  );
  const { from, completions: matchingCompletions } =
    caret === null ? { from: 0, completions: [] } : completionsAt(text, caret, completions);
  const changeText = (next: string, caretPosition: number): void => {
    setTypedText(next);
    setCaret(caretPosition);
    setSelectedIndex(0);
    pendingText.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(commit, DEBOUNCE_MS);
  };
  const accept = ({ text: inserted }: Completion): void => {
    const caretPosition = from + inserted.length;
    changeText(text.slice(0, from) + inserted + text.slice(caret ?? from), caretPosition);
    setCaret(null);
    requestAnimationFrame(() => {
      textArea.current?.focus();
      textArea.current?.setSelectionRange(caretPosition, caretPosition);
    });
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const selectedCompletion = matchingCompletions[selectedIndex];
    // while an input method (IME) composes a text, the keys belong to the input method
    if (!selectedCompletion || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setSelectedIndex(
        (selectedIndex + (event.key === 'ArrowDown' ? 1 : matchingCompletions.length - 1)) % matchingCompletions.length,
      );
    else if (event.key === 'Enter' || event.key === 'Tab') accept(selectedCompletion);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="fd-expression">
      <GrowingText
        ref={(input) => {
          textArea.current = input?.resizableTextArea?.textArea ?? null;
        }}
        value={text}
        placeholder={placeholder}
        status={status}
        minRows={3}
        maxRows={8}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setCaret(null);
          commit();
        }}
        onChange={(event) => changeText(event.target.value, event.target.selectionStart)}
        aria-label={label}
        aria-describedby={matchingCompletions.length > 0 ? listId : undefined}
      />
      <ul id={listId} aria-label="可用的字段和函数" className="fd-offers" hidden={matchingCompletions.length === 0}>
        {matchingCompletions.map((completion, index) => (
          <li key={completion.text}>
            <button
              type="button"
              tabIndex={-1}
              aria-current={index === selectedIndex}
              data-offer={completion.text}
              onMouseDown={(event) => {
                event.preventDefault();
                accept(completion);
              }}
            >
              <code>{completion.text}</code> <span>{completion.label}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
