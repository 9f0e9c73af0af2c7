import { Button } from 'antd';
import { useState } from 'react';
import { proposeFieldKey } from '../../../keys/proposeFieldKey.ts';
import { NewDictionary } from './NewDictionary.tsx';

interface Props {
  taken: readonly string[];
  /** Proposed name of a new one. */
  name: string;
  onMade(code: string): void;
}

/** Opens a dialog that makes a dictionary. */
export function EditDictionary({ taken, name, onMade }: Props) {
  const [code, setCode] = useState<string | null>(null);
  return (
    <>
      <Button
        size="small"
        type="link"
        className="ds-link"
        onClick={() => void proposeFieldKey(name, new Set(taken)).then(setCode)}
      >
        新建字典
      </Button>
      {code === null ? null : (
        <NewDictionary taken={taken} name={name} code={code} onMade={onMade} onClose={() => setCode(null)} />
      )}
    </>
  );
}
