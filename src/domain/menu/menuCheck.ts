import { type ErrorCode, type Path, type Problem, problem } from '../problem/index.ts';
import { GROUP_COMPONENTS, addressOfItem } from './menuAddress.ts';
import { MENU_MANAGER_KEY, RESERVED_PATHS } from './reservedPaths.ts';
import {
  branchOf,
  basePathOf,
  canHoldEntries,
  isShownToAdmins,
  kindOf,
  ancestryOf,
  pathOf,
  titleOf,
  type KnownMenuTargets,
  type MenuRow,
  type MenuRows,
} from './menuTree.ts';

/** Maximum number of menu levels, including the level of modules. */
export const MENU_DEPTH = 5;
const MAX_NAME_LENGTH = 30;

/** Cuts a name to the maximum length of a menu entry's name. */
export const truncateName = (name: string): string =>
  name
    .slice(0, MAX_NAME_LENGTH)
    // a high surrogate at the end: the cut has removed the second half of the character
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
/** Letters, digits and characters that need no escape in a URL; Chinese characters are not allowed. */
const PATH_PATTERN = /^\/?[\w.~-]+(\/[\w.~-]+)*\/?$/;
const CODE_PATTERN = /^[A-Za-z][\w-]{0,63}$/;

type ReportProblem = (code: ErrorCode, path: Path, params?: Record<string, unknown>) => void;

/**
 * Checks one entry at its position in the menu. The paths of the problems lead into the item, or to `parentId`, `kind`
 * or `roles`.
 */
export function checkEntry(rows: MenuRows, row: MenuRow, knownNames: KnownMenuTargets): Problem[] {
  const problems: Problem[] = [];
  const report: ReportProblem = (code, path, params = {}) => {
    problems.push(problem(code, path, params));
  };
  checkTexts(row, report);
  checkKind(rows, row, report);
  if (!checkPosition(rows, row, report)) return problems;
  checkTarget(row, knownNames, report);
  checkAddress(rows, row, report);
  const unknownRole = row.roles?.find((code) => !knownNames.roles.has(code));
  if (unknownRole !== undefined)
    report('MENU_FORMAT', ['roles'], { label: '谁能看到', detail: `没有角色“${unknownRole}”` });
  return problems;
}

/** Checks the name and the code of an entry. */
function checkTexts({ item }: MenuRow, report: ReportProblem): void {
  const name = (item.meta?.title ?? item.name ?? '').trim();
  if (name === '') report('MENU_REQUIRED', ['name'], { label: '名称' });
  else if (name.length > MAX_NAME_LENGTH)
    report('MENU_FORMAT', ['name'], { label: '名称', detail: `不能超过 ${MAX_NAME_LENGTH} 个字` });
  if (item.code && !CODE_PATTERN.test(item.code))
    report('MENU_FORMAT', ['code'], { label: '菜单编码', detail: '由字母开头，可含字母、数字、下划线和短横线' });
}

/** Checks that an entry that opens a page has no entries below it, because the menu would show it as a group. */
function checkKind(rows: MenuRows, row: MenuRow, report: ReportProblem): void {
  if (canHoldEntries(row)) return;
  const count = [...rows.values()].filter(({ parentId }) => parentId === row.id).length;
  if (count > 0)
    report('MENU_PLACE', ['kind'], { detail: `其下还有 ${count} 项菜单，只能是模块或分组；请先移走或删除它们` });
}

/**
 * Checks the position of the entry. Returns false if the other checks are impossible: the parent is missing, or the
 * entry would be below itself.
 */
function checkPosition(rows: MenuRows, row: MenuRow, report: ReportProblem): boolean {
  const { id, parentId } = row;
  if (parentId === null) {
    if (!GROUP_COMPONENTS.includes(row.item.component ?? '') || kindOf(row) === 'link')
      report('MENU_PLACE', ['parentId'], { detail: '第一级是模块，页面和链接要放在模块之内' });
    return true;
  }
  const parent = rows.get(parentId);
  if (!parent) {
    report('MENU_PLACE', ['parentId'], { detail: '上级菜单不存在，可能刚被删除' });
    return false;
  }
  if (ancestryOf(rows, parentId).some((ancestor) => ancestor.id === id)) {
    report('MENU_PLACE', ['parentId'], { detail: '不能放到自己的下级中' });
    return false;
  }
  if (!canHoldEntries(parent))
    report('MENU_PLACE', ['parentId'], { detail: `“${titleOf(parent)}”不是模块或分组，不能有下级` });
  const depth = Math.max(
    ...branchOf(rows, id).map(({ id: inner }) => ancestryOf(rows, inner).length),
    ancestryOf(rows, parentId).length + 1,
  );
  if (depth > MENU_DEPTH) report('MENU_PLACE', ['parentId'], { detail: `菜单最多 ${MENU_DEPTH} 级` });
  return true;
}

/** Checks the screen, embedded page or external address that an entry opens. */
function checkTarget(row: MenuRow, { screens }: KnownMenuTargets, report: ReportProblem): void {
  const { item } = row;
  const kind = kindOf(row);
  if (kind === 'screen' && !screens.has(item.component ?? ''))
    report('MENU_VIEW', ['component'], { component: item.component });
  if (kind === 'frame') {
    const link = item.meta?.link?.trim() ?? '';
    if (link === '') report('MENU_REQUIRED', ['link'], { label: '网页地址' });
    else if (!/^(https?:\/\/\S+|[/#]\S*)$/i.test(link))
      report('MENU_FORMAT', ['link'], {
        label: '网页地址',
        detail: '以 http:// 或 https:// 开头，本站页面以 / 或 # 开头',
      });
  }
  if (kind === 'link' && !/^(https?:\/\/[^\s/]\S*|(mailto|tel):\S+)$/i.test(addressOfItem(item)))
    report('MENU_FORMAT', ['path'], {
      label: '链接地址',
      detail: '以 https://、http://、mailto: 或 tel: 开头，不含空格',
    });
}

/**
 * Checks the path of an entry, and that neither it nor the paths of the entries below, which begin with it, are in use.
 */
function checkAddress(rows: MenuRows, row: MenuRow, report: ReportProblem): void {
  const kind = kindOf(row);
  const address = addressOfItem(row.item);
  if (kind === 'link') return;
  if (address === '') {
    if (kind === 'screen' || kind === 'frame') report('MENU_REQUIRED', ['path'], { label: '路径' });
  } else if (!PATH_PATTERN.test(address)) {
    report('MENU_FORMAT', ['path'], { label: '路径', detail: '只能用字母、数字和 - _ . ~，各级以 / 分隔' });
    return;
  }
  for (const { row: entry, path } of branchOf(rows, row.id).map((branchRow) => ({
    row: branchRow,
    path: pathOf(rows, branchRow),
  }))) {
    if (path === '') continue;
    if (RESERVED_PATHS.includes(path) || path.startsWith('/redirect/'))
      report('MENU_FORMAT', ['path'], { label: '路径', detail: `“${path}”是系统自用的地址，请换一个` });
    const conflicting = [...rows.values()].find(
      (candidate) => candidate.id !== entry.id && pathOf(rows, candidate) === path,
    );
    if (conflicting)
      report('MENU_TAKEN', ['path'], {
        label: entry.id === row.id ? '路径' : `下级“${titleOf(entry)}”的路径`,
        value: path,
        name: titleOf(conflicting),
      });
  }
}

/** Checks that no other entry has the same code, because the menu would highlight both entries together (RG-002). */
export function checkCode(rows: MenuRows, row: MenuRow): Problem[] {
  const { code } = row.item;
  const conflicting = code
    ? [...rows.values()].find((candidate) => candidate.id !== row.id && candidate.item.code === code)
    : undefined;
  return conflicting
    ? [problem('MENU_TAKEN', ['code'], { label: '菜单编码', value: code, name: titleOf(conflicting) })]
    : [];
}

/** Checks that an administrator can still reach the screen that edits the menu. */
export function checkMenuManagerReachable(rows: MenuRows): Problem[] {
  const isManagerReachable = [...rows.values()].some(
    ({ id, item }) => item.component === MENU_MANAGER_KEY && isShownToAdmins(rows, id),
  );
  return isManagerReachable ? [] : [problem('MENU_KEEP', [])];
}

/** Returns an unused path for a new entry below a parent: the suggestion, followed by a number if it is in use. */
export function unusedPath(rows: MenuRows, parentId: string | null, suggestion: string): string {
  const basePath = basePathOf(rows, parentId);
  const usedPaths = new Set([...RESERVED_PATHS, ...[...rows.values()].map((row) => pathOf(rows, row))]);
  const baseName = suggestion.replace(/[^\w.~-]+/g, '-').replace(/^-+|-+$/g, '') || 'page';
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? baseName : `${baseName}${count}`;
    if (!usedPaths.has(`${basePath}/${path}`)) return path;
  }
}
