import { useState } from 'react';
import { GrowingText } from '../../../editor/GrowingText.tsx';
import type { EditorProps } from './simple.tsx';

const written = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** What looks like JSON is read as JSON, anything else is text. */
const LIKE_JSON = /^[[{"]|^-?\d+(\.\d+)?$|^(true|false|null)$/;

/** A value that no other editor fits: text, number, or JSON. It is taken when it can be read. */
export function JsonValueEditor({ value, onChange, id }: Pick<EditorProps, 'value' | 'onChange' | 'id'>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const take = (text: string): void => {
    setTyped(text);
    const trimmed = text.trim();
    try {
      onChange(trimmed === '' ? undefined : LIKE_JSON.test(trimmed) ? (JSON.parse(trimmed) as unknown) : text);
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
        value={typed ?? written(value)}
        onChange={(event) => take(event.target.value)}
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
