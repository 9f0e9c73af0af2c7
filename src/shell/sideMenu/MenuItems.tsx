import type { MenuProps } from 'antd';
import { Badge } from 'antd';
import { Link } from 'react-router-dom';
import type { MenuEntry } from '../../session/menu.ts';
import { MenuIcon } from '../Icons.tsx';

type Item = NonNullable<MenuProps['items']>[number];

/** Deeply read-only, as a snapshot of the session gives it. */
export type ShownEntry = Omit<MenuEntry, 'children' | 'taskNodes'> & {
  readonly taskNodes: readonly string[];
  readonly children: readonly ShownEntry[];
};

interface Options {
  /** Wide sidebar: hints and counts are shown in full. */
  isOpen: boolean;
  counts: ShownCounts;
}

export interface ShownCounts {
  taskNumber: number;
  nodeNumbers: Readonly<Record<string, number>>;
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  /** Mails that were not read yet. */
  unreadMails: number;
}

/** Menu codes that carry something beside their title. */
const TASK_CENTRE = 'taskCenter';
const MY_TODO = 'toDoList';
const MAIL_COUNTS: Readonly<Record<string, 'collectionLettersNum' | 'sendLettersNum' | 'delLettersNum'>> = {
  collectionLetters: 'collectionLettersNum',
  sendLetters: 'sendLettersNum',
  delLetters: 'delLettersNum',
};

function titleOf({ code, title, taskNodes }: ShownEntry, { isOpen, counts }: Options) {
  const number =
    code === MY_TODO
      ? counts.taskNumber
      : taskNodes.reduce((sum, taskNode) => sum + (counts.nodeNumbers[taskNode] ?? 0), 0);
  if (code === MY_TODO || taskNodes.length > 0)
    return (
      <span className="sf-menu-title">
        {title}
        <Badge count={number} size="small" className="sf-menu-count" title={`${number} 件待办`} />
      </span>
    );
  // SB-009
  if (code === TASK_CENTRE && isOpen)
    return (
      <span className="sf-menu-title">
        {title}
        <small className="sf-menu-hint">点我办理流程</small>
      </span>
    );
  // SB-010…012
  const mail = MAIL_COUNTS[code];
  if (!mail) return title;
  const text = `${title}(${counts[mail]})`;
  return mail === 'collectionLettersNum' && counts.unreadMails > 0 ? (
    <span className="sf-menu-title">
      {text}
      <Badge count={counts.unreadMails} size="small" className="sf-menu-count" title={`${counts.unreadMails} 封未读`} />
    </span>
  ) : (
    text
  );
}

function labelOf(entry: ShownEntry, options: Options) {
  const title = titleOf(entry, options);
  // SB-013
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

/** The shown entries as items of the menu: a group opens its children, a group without any shown child is left out. */
export function menuItems(entries: readonly ShownEntry[], options: Options): Item[] {
  return entries
    .filter(({ isShown }) => isShown)
    .flatMap((entry): Item[] => {
      const icon = <MenuIcon name={entry.icon} />;
      if (entry.children.length === 0)
        return [{ key: entry.id, icon, label: labelOf(entry, options), title: entry.title }];
      const children = menuItems(entry.children, options);
      const [only] = children;
      if (only && children.length === 1 && !entry.alwaysShow && !('children' in only))
        return [{ icon, ...only } as Item];
      return children.length === 0 ? [] : [{ key: entry.id, icon, label: titleOf(entry, options), children }];
    });
}
