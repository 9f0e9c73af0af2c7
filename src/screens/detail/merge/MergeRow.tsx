import { Radio } from 'antd';
import type { CompiledField } from '../../../kernel/index.ts';
import type { Choice, MergeItem } from '../../../records/index.ts';
import { StatusTag } from '../../shared/StatusTag.tsx';
import { ComparedValueView, locationOf } from '../ComparedValueView.tsx';

interface Props {
  item: MergeItem;
  field: CompiledField;
  column: CompiledField | undefined;
  choice: Choice;
  /** False when the record can only be viewed. */
  canChoose: boolean;
  onChoose(id: string, choice: Choice): void;
}

const TAGS = { both: ['warn', '双方都修改了'], mine: ['busy', '我的修改'], theirs: ['plain', '他人的修改'] } as const;

/**
 * One difference. The user can choose between their own value and the latest one, unless only others made the change or
 * `canChoose` is false.
 */
export function MergeRow({ item, field, column, choice, canChoose, onChoose }: Props) {
  const [tone, text] = TAGS[item.by];
  const isMineChosen = choice === 'mine';
  const location = locationOf(item, field, column);
  const fieldAndColumn = { field, column };
  const isRow = item.kind === 'row';
  return (
    <li className="sc-merge-item" data-merge={item.column ?? item.key} data-by={item.by}>
      <div className="sc-merge-head">
        <strong>{location}</strong>
        <StatusTag tone={tone}>{text}</StatusTag>
      </div>
      <dl className="sc-merge-sides">
        <div>
          <dt>打开时</dt>
          <dd>
            <ComparedValueView compared={item.base} {...fieldAndColumn} absent={isRow ? '没有此行' : '未知'} />
          </dd>
        </div>
        <div className={item.by === 'theirs' || !isMineChosen ? undefined : 'sc-merge-chosen'}>
          <dt>我的</dt>
          <dd>
            {item.by === 'theirs' ? (
              <span className="sc-note">未修改</span>
            ) : (
              <ComparedValueView compared={item.mine} {...fieldAndColumn} absent="删除此行" />
            )}
          </dd>
        </div>
        <div className={item.by === 'theirs' || !isMineChosen ? 'sc-merge-chosen' : undefined}>
          <dt>最新</dt>
          <dd>
            <ComparedValueView
              compared={item.theirs}
              {...fieldAndColumn}
              absent={item.base ? '已删除此行' : '没有此行'}
            />
          </dd>
        </div>
      </dl>
      {canChoose && item.by !== 'theirs' ? (
        <Radio.Group
          size="small"
          value={choice}
          onChange={(event) => onChoose(item.id, event.target.value as Choice)}
          aria-label={`${location}保留哪一个`}
          options={[
            { value: 'mine', label: '用我的' },
            { value: 'theirs', label: '用最新的' },
          ]}
        />
      ) : null}
    </li>
  );
}
