import { readDocument } from '../../kernel/index.ts';
import { OperatorError } from '../store/operatorError.ts';
import { isDocument, type ItemId, nameOfItem, type Need, type PackItem, type PackKind, stableText } from './kinds.ts';
import { holdersIn } from './needs.ts';
import { judgeItem } from './packFile.ts';

/** A file of the folder; `path` goes from the folder, with "/". */
export interface FolderFile {
  path: string;
  text: string;
}

const FORMAT = 'schema-first-runtime/documents';
/** Of the folder's layout: one of a later product is refused. */
const VERSION = 1;
/** Names of things, and who the holders of tasks are: everything that stands in no document itself. */
export const INDEX_FILE = 'documents.json';

const FOLDERS: Readonly<Record<PackKind, string>> = {
  dictionary: 'dictionaries',
  flow: 'flows',
  form: 'forms',
  role: 'roles',
  dataset: 'datasets',
  screen: 'screens',
  menu: 'menus',
};
const KINDS = new Map(Object.entries(FOLDERS).map(([kind, folder]) => [folder, kind as PackKind]));
const endingOf = (kind: PackKind): string => (kind === 'flow' ? '.bpmn' : '.json');

interface Index {
  format: string;
  version: number;
  names: Record<string, string>;
  holders: Record<string, Pick<Need, 'name' | 'code'>>;
}

/** Every sign but letters, digits, "_" and "-" is written as in an address, so that a key never leads out of its folder. */
const segmentOf = (text: string): string =>
  text.replace(/[^\p{L}\p{N}_-]/gu, (sign) =>
    [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
const pathOf = ({ kind, key }: ItemId): string =>
  `${FOLDERS[kind]}/${key.split('/').map(segmentOf).join('/')}${endingOf(kind)}`;

export const isDocumentFile = (path: string): boolean => idOf(path) !== null;

function idOf(path: string): ItemId | null {
  const [folder = '', ...rest] = path.split('/');
  const kind = KINDS.get(folder);
  if (!kind || !path.endsWith(endingOf(kind))) return null;
  try {
    return { kind, key: decodeURIComponent(rest.join('/').slice(0, -endingOf(kind).length)) };
  } catch {
    return null;
  }
}

const inOrder = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Documents, dictionaries, roles and menu entries as texts for version control: one file each, and an index. The same content
 * gives the same texts; no time and no id of an import stands in them.
 */
export function folderFiles(items: readonly PackItem[]): FolderFile[] {
  const holders = items.flatMap(({ needs }) => needs.filter(({ kind }) => kind === 'user' || kind === 'dept'));
  const index: Index = {
    format: FORMAT,
    version: VERSION,
    names: inOrder(items.map((item) => [nameOfItem(item), item.name])),
    holders: inOrder(
      holders.map((need) => [nameOfItem(need), need.code ? { name: need.name, code: need.code } : { name: need.name }]),
    ),
  };
  return [
    { path: INDEX_FILE, text: `${JSON.stringify(index, null, 2)}\n` },
    ...items.map((item) => ({ path: pathOf(item), text: textOf(item) })),
  ];
}

function textOf({ kind, content }: PackItem): string {
  if (kind === 'flow') return `${String(content).trimEnd()}\n`;
  return `${isDocument(kind) ? JSON.stringify(content, null, 2) : stableText(content, 2)}\n`;
}

function readJson({ path, text }: FolderFile): unknown {
  const read = readDocument(text);
  if (read.ok) return read.value;
  const [first] = read.problems;
  throw new OperatorError(`${path}：${first?.message ?? '无法读取'}`);
}

function readIndex(file: FolderFile | undefined): Index {
  const found = (file ? readJson(file) : null) as Partial<Index> | null;
  if (found?.format !== FORMAT)
    throw new OperatorError(`文件夹中没有 ${INDEX_FILE}，或它不是由 npm run documents:export 生成的。`);
  if (typeof found.version !== 'number' || found.version > VERSION)
    throw new OperatorError(
      `文件夹由更新的版本导出（格式 ${found.version}，本系统支持到 ${VERSION}），请先升级本系统。`,
    );
  return { format: FORMAT, version: found.version, names: found.names ?? {}, holders: found.holders ?? {} };
}

/**
 * The things that the files of a folder hold, as a pack holds them. Files of other folders and endings are none of them; one that
 * is not in the index goes by its key. Throws OperatorError naming the file, and PACK_FILE where a content has the wrong shape.
 */
export async function readFolder(files: readonly FolderFile[]): Promise<PackItem[]> {
  const index = readIndex(files.find(({ path }) => path === INDEX_FILE));
  const items: PackItem[] = [];
  for (const file of files) {
    const id = idOf(file.path);
    if (!id) continue;
    const name = index.names[nameOfItem(id)] ?? id.key;
    const content = id.kind === 'flow' ? file.text : readJson(file);
    const holders = id.kind === 'flow' ? await holdersIn(file.text) : [];
    const needs = holders.map((need): Need => ({
      ...need,
      ...(index.holders[nameOfItem(need)] ?? { name: need.key }),
    }));
    items.push(judgeItem({ ...id, name, content, needs }, file.path));
  }
  if (items.length === 0) throw new OperatorError('文件夹中没有可导入的文档。');
  return items;
}
