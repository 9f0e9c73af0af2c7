import { Button, Modal } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { isTable, type CompiledForm } from '../../../kernel/index.ts';
import {
  changesMissingRows,
  type ValuesPatch,
  mergedPatch,
  threeWay,
  type Choice,
  type Values,
} from '../../../records/index.ts';
import { MergeRow } from './MergeRow.tsx';

interface Props {
  title: string;
  /** Explanation: the author and time of the change. */
  message: ReactNode;
  compiled: CompiledForm;
  /** The common initial values of the user and the others; null when unknown. */
  base: Values | null;
  mine: ValuesPatch;
  theirs: Values;
  /** Label of the button that continues with the selected values. */
  okText: string;
  /** False when the record can only be viewed. */
  canMerge: boolean;
  onMerge(chosen: ValuesPatch): void;
  /** The button that closes the dialog without merging. */
  cancel: { text: string; action: string; onClick(): void };
  /** Text below the differences. */
  hint?: string;
}

/** Number of differences added to the list at a time; a long table may have thousands. */
const LIST_STEP = 60;

/**
 * Dialog of a three-way merge by field, cell and row: base, mine and theirs. A change made only by others is taken
 * over. For a conflict, and for a change made only by the user, the dialog offers the user's value and the latest
 * value; initially the user's value is selected.
 */
export function MergeDialog({
  title,
  message,
  compiled,
  base,
  mine,
  theirs,
  okText,
  canMerge,
  onMerge,
  cancel,
  hint,
}: Props) {
  useReturnedFocus();
  const items = useMemo(() => threeWay(compiled, base, mine, theirs), [compiled, base, mine, theirs]);
  const orderedItems = useMemo(
    () => [
      ...items.filter(({ by }) => by === 'both'),
      ...items.filter(({ by }) => by === 'theirs'),
      ...items.filter(({ by }) => by === 'mine'),
    ],
    [items],
  );
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [shownCount, setShownCount] = useState(LIST_STEP);
  // without a base, the user's changes in rows that others removed are not listed: the rest of each row is unknown
  const losesRows = base === null && changesMissingRows(theirs, mine);
  const conflicts = items.filter(({ by }) => by === 'both');
  const choose = (id: string, choice: Choice): void => setChoices((before) => new Map(before).set(id, choice));
  /** Selects the same side for all conflicts; selections for changes that only the user made stay. */
  const chooseAll = (choice: Choice): void =>
    setChoices((before) => new Map([...before, ...conflicts.map(({ id }) => [id, choice] as const)]));
  return (
    <Modal
      open
      width="min(920px, 96vw)"
      title={title}
      closable={false}
      maskClosable={false}
      keyboard={false}
      centered
      footer={[
        <Button key="cancel" onClick={cancel.onClick} data-action={cancel.action}>
          {cancel.text}
        </Button>,
        ...(canMerge
          ? [
              <Button
                key="merge"
                type="primary"
                onClick={() => onMerge(mergedPatch(base, mine, items, choices))}
                data-action="keep-mine"
              >
                {okText}
              </Button>,
            ]
          : []),
      ]}
    >
      <p>{message}</p>
      {conflicts.length > 0 && canMerge ? (
        <p className="sc-merge-all">
          <span>有 {conflicts.length} 处双方都修改了，请选择保留哪一个：</span>
          <Button size="small" onClick={() => chooseAll('mine')} data-action="choose-mine">
            全部用我的
          </Button>
          <Button size="small" onClick={() => chooseAll('theirs')} data-action="choose-theirs">
            全部用最新的
          </Button>
        </p>
      ) : null}
      {losesRows ? <p className="sc-note">您改过的一些行已不存在，对这些行的修改不能恢复。</p> : null}
      {items.length === 0 && !losesRows ? <p className="sc-note">填写内容没有差异，仅状态已更新。</p> : null}
      <ul className="sc-merge" aria-label="差异">
        {orderedItems.slice(0, shownCount).map((item) => {
          const field = compiled.fields.get(item.key);
          if (!field) return null;
          const column = isTable(field) ? field.columns.find(({ key }) => key === item.column) : undefined;
          return (
            <MergeRow
              key={item.id}
              item={item}
              field={field}
              column={column}
              choice={choices.get(item.id) ?? 'mine'}
              canChoose={canMerge}
              onChoose={choose}
            />
          );
        })}
      </ul>
      {orderedItems.length > shownCount ? (
        <Button
          type="link"
          onClick={() => setShownCount((count) => count + LIST_STEP)}
          data-action="more"
        >{`还有 ${orderedItems.length - shownCount} 处，继续显示`}</Button>
      ) : null}
      {hint ? <p className="sc-note">{hint}</p> : null}
    </Modal>
  );
}
