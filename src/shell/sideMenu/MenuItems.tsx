import type { MenuProps } from 'antd';
import { Badge } from 'antd';
import { Link } from 'react-router-dom';
import type { MenuEntry } from '../../session/menu.ts';
import { MenuIcon } from '../Icons.tsx';

type Item = NonNullable<MenuProps['items']>[number];

/** Deeply read-only menu entry, as in a snapshot of the session state. */
export type ReadonlyMenuEntry = Omit<MenuEntry, 'children' | 'taskNodes'> & {
  readonly taskNodes: readonly string[];
  readonly children: readonly ReadonlyMenuEntry[];
};

interface Options {
  /** True if the sidebar is wide. Only a wide sidebar shows the hint of the task centre. */
  isOpen: boolean;
  counts: ShownCounts;
}

export interface ShownCounts {
  taskNumber: number;
  nodeNumbers: Readonly<Record<string, number>>;
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  /** Number of unread mails. */
  unreadMails: number;
}

/** Menu codes of entries that show a count or a hint next to their title. */
const TASK_CENTRE = 'taskCenter';
const MY_TODO = 'toDoList';
const MAIL_COUNTS: Readonly<Record<string, 'collectionLettersNum' | 'sendLettersNum' | 'delLettersNum'>> = {
  collectionLetters: 'collectionLettersNum',
  sendLetters: 'sendLettersNum',
  delLetters: 'delLettersNum',
};

/** Renders the title of an entry, with its count or hint if it has one. */
function titleOf({ code, title, taskNodes }: ReadonlyMenuEntry, { isOpen, counts }: Options) {
  const taskCount =
    code === MY_TODO
      ? counts.taskNumber
      : taskNodes.reduce((sum, taskNode) => sum + (counts.nodeNumbers[taskNode] ?? 0), 0);
  if (code === MY_TODO || taskNodes.length > 0)
    return (
      <span className="sf-menu-title">
        {title}
        <Badge count={taskCount} size="small" className="sf-menu-count" title={`${taskCount} 件待办`} />
      </span>
    );
  // SB-009: hint of the task centre
  if (code === TASK_CENTRE && isOpen)
    return (
      <span className="sf-menu-title">
        {title}
        <small className="sf-menu-hint">点我办理流程</small>
      </span>
    );
  // SB-010…012: mail counts
  const countKey = MAIL_COUNTS[code];
  if (!countKey) return title;
  const text = `${title}(${counts[countKey]})`;
  return countKey === 'collectionLettersNum' && counts.unreadMails > 0 ? (
    <span className="sf-menu-title">
      {text}
      <Badge count={counts.unreadMails} size="small" className="sf-menu-count" title={`${counts.unreadMails} 封未读`} />
    </span>
  ) : (
    text
  );
}

/** Renders the title as a link to the page of the entry. */
function labelOf(entry: ReadonlyMenuEntry, options: Options) {
  const title = titleOf(entry, options);
  // SB-013: entries with an external address
  if (entry.href !== null)
    return (
      <a href={entry.href} {...(/^https?:/i.test(entry.href) ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
        {title}
      </a>
    );
  return (
    <Link to={entry.path + entry.search} data-menu={entry.code}>
      {title}
    </Link>
  );
}

/**
 * Converts the visible menu entries to items of the antd menu. A group without a visible child is left out; a group
 * with a single page is replaced by the page, unless the group has `alwaysShow`.
 */
export function createMenuItems(entries: readonly ReadonlyMenuEntry[], options: Options): Item[] {
  return entries
    .filter(({ isShown }) => isShown)
    .flatMap((entry): Item[] => {
      const icon = <MenuIcon name={entry.icon} />;
      if (entry.children.length === 0)
        return [{ key: entry.id, icon, label: labelOf(entry, options), title: entry.title }];
      const children = createMenuItems(entry.children, options);
      const [onlyChild] = children;
      if (onlyChild && children.length === 1 && !entry.alwaysShow && !('children' in onlyChild))
        return [{ icon, ...onlyChild } as Item];
      return children.length === 0 ? [] : [{ key: entry.id, icon, label: titleOf(entry, options), children }];
    });
}
