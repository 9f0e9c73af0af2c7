import { cellText } from '../cellText.ts';
import { useTable } from '../model.ts';
import { emptyText, type PickRowsProps } from './PickTable.tsx';

/** Columns on a card beside its title. */
const DETAILS = 5;

/** Items on a phone: a title, and the columns after it in small print. */
export function PickCards({ pick, columns, isMultiple }: PickRowsProps) {
  const { actions, domId } = useTable();
  if (pick.page === null) return <p className="st-pick-empty">正在加载…</p>;
  if (pick.page.items.length === 0) return <p className="st-pick-empty">{emptyText(pick)}</p>;
  return (
    <ul className="st-pick-cards">
      {pick.page.items.map((item) => {
        const isTaken = pick.isTaken(item);
        const isChosen = pick.chosen.has(item.key);
        const [title, ...details] = columns
          .map((column) => ({
            name: column.node.label ?? column.key,
            text: cellText(column, item.values, actions.options(column.key)),
          }))
          .filter(({ text }) => text !== '');
        return (
          <li key={item.key}>
            <label className={isTaken ? 'st-pick-taken' : undefined}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={`${domId}-pick`}
                checked={isTaken || isChosen}
                disabled={isTaken || (pick.isFull && !isChosen)}
                onChange={() => pick.toggle(item)}
              />
              <span>
                <strong>{title?.text ?? '（无内容）'}</strong>
                {isTaken && <em className="st-pick-mark">已添加</em>}
                {details.slice(0, DETAILS).map(({ name, text }) => (
                  <small key={name}>{`${name}：${text}`}</small>
                ))}
              </span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}
