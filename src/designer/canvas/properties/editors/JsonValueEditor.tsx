import { useState } from 'react';
import { GrowingText } from '../../../editor/GrowingText.tsx';
import type { EditorProps } from './basicEditors.tsx';

const formatValue = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Text that is parsed as JSON; any other text is stored as a string. */
const JSON_PATTERN = /^[[{"]|^-?\d+(\.\d+)?$|^(true|false|null)$/;

/** Editor for values without a special editor: text, number or JSON. Invalid JSON is not stored. */
export function JsonValueEditor({ value, onChange, id }: Pick<EditorProps, 'value' | 'onChange' | 'id'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const applyText = (text: string): void => {
    setTyped(text);
    const trimmed = text.trim();
    try {
      onChange(trimmed === '' ? undefined : JSON_PATTERN.test(trimmed) ? (JSON.parse(trimmed) as unknown) : text);
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <GrowingText
        id={id}
        size="small"
        minRows={1}
        maxRows={8}
        status={isWrong ? 'error' : ''}
        value={typed ?? formatValue(value)}
        onChange={(event) => applyText(event.target.value)}
        onBlur={() => {
          if (!isWrong) setTyped(null);
        }}
      />
      {isWrong ? (
        <p className="fd-fault" role="alert">
          不是正确的 JSON，没有采用
        </p>
      ) : null}
    </>
  );
}
