import { Alert, Modal, Radio } from 'antd';
import { useState } from 'react';
import { titleOfKey, titleOfSetting, valueText } from '../diff/titles.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { LineDiff } from '../diff/LineDiff.tsx';
import { useKind } from '../document/documentKind.ts';
import type { MergeSide, Conflict } from './merge/propertyMerger.ts';
import { isObject } from './merge/parts.ts';
import type { PendingMerge } from './useMerge.ts';
import { nameOfNode } from './PresentPeople.tsx';

/** Returns the name of the part or property of a conflict. */
function describeConflict({ part, kind, key }: Conflict, kindName: string): string {
  const name = part ? nameOfNode(part) : kindName;
  if (kind === 'removed') return name;
  if (kind === 'place') return `${name}的位置`;
  if (kind === 'order') return `${name}中各项的顺序`;
  const [first = '', ...rest] = key.split('.');
  const tag = part && typeof part.tag === 'string' ? part.tag : null;
  const titleWithoutTag = part ? first : titleOfSetting(first);
  const title = tag ? titleOfKey(tag, first) : titleWithoutTag;
  return `${name}的${[title, ...rest].join('.')}`;
}

function valueOf(conflict: Conflict, side: MergeSide): string {
  const value = conflict[side];
  if (conflict.kind === 'removed') return value === undefined ? '删除' : '保留修改后的内容';
  if (conflict.kind === 'place')
    return value && Object.keys(value).length > 0 ? `在${nameOfNode(value as Record<string, unknown>)}中` : '在最外层';
  const isList = Array.isArray(value) && value.length > 0 && value.every(isObject);
  return isList ? value.map(nameOfNode).join('、') : valueText(value);
}

/** Lists the conflicts of a merge; the user chooses one of two values for each. Cancelling changes nothing. */
export function MergeDialog({ merge }: { merge: PendingMerge }) {
  useReturnedFocus();
  const { kindName } = useKind();
  const { conflicts, newest, texts } = merge;
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeSide>>(new Map());
  const isWholeDocument = conflicts[0]?.kind === 'document';
  return (
    <Modal
      open
      width="min(860px, 96vw)"
      title={`与${newest.author}的修改合并`}
      okText={merge.okText}
      cancelText="取消"
      okButtonProps={{ disabled: conflicts.some(({ id }) => !choices.has(id)) }}
      onOk={() => merge.resolve(choices)}
      onCancel={merge.cancel}
      maskClosable={false}
    >
      <Alert
        type="warning"
        showIcon
        message={
          isWholeDocument
            ? `${newest.author} 已于 ${newest.time} 修改了此${kindName}，两份内容不能逐项合并，请选择用哪一份。`
            : `${newest.author} 已于 ${newest.time} 修改了此${kindName}。不同之处已合在一起，以下 ${conflicts.length} 处两人改得不同，请逐一选择。`
        }
      />
      <ul className="dg-conflicts">
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            <strong>{isWholeDocument ? kindName : describeConflict(conflict, kindName)}</strong>
            <Radio.Group
              aria-label={isWholeDocument ? kindName : describeConflict(conflict, kindName)}
              value={choices.get(conflict.id)}
              onChange={(event) => setChoices(new Map(choices).set(conflict.id, event.target.value as MergeSide))}
            >
              <Radio value="mine">
                用我的
                {isWholeDocument ? null : <span className="dg-value">{valueOf(conflict, 'mine')}</span>}
              </Radio>
              <Radio value="theirs">
                用{newest.author}的
                {isWholeDocument ? null : <span className="dg-value">{valueOf(conflict, 'theirs')}</span>}
              </Radio>
            </Radio.Group>
          </li>
        ))}
      </ul>
      {isWholeDocument ? <LineDiff before={texts.theirs} after={texts.mine} /> : null}
    </Modal>
  );
}
