import { Alert, Empty, Modal, Select, Skeleton, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { DefinitionVersion } from '../../runtime/services/documents.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useChecker } from '../check/useChecker.ts';
import { formatted, textOfDefinition } from '../document/document.ts';
import { useKind } from '../document/documentKind.ts';
import { ChangeList } from './ChangeList.tsx';
import { compareForms, compareScreens } from './compare.ts';
import { LineDiff } from './LineDiff.tsx';

/** One side of a comparison: the text being edited, the draft on the server, or a version. */
export type Side = 'text' | 'draft' | number;

interface Props {
  documentKey: string;
  text: string;
  versions: readonly DefinitionVersion[];
  before: Side;
  after: Side;
  onClose(): void;
}

const STATES = { draft: '草稿', published: '使用中', archived: '' } as const;

/** What differs between any two of: the text in the editor, the draft, the versions. Node by node, and as text. */
export function DiffDialog({ documentKey, text, versions, before, after, onClose }: Props) {
  useReturnedFocus();
  const { kind, word, calls } = useKind();
  const check = useChecker();
  const [sides, setSides] = useState<[Side, Side]>([before, after]);
  const { load, reload } = useLoad(async () => {
    const read = async (side: Side): Promise<string> => {
      if (side === 'text') return text;
      return textOfDefinition(
        side === 'draft' ? await calls.draft(documentKey) : (await calls.version(documentKey, side)).definition,
      );
    };
    const [old, now] = (await Promise.all(sides.map(read))) as [string, string];
    if (kind === 'screen') return { old, now, changes: compareScreens(old, now) };
    if (kind === 'flow')
      return { old, now, changes: await (await import('../flow/diff/compareFlows.ts')).compareFlows(old, now) };
    const [oldCheck, nowCheck] = [
      await check(old, { formKey: documentKey }),
      await check(now, { formKey: documentKey }),
    ];
    return {
      old,
      now,
      changes:
        oldCheck.definition && nowCheck.definition ? compareForms(oldCheck.definition, nowCheck.definition) : null,
    };
  }, [kind, calls, documentKey, text, sides[0], sides[1]]);
  const options = useMemo(
    () => [
      { value: 'text' as Side, label: '正在编辑的内容' },
      ...versions.map(({ version, state, note }) =>
        state === 'draft'
          ? { value: 'draft' as Side, label: '已保存的草稿' }
          : {
              value: version as Side,
              label: `第 ${version} 版${STATES[state] ? `（${STATES[state]}）` : ''}${note ? `　${note}` : ''}`,
            },
      ),
    ],
    [versions],
  );
  const side = (index: 0 | 1, label: string): React.ReactNode => (
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
        {side(0, '旧内容')}
        <span>→</span>
        {side(1, '新内容')}
      </div>
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : load.state === 'loading' ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <Tabs
          items={[
            {
              key: 'nodes',
              label: load.value.changes ? `结构变化（${load.value.changes.length}）` : '结构变化',
              children:
                load.value.changes === null ? (
                  <Alert type="warning" showIcon message={`其中一份不是完整的${word}定义，请看文本对比`} />
                ) : load.value.changes.length === 0 ? (
                  <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有结构上的变化" />
                ) : (
                  <ChangeList changes={load.value.changes} />
                ),
            },
            {
              key: 'lines',
              label: '文本对比',
              children: (
                <LineDiff
                  before={formatted(load.value.old) ?? load.value.old}
                  after={formatted(load.value.now) ?? load.value.now}
                />
              ),
            },
          ]}
        />
      )}
    </Modal>
  );
}
