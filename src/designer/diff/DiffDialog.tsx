import { Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { DefinitionVersion } from '../../runtime/services/documents.ts';
import { DiffView, type Side } from './DiffView.tsx';

export type { Side } from './DiffView.tsx';

interface Props {
  documentKey: string;
  text: string;
  versions: readonly DefinitionVersion[];
  before: Side;
  after: Side;
  onClose(): void;
}

const STATE_LABELS = { draft: '草稿', published: '使用中', archived: '' } as const;

/** Compares any two of the text in the editor, the draft and the versions, by node and as text. */
export function DiffDialog({ documentKey, text, versions, before, after, onClose }: Props) {
  useReturnedFocus();
  const [sides, setSides] = useState<[Side, Side]>([before, after]);
  const options = useMemo(
    () => [
      { value: 'text' as Side, label: '正在编辑的内容' },
      ...versions.map(({ version, state, note }) =>
        state === 'draft'
          ? { value: 'draft' as Side, label: '已保存的草稿' }
          : {
              value: version as Side,
              label: `第 ${version} 版${STATE_LABELS[state] ? `（${STATE_LABELS[state]}）` : ''}${note ? `　${note}` : ''}`,
            },
      ),
    ],
    [versions],
  );
  const sideSelect = (index: 0 | 1, label: string): React.ReactNode => (
    <Select<Side>
      aria-label={label}
      className="ds-side"
      value={sides[index]}
      options={options}
      onChange={(value) => setSides(index === 0 ? [value, sides[1]] : [sides[0], value])}
    />
  );
  return (
    <Modal open width="min(1080px, 96vw)" title="版本对比" footer={null} onCancel={onClose}>
      <div className="ds-sides">
        {sideSelect(0, '旧内容')}
        <span>→</span>
        {sideSelect(1, '新内容')}
      </div>
      <DiffView key={sides.join()} documentKey={documentKey} text={text} before={sides[0]} after={sides[1]} />
    </Modal>
  );
}
