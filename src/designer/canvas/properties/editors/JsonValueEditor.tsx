import { useState } from 'react';
import { GrowingText } from '../../../editor/GrowingText.tsx';
import type { EditorProps } from './basicEditors.tsx';

function formatValue(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Text that is parsed as JSON; any other text is stored as a string. */
const JSON_PATTERN = /^[[{"]|^-?\d+(\.\d+)?$|^(true|false|null)$/;

/** Parses the typed text. Throws if it looks like JSON but is invalid. */
function parseValue(text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return JSON_PATTERN.test(trimmed) ? (JSON.parse(trimmed) as unknown) : text;
}

/** Editor for values without a special editor: text, number or JSON. Invalid JSON is not stored. */
export function JsonValueEditor({ value, onChange, id }: Pick<EditorProps, 'value' | 'onChange' | 'id'>) {
  const [typedText, setTypedText] = useState<string | null>(null);
  const [isInvalid, setInvalid] = useState(false);
  const applyText = (text: string): void => {
    setTypedText(text);
    try {
      onChange(parseValue(text));
      setInvalid(false);
    } catch {
      setInvalid(true);
    }
  };
  return (
    <>
      <GrowingText
        id={id}
        size="small"
        minRows={1}
        maxRows={8}
        status={isInvalid ? 'error' : ''}
        value={typedText ?? formatValue(value)}
        onChange={(event) => applyText(event.target.value)}
        onBlur={() => {
          if (!isInvalid) setTypedText(null);
        }}
      />
      {isInvalid ? (
        <p className="fd-fault" role="alert">
          不是正确的 JSON，没有采用
        </p>
      ) : null}
    </>
  );
}
