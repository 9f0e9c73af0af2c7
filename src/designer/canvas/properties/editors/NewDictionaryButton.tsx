import { Button } from 'antd';
import { useState } from 'react';
import { generateKeyFromName } from '../../../keys/generateKeyFromName.ts';
import { NewDictionary } from './NewDictionary.tsx';

interface Props {
  usedCodes: readonly string[];
  /** Proposed name of the new dictionary. */
  name: string;
  onCreated(code: string): void;
}

/** A button that opens the dialog for a new dictionary. */
export function NewDictionaryButton({ usedCodes, name, onCreated }: Props) {
  const [code, setCode] = useState<string | null>(null);
  return (
    <>
      <Button
        size="small"
        type="link"
        className="ds-link"
        onClick={() => void generateKeyFromName(name, new Set(usedCodes)).then(setCode)}
      >
        新建字典
      </Button>
      {code === null ? null : (
        <NewDictionary
          usedCodes={usedCodes}
          name={name}
          code={code}
          onCreated={onCreated}
          onClose={() => setCode(null)}
        />
      )}
    </>
  );
}
