import { type ErrorCode, type Path, type Problem, problem } from '../problem/index.ts';
import { HOLDERS, ownAddress } from './menuAddress.ts';
import { MENU_MANAGER, RESERVED } from './reservedPaths.ts';
import {
  branchOf,
  groundOf,
  isHolder,
  isReachable,
  kindOf,
  lineOf,
  pathOf,
  titleOf,
  type MenuKnown,
  type MenuRow,
  type MenuRows,
} from './menuTree.ts';

/** Levels of the menu, the module counted. */
export const MENU_DEPTH = 5;
const NAME_LENGTH = 30;
/** Letters, digits and signs that need no escape in an address; Chinese characters do not belong there. */
const PATH = /^\/?[\w.~-]+(\/[\w.~-]+)*\/?$/;
const CODE = /^[A-Za-z][\w-]{0,63}$/;

type Found = (code: ErrorCode, path: Path, params?: Record<string, unknown>) => void;

/** Everything that is wrong with one entry where it stands. Paths point into the item; `parentId` and `roles` beside it. */
export function checkEntry(rows: MenuRows, row: MenuRow, known: MenuKnown): Problem[] {
  const found: Problem[] = [];
  const add: Found = (code, path, params = {}) => {
    found.push(problem(code, path, params));
  };
  checkWords(row, add);
  if (!checkPlace(rows, row, add)) return found;
  checkTarget(row, known, add);
  checkAddress(rows, row, add);
  const stranger = row.roles?.find((code) => !known.roles.has(code));
  if (stranger !== undefined) add('MENU_FORMAT', ['roles'], { label: '谁能看到', detail: `没有角色“${stranger}”` });
  return found;
}

function checkWords({ item }: MenuRow, add: Found): void {
  const name = (item.meta?.title ?? item.name ?? '').trim();
  if (name === '') add('MENU_REQUIRED', ['name'], { label: '名称' });
  else if (name.length > NAME_LENGTH)
    add('MENU_FORMAT', ['name'], { label: '名称', detail: `不能超过 ${NAME_LENGTH} 个字` });
  if (item.code && !CODE.test(item.code))
    add('MENU_FORMAT', ['code'], { label: '菜单编码', detail: '由字母开头，可含字母、数字、下划线和短横线' });
}

/** Answers whether the rest can be judged: not within a circle. */
function checkPlace(rows: MenuRows, row: MenuRow, add: Found): boolean {
  const { id, parentId } = row;
  if (parentId === null) {
    if (!HOLDERS.includes(row.item.component ?? '') || kindOf(row) === 'link')
      add('MENU_PLACE', ['parentId'], { detail: '第一级是模块，页面和链接要放在模块之内' });
    return true;
  }
  const parent = rows.get(parentId);
  if (!parent) {
    add('MENU_PLACE', ['parentId'], { detail: '上级菜单不存在，可能刚被删除' });
    return false;
  }
  if (lineOf(rows, parentId).some((above) => above.id === id)) {
    add('MENU_PLACE', ['parentId'], { detail: '不能放到自己的下级中' });
    return false;
  }
  if (!isHolder(parent)) add('MENU_PLACE', ['parentId'], { detail: `“${titleOf(parent)}”不是模块或分组，不能有下级` });
  const below = Math.max(
    ...branchOf(rows, id).map(({ id: inner }) => lineOf(rows, inner).length),
    lineOf(rows, parentId).length + 1,
  );
  if (below > MENU_DEPTH) add('MENU_PLACE', ['parentId'], { detail: `菜单最多 ${MENU_DEPTH} 级` });
  return true;
}

function checkTarget(row: MenuRow, { screens }: MenuKnown, add: Found): void {
  const { item } = row;
  const kind = kindOf(row);
  if (kind === 'screen' && !screens.has(item.component ?? ''))
    add('MENU_VIEW', ['component'], { component: item.component });
  if (kind === 'frame') {
    const link = item.meta?.link?.trim() ?? '';
    if (link === '') add('MENU_REQUIRED', ['link'], { label: '网页地址' });
    else if (!/^(https?:\/\/\S+|[/#]\S*)$/i.test(link))
      add('MENU_FORMAT', ['link'], {
        label: '网页地址',
        detail: '以 http:// 或 https:// 开头，本站页面以 / 或 # 开头',
      });
  }
  if (kind === 'link' && !/^(https?:\/\/[^\s/]\S*|(mailto|tel):\S+)$/i.test(ownAddress(item)))
    add('MENU_FORMAT', ['path'], { label: '链接地址', detail: '以 https://、http://、mailto: 或 tel: 开头，不含空格' });
}

function checkAddress(rows: MenuRows, row: MenuRow, add: Found): void {
  const kind = kindOf(row);
  const own = ownAddress(row.item);
  if (kind === 'link') return;
  if (own === '') {
    if (kind === 'screen' || kind === 'frame') add('MENU_REQUIRED', ['path'], { label: '路径' });
  } else if (!PATH.test(own)) {
    add('MENU_FORMAT', ['path'], { label: '路径', detail: '只能用字母、数字和 - _ . ~，各级以 / 分隔' });
    return;
  }
  for (const { row: inner, path } of branchOf(rows, row.id).map((each) => ({ row: each, path: pathOf(rows, each) }))) {
    if (path === '') continue;
    if (RESERVED.includes(path) || path.startsWith('/redirect/'))
      add('MENU_FORMAT', ['path'], { label: '路径', detail: `“${path}”是系统自用的地址，请换一个` });
    const other = [...rows.values()].find((each) => each.id !== inner.id && pathOf(rows, each) === path);
    if (other)
      add('MENU_TAKEN', ['path'], {
        label: inner.id === row.id ? '路径' : `下级“${titleOf(inner)}”的路径`,
        value: path,
        name: titleOf(other),
      });
  }
}

/** Other entries with the same code would be counted and highlighted together (RG-002). */
export function checkCode(rows: MenuRows, row: MenuRow): Problem[] {
  const { code } = row.item;
  const other = code ? [...rows.values()].find((each) => each.id !== row.id && each.item.code === code) : undefined;
  return other ? [problem('MENU_TAKEN', ['code'], { label: '菜单编码', value: code, name: titleOf(other) })] : [];
}

/** The way back must remain: an administrator can always reach the view that edits the menu. */
export function checkKept(rows: MenuRows): Problem[] {
  const isKept = [...rows.values()].some(({ id, item }) => item.component === MENU_MANAGER && isReachable(rows, id));
  return isKept ? [] : [problem('MENU_KEEP', [])];
}

/** A path for a new entry under a parent, made of a suggestion and a number where that is taken. */
export function freePath(rows: MenuRows, parentId: string | null, wish: string): string {
  const ground = groundOf(rows, parentId);
  const taken = new Set([...RESERVED, ...[...rows.values()].map((row) => pathOf(rows, row))]);
  const start = wish.replace(/[^\w.~-]+/g, '-').replace(/^-+|-+$/g, '') || 'page';
  for (let count = 1; ; count += 1) {
    const path = count === 1 ? start : `${start}${count}`;
    if (!taken.has(`${ground}/${path}`)) return path;
  }
}
