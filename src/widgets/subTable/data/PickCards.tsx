import { cellText } from '../cellText.ts';
import { useTable } from '../model.ts';
import { emptyText, type PickRowsProps } from './PickTable.tsx';

/** Maximum number of columns on a card in addition to its title. */
const MAX_DETAILS = 5;

/** The selectable items on a phone: a title and further columns in small print. */
export function PickCards({ pick, columns, isMultiple }: PickRowsProps) {
  const { actions, domId } = useTable();
  if (pick.page === null) return <p className="st-pick-empty">正在加载…</p>;
  if (pick.page.items.length === 0) return <p className="st-pick-empty">{emptyText(pick)}</p>;
  return (
    <ul className="st-pick-cards">
      {pick.page.items.map((item) => {
        const isInTable = pick.isInTable(item);
        const isChosen = pick.chosenItems.has(item.key);
        const [title, ...details] = columns
          .map((column) => ({
            name: column.node.label ?? column.key,
            text: cellText(column, item.values, actions.options(column.key)),
          }))
          .filter(({ text }) => text !== '');
        return (
          <li key={item.key}>
            <label className={isInTable ? 'st-pick-taken' : undefined}>
              <input
                type={isMultiple ? 'checkbox' : 'radio'}
                name={`${domId}-pick`}
                checked={isInTable || isChosen}
                disabled={isInTable || (pick.isLimitReached && !isChosen)}
                onChange={() => pick.toggle(item)}
              />
              <span>
                <strong>{title?.text ?? '（无内容）'}</strong>
                {isInTable && <em className="st-pick-mark">已添加</em>}
                {details.slice(0, MAX_DETAILS).map(({ name, text }) => (
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
